package main

import (
	"context"
	"fmt"
	"time"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// inFlight is how many jobs or runs are on their way at a time. All at once would go through their lives side by side, none
// would end before nearly all do, and a run that its time limit stops would tell nothing.
const inFlight = 100

// feed creates what is numbered below n, each as soon as one of those in flight has ended.
func (b *bench) feed(ctx context.Context, n int, create func(i int) error, done func() int) error {
	for i := range n {
		if i >= inFlight {
			if err := b.seen.until(ctx, fmt.Sprintf("%d have ended", i-inFlight+1), func() bool { return done() > i-inFlight }); err != nil {
				return err
			}
		}
		if err := create(i); err != nil {
			return err
		}
	}
	return b.seen.until(ctx, "all have ended", func() bool { return done() == n })
}

// throughput lets jobs that share clusters go through their whole life.
func throughput(ctx context.Context, b *bench, clusters int) error {
	if err := b.setUpClusters(ctx, clusters); err != nil {
		return err
	}
	profiled := make(chan error, 1)
	go func() { profiled <- b.profile(ctx, b.programs["fournos-controller"], "profile", "seconds=20") }()
	jobs := make([]string, b.sizes.jobs)
	starts := make([]time.Time, b.sizes.jobs)
	begin, spent := time.Now(), b.spent()
	err := b.feed(ctx, len(jobs), func(i int) (err error) {
		jobs[i] = fmt.Sprintf("job-%05d", i)
		starts[i], err = b.create(ctx, jobs[i], shared(shortPipeline))
		return err
	}, func() int { return b.seen.count(jobs, fournosv1.PhaseSucceeded) })
	b.seen.mu.Lock()
	done, last := 0, begin
	var lives []time.Duration
	for i, job := range jobs {
		if at, phase, over := b.seen.end(job); over && phase == fournosv1.PhaseSucceeded {
			done++
			lives = append(lives, at.Sub(starts[i]))
			if at.After(last) {
				last = at
			}
		}
	}
	failed := b.seen.count(jobs, fournosv1.PhaseFailed)
	b.seen.mu.Unlock()
	if done == 0 {
		return fmt.Errorf("not one of %d jobs has succeeded: %w", len(jobs), err)
	}
	took := last.Sub(begin).Seconds()
	if err != nil {
		took = time.Since(begin).Seconds()
	}
	b.figure("jobs done", "", float64(done))
	b.figure("jobs", "a second", float64(done)/took)
	b.figure("PipelineRuns", "a second", 2*float64(done)/took)
	b.figure("jobs failed", "", float64(failed))
	b.figure(fmt.Sprintf("a job's life with %d in flight, median", inFlight), "s", quantile(lives, 0.5).Seconds())
	b.figure("processor time of ours a job", "s", (b.spent()-spent).Seconds()/float64(done))
	return firstOf(err, <-profiled)
}

// throughputBare runs the same number of PipelineRuns as the jobs of throughput make, without Fournos. Half of those run
// one task that waits for Kueue, half the job's own; here all are of the latter kind.
func throughputBare(ctx context.Context, b *bench) error {
	if err := b.setUpClusters(ctx, 4); err != nil {
		return err
	}
	if _, err := b.create(ctx, "sample", shared(shortPipeline)); err != nil {
		return err
	}
	if err := b.seen.untilEnded(ctx, fournosv1.PhaseSucceeded, "sample"); err != nil {
		return err
	}
	spec, err := b.runOf(ctx, "sample")
	if err != nil {
		return err
	}
	n := b.sizes.jobs
	begin := time.Now()
	name := func(i int) string { return fmt.Sprintf("run-%05d", i) }
	done, last := 0, begin
	count := func() int {
		done = 0
		for i := range n {
			if at := b.seen.runs[name(i)][ended]; !at.IsZero() {
				done++
				if at.After(last) {
					last = at
				}
			}
		}
		return done
	}
	err = b.feed(ctx, n, func(i int) error {
		_, err := b.createRun(ctx, name(i), spec)
		return err
	}, count)
	took := last.Sub(begin).Seconds()
	if err != nil {
		took = time.Since(begin).Seconds()
	}
	b.figure("PipelineRuns done", "", float64(done))
	b.figure("PipelineRuns", "a second", float64(done)/took)
	return err
}

// spent is the processor time that Fournos' programs have used.
func (b *bench) spent() time.Duration {
	var all time.Duration
	for _, p := range b.programs {
		if d, err := p.cpu(); err == nil {
			all += d
		}
	}
	return all
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
