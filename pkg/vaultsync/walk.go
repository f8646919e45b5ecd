package vaultsync

import (
	"context"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
)

// each calls a function for all items, some at a time, and for none any more once the context is done.
func each[T any](ctx context.Context, concurrency int, items []T, do func(T)) {
	var workers sync.WaitGroup
	next := make(chan T)
	for range min(concurrency, len(items)) {
		workers.Go(func() {
			for item := range next {
				do(item)
			}
		})
	}
	for _, item := range items {
		if ctx.Err() != nil {
			break
		}
		next <- item
	}
	close(next)
	workers.Wait()
}

// listing is what the vault has below a folder.
type listing struct {
	// paths of the entries, below the folder.
	paths []string
	// complete says that every folder could be listed.
	complete bool
}

// walk lists a folder of the vault and the folders in it.
func (s *run) walk(ctx context.Context) listing {
	found := listing{complete: true}
	var lock sync.Mutex
	folders := []string{""}
	for len(folders) > 0 {
		var deeper []string
		each(ctx, s.Concurrency, folders, func(folder string) {
			keys, err := s.vault.list(ctx, strings.Trim(s.Path+"/"+folder, "/"))
			if err == nil && len(keys) == 0 {
				err = s.isEmpty(ctx, folder)
			}
			lock.Lock()
			defer lock.Unlock()
			if err != nil {
				found.complete = false
				s.report.Failf("%s%s cannot be listed, nothing is deleted in this run: %v", s.from.prefix, folder, err)
				return
			}
			for _, key := range keys {
				path := folder + key
				if !strings.HasSuffix(key, "/") {
					found.paths = append(found.paths, path)
				} else if err := checkName(strings.TrimSuffix(path, "/")); err != nil {
					s.report.Failf("%s%s is left out with all in it: %v", s.from.prefix, path, err)
				} else {
					deeper = append(deeper, path)
				}
			}
		})
		folders = slices.Sorted(slices.Values(deeper))
	}
	found.complete = found.complete && ctx.Err() == nil
	return found
}

// isEmpty fails unless a folder without anything in it may be one. The vault says the same of one that is not there: below
// the first it has just been listed.
func (s *run) isEmpty(ctx context.Context, folder string) error {
	if folder != "" {
		return errVanished
	}
	return s.vault.mustBeKV2(ctx)
}

// read reads entries that may become Secrets.
func (s *run) read(ctx context.Context, entries []*entry) {
	readable := slices.DeleteFunc(slices.Clone(entries), func(e *entry) bool { return e.state == refused })
	var lock sync.Mutex
	done := 0
	each(ctx, s.Concurrency, readable, func(e *entry) {
		fields, gone, err := s.vault.read(ctx, strings.Trim(s.Path+"/"+e.path, "/"))
		switch {
		case err != nil:
			e.why = err
		case gone:
			e.state = deleted
		default:
			e.interpret(fields)
		}
		lock.Lock()
		defer lock.Unlock()
		done++
		s.report.Progress("reading", done, len(readable))
	})
}

// find looks for Secrets with the names of entries that are not among ours, and adds them.
func (s *run) find(ctx context.Context, entries []*entry, there map[string]*corev1.Secret) {
	missing := slices.DeleteFunc(slices.Clone(entries), func(e *entry) bool { return e.state != readable || there[e.secret] != nil })
	var lock sync.Mutex
	each(ctx, s.Concurrency, missing, func(e *entry) {
		secret, err := s.secrets.get(ctx, e.secret)
		lock.Lock()
		defer lock.Unlock()
		if err != nil {
			e.state, e.why = unread, errorf("whether there is a Secret %s cannot be told: %w", e.secret, err)
		} else if secret != nil {
			there[e.secret] = secret
		}
	})
}
