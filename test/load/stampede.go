package main

import (
	"context"
	"fmt"
	"time"

	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// stampede has many jobs come at once before a queue that is held, releases the queue, and stops them all.
func stampede(ctx context.Context, b *bench) error {
	if err := b.setUpClusters(ctx, 16); err != nil {
		return err
	}
	if err := b.patchQueue(ctx, map[string]any{"stopPolicy": kueuev1beta2.Hold}); err != nil {
		return err
	}
	n := b.sizes.stampede
	begin := time.Now()
	jobs, err := b.createMany(ctx, "job", n, shared(shortPipeline))
	if err != nil {
		return err
	}
	b.figure(fmt.Sprintf("%d jobs created in", n), "s", time.Since(begin).Seconds())
	for _, phase := range []fournosv1.Phase{fournosv1.PhaseResolving, fournosv1.PhasePending} {
		if err := b.allIn(ctx, phase, jobs, begin, fmt.Sprintf("created to all %s", phase)); err != nil {
			return err
		}
	}
	err = b.seen.until(ctx, "all are in the queue", func() bool {
		for _, job := range jobs {
			if b.seen.quotas[job][exists].IsZero() {
				return false
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	if err := b.untilQuiet(ctx, 3*time.Second); err != nil {
		b.note(b.section, "before the queue was released: %v", err)
	}

	begin = time.Now()
	if err := b.patchQueue(ctx, map[string]any{"stopPolicy": kueuev1beta2.None}); err != nil {
		return err
	}
	if err := b.allIn(ctx, fournosv1.PhaseAdmitted, jobs, begin, "queue released to all Admitted"); err != nil {
		return err
	}
	begin = time.Now()
	if err := b.shutDown(ctx, jobs...); err != nil {
		return err
	}
	b.figure(fmt.Sprintf("%d jobs told to stop in", n), "s", time.Since(begin).Seconds())
	err = b.seen.until(ctx, "all have ended", func() bool {
		for _, job := range jobs {
			if _, _, over := b.seen.end(job); !over {
				return false
			}
		}
		return true
	})
	b.figure("told to stop to all ended", "s", time.Since(begin).Seconds())
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	b.figure("of them stopped", "", float64(b.seen.count(jobs, fournosv1.PhaseStopped)))
	b.figure("had succeeded before", "", float64(b.seen.count(jobs, fournosv1.PhaseSucceeded)))
	b.figure("failed", "", float64(b.seen.count(jobs, fournosv1.PhaseFailed)))
	return err
}

// allIn notes how long it takes until all jobs have been in a phase, and half of them.
func (b *bench) allIn(ctx context.Context, phase fournosv1.Phase, jobs []string, since time.Time, name string) error {
	err := b.seen.until(ctx, name, func() bool { return b.seen.count(jobs, phase) == len(jobs) })
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	var all []time.Duration
	for _, job := range jobs {
		if at, was := b.seen.jobs[job][string(phase)]; was {
			all = append(all, at.Sub(since))
		}
	}
	b.figure(name, "s", quantile(all, 1).Seconds())
	b.figure(name+", half of them", "s", quantile(all, 0.5).Seconds())
	return err
}
