package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fournos.dev/hub/internal/kube"
	"fournos.dev/hub/internal/process"
)

// Kill ends some of the hub's components at once, as a crash does. They stay
// down until they are started again.
func (h *Hub) Kill(ctx context.Context, names ...string) error {
	return h.each(ctx, names, func(ctx context.Context, c component) error {
		record, known := h.records.Load(c.Name)
		if !known || !record.Alive() {
			return fmt.Errorf("%s does not run", c.Name)
		}
		if err := process.Kill([]process.Identity{record.Identity}); err != nil {
			return err
		}
		// The kernel closes what the process had a moment after it counts as dead.
		err := kube.Until(ctx, startPatience, func(context.Context) error {
			for _, address := range c.listens {
				if err := checkFree(address); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		h.say("%s is killed", c.Name)
		return nil
	})
}

// Revive starts some of the hub's components, without looking at the others,
// and returns when what they are good for works.
func (h *Hub) Revive(ctx context.Context, names ...string) error {
	return h.each(ctx, names, func(ctx context.Context, c component) error {
		if err := h.ensure(c); err != nil {
			return err
		}
		if err := h.awaitOne(ctx, c); err != nil {
			return err
		}
		h.say("%s runs", c.Name)
		return nil
	})
}

// each calls do for the components of the names, in their order.
func (h *Hub) each(ctx context.Context, names []string, do func(context.Context, component) error) error {
	unlock, err := h.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if current, err := h.run.claimed(); err != nil || current.Dir != h.Dir {
		return errors.Join(err, errors.New("no hub of this folder is up: run `up`"))
	}
	if len(names) == 0 {
		return errors.New("name at least one component; `status` lists them")
	}
	all, err := h.everyComponent()
	if err != nil {
		return err
	}
	for _, name := range names {
		at := slices.IndexFunc(all, func(c component) bool { return c.Name == name })
		if at < 0 {
			return fmt.Errorf("no component %q, there are %s", name, strings.Join(componentNames(all), ", "))
		}
		if err := do(ctx, all[at]); err != nil {
			return err
		}
	}
	return nil
}

// awaitOne waits for a component to answer, if there is a way to ask it.
func (h *Hub) awaitOne(ctx context.Context, c component) error {
	client, err := h.Client()
	if err != nil {
		return err
	}
	var probes []func(context.Context) error
	switch c.Name {
	case "etcd":
		probes = append(probes, h.etcdAnswers)
	case "kube-apiserver":
		probes = append(probes, func(ctx context.Context) error { return apiserverReady(ctx, client) })
	}
	for _, check := range h.checks() {
		if check.component.Name == c.Name && check.probe != nil {
			probes = append(probes, func(ctx context.Context) error { return check.probe(ctx, client) })
		}
	}
	for _, probe := range probes {
		if err := h.await(ctx, c, readyPatience, probe); err != nil {
			return err
		}
	}
	return nil
}

// everyComponent are the programs that the hub consists of and those that were
// installed into it as processes.
func (h *Hub) everyComponent() ([]component, error) {
	alongs, err := h.alongs()
	if err != nil {
		return nil, err
	}
	all := h.components()
	for _, command := range alongs {
		all = append(all, component{Command: command})
	}
	return all, nil
}

func componentNames(components []component) []string {
	names := make([]string, 0, len(components))
	for _, c := range components {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	return names
}
