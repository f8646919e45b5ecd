package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// least is the fewest requests that a job can cost: one for each object that it must have, one for each phase in which it
// must be seen.
var least = map[string]float64{
	"create jobs": 1, "create pipelineruns": 2, "create secrets": 1, "get secrets": 1, "create workloads": 1,
	"update workloads/status": 1, "delete workloads": 1, "patch workloads": 1,
	"update customruns/status": 1, "update fournosjobs/status": 5, "create events": 7,
}

// cost counts what jobs ask of the API server, one after the other over their whole lives, and what some that wait do.
func cost(ctx context.Context, b *bench) error {
	if err := b.setUpClusters(ctx, 4); err != nil {
		return err
	}
	if _, _, err := b.runJob(ctx, "warm"); err != nil {
		return err
	}
	if err := b.untilQuiet(ctx, 3*time.Second); err != nil {
		return err
	}
	begin := time.Now()
	n := b.sizes.samples
	for i := range n {
		if _, _, err := b.runJob(ctx, fmt.Sprintf("job-%d", i)); err != nil {
			return err
		}
	}
	if err := b.untilQuiet(ctx, 3*time.Second); err != nil {
		return err
	}
	if err := b.noteCosts(begin, n); err != nil {
		return err
	}
	if err := b.hold(ctx, "holder", "cluster-2"); err != nil {
		return err
	}
	jobs, err := b.waiting(ctx, "waits", b.sizes.few, "cluster-2", shortPipeline)
	if err != nil {
		return err
	}
	return b.idle(ctx, jobs, "holder")
}

// noteCosts notes the requests since a time for each of n jobs.
func (b *bench) noteCosts(since time.Time, n int) error {
	requests, err := b.ours(since)
	if err != nil {
		return err
	}
	counts := map[string]float64{}
	var writes, reads, events, refused float64
	each := 1 / float64(n)
	for i := range requests {
		r := &requests[i]
		switch {
		case r.reads():
			reads += each
		case r.refused():
			refused += each
			continue
		case r.ObjectRef.Resource == "events":
			events += each
		default:
			writes += each
		}
		counts[r.what()] += each
	}
	b.add(costs, "writes", "a job", writes)
	b.add(costs, "events", "a job", events)
	b.add(costs, "reads", "a job", reads)
	b.add(costs, "writes refused and done again", "a job", refused)
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		b.add(costs, fmt.Sprintf("%s (at least %.0f)", what, least[what]), "a job", counts[what])
	}
	return nil
}

// idle counts what is asked for while jobs wait and nothing happens.
func (b *bench) idle(ctx context.Context, jobs []string, holder string) error {
	err := b.seen.until(ctx, "all say for whom they wait", func() bool {
		for _, job := range jobs {
			if !strings.Contains(b.seen.message[job], holder) {
				return false
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	if err := b.untilQuiet(ctx, 6*time.Second); err != nil {
		return err
	}
	const watched = 40 * time.Second
	begin, spent := time.Now(), b.spent()
	if err := pause(ctx, watched); err != nil {
		return err
	}
	requests, err := b.ours(begin)
	if err != nil {
		return err
	}
	b.add(costs, fmt.Sprintf("requests with %d waiting", len(jobs)), "a minute", float64(len(requests))/watched.Minutes())
	b.add(costs, fmt.Sprintf("processor with %d waiting", len(jobs)), "%", 100*(b.spent()-spent).Seconds()/watched.Seconds())
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	if failed := b.seen.count(jobs, fournosv1.PhaseFailed); failed > 0 {
		return fmt.Errorf("%d jobs have failed", failed)
	}
	return nil
}
