package caches

import (
	"context"
	"sync"

	"k8s.io/client-go/tools/cache"
)

// Registry knows the caches that a process works with.
type Registry struct {
	mu     sync.Mutex
	caches []cache.SharedIndexInformer
}

type registryKey struct{}

// WithRegistry has TrimAll note in a registry which caches there are.
func WithRegistry(ctx context.Context) (context.Context, *Registry) {
	r := &Registry{}
	return context.WithValue(ctx, registryKey{}, r), r
}

// HaveSynced tells whether there are caches, and all hold what the API server had when they began. Before that nothing can
// be decided.
func (r *Registry) HaveSynced() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, informer := range r.caches {
		if !informer.HasSynced() {
			return false
		}
	}
	return len(r.caches) > 0
}

func (r *Registry) add(informer cache.SharedIndexInformer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.caches = append(r.caches, informer)
}
