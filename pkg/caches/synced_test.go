package caches

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// listed is an informer that has synced or not.
type listed struct {
	cache.SharedIndexInformer
	synced bool
}

func (l *listed) HasSynced() bool { return l.synced }

func TestRegistry(t *testing.T) {
	ctx, registry := WithRegistry(t.Context())
	if registry.HaveSynced() {
		t.Error("no caches have synced")
	}
	informer := func() *listed {
		return &listed{SharedIndexInformer: cache.NewSharedIndexInformer(nil, &corev1.Pod{}, 0, nil)}
	}
	first, second := informer(), informer()
	TrimAll(ctx, first, second)
	for _, step := range []struct{ first, second, want bool }{{false, false, false}, {true, false, false}, {true, true, true}} {
		first.synced, second.synced = step.first, step.second
		if got := registry.HaveSynced(); got != step.want {
			t.Errorf("HaveSynced() = %t with %t and %t", got, step.first, step.second)
		}
	}
}
