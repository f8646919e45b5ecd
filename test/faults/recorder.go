package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"fournos.dev/fournos/test/faults/history"
)

// recorder keeps all that the API server's watches tell, from the first revision on. When the API server is restarted it
// goes on where it was: etcd has the revisions in between.
type recorder struct {
	mu     sync.Mutex
	events []history.Event
	err    error
	done   sync.WaitGroup
}

// source is a kind of objects that is watched.
type source struct {
	kind  string
	list  func(context.Context, metav1.ListOptions) (runtime.Object, error)
	watch func(context.Context, metav1.ListOptions) (watch.Interface, error)
}

const watchRetry = 200 * time.Millisecond

// record begins to record, and returns when it will miss nothing from now on.
func record(ctx context.Context, sources []source) (*recorder, error) {
	r := &recorder{}
	for _, s := range sources {
		list, err := s.list(ctx, metav1.ListOptions{})
		if err != nil {
			return nil, fmt.Errorf("listing %s: %w", s.kind, err)
		}
		accessor, err := apimeta.ListAccessor(list)
		if err != nil {
			return nil, err
		}
		r.done.Add(1)
		go func() {
			defer r.done.Done()
			r.follow(ctx, s, accessor.GetResourceVersion())
		}()
	}
	return r, nil
}

func (r *recorder) follow(ctx context.Context, s source, version string) {
	retry := time.NewTicker(watchRetry)
	defer retry.Stop()
	for ctx.Err() == nil {
		watcher, err := s.watch(ctx, metav1.ListOptions{ResourceVersion: version, AllowWatchBookmarks: true})
		if apierrs.IsResourceExpired(err) || apierrs.IsGone(err) {
			r.fail(fmt.Errorf("the history of %s has a gap: %w", s.kind, err))
			return
		}
		if err == nil {
			version, err = r.take(s, watcher, version)
		}
		if err != nil {
			r.fail(err)
			return
		}
		select {
		case <-ctx.Done():
		case <-retry.C:
		}
	}
}

// take records what a watch tells until it ends, and returns the version after which to go on.
func (r *recorder) take(s source, watcher watch.Interface, version string) (string, error) {
	defer watcher.Stop()
	for event := range watcher.ResultChan() {
		if event.Type == watch.Error {
			err := apierrs.FromObject(event.Object)
			if apierrs.IsResourceExpired(err) || apierrs.IsGone(err) {
				return version, fmt.Errorf("the history of %s has a gap: %w", s.kind, err)
			}
			return version, nil
		}
		object, err := apimeta.Accessor(event.Object)
		if err != nil {
			return version, err
		}
		version = object.GetResourceVersion()
		if event.Type == watch.Bookmark {
			continue
		}
		revision, err := strconv.ParseUint(version, 10, 64)
		if err != nil {
			return version, err
		}
		r.mu.Lock()
		r.events = append(r.events, history.Event{Revision: revision, Type: event.Type, Object: object})
		r.mu.Unlock()
	}
	return version, nil
}

func (r *recorder) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = errors.Join(r.err, err)
}

// history is what was recorded so far.
func (r *recorder) history() ([]history.Event, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return history.Ordered(r.events), r.err
}
