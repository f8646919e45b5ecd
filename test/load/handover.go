package main

import (
	"context"
	"fmt"
	"time"
)

// handOver is the time from the end of the PipelineRun that had a cluster for itself until the next job's exists, with
// more and fewer jobs that wait for the same cluster.
func handOver(ctx context.Context, b *bench) error {
	if err := b.setUpClusters(ctx, 4); err != nil {
		return err
	}
	for _, waiting := range []int{1, b.sizes.few, b.sizes.many} {
		cluster := fmt.Sprintf("cluster-%d", waiting%3+1)
		if err := b.handOvers(ctx, waiting, cluster); err != nil {
			return fmt.Errorf("with %d waiting: %w", waiting, err)
		}
	}
	return nil
}

// handOvers lets a cluster go from job to job while at least so many others wait for it.
func (b *bench) handOvers(ctx context.Context, waiting int, cluster string) error {
	holder := fmt.Sprintf("holder-%d", waiting)
	if err := b.hold(ctx, holder, cluster); err != nil {
		return err
	}
	jobs, err := b.waiting(ctx, fmt.Sprintf("waits-%d", waiting), waiting+b.sizes.samples, cluster, shortPipeline)
	if err != nil {
		return err
	}
	if waiting == b.sizes.many {
		err = b.idle(ctx, jobs, holder)
	} else {
		err = b.untilQuiet(ctx, 3*time.Second)
	}
	if err != nil {
		b.note(b.section, "with %d waiting the controller had not become quiet: %v", waiting, err)
	}
	b.seen.mu.Lock()
	first := len(b.seen.runOrder)
	b.seen.mu.Unlock()
	begin, spent := time.Now(), b.spent()
	if err = b.shutDown(ctx, holder); err != nil {
		return err
	}
	for n := 1; n <= b.sizes.samples+1 && err == nil; n++ {
		err = b.seen.until(ctx, fmt.Sprintf("run %d has begun", n), func() bool { return len(b.seen.runOrder) >= first+n })
	}
	b.noteHandOvers(waiting, first)
	b.figure(fmt.Sprintf("%d waiting, processor time of the controller a hand-over", waiting), "s",
		(b.spent()-spent).Seconds()/float64(b.sizes.samples))
	b.say("hand-over: %d with %d waiting in %.0f s", b.sizes.samples, waiting, time.Since(begin).Seconds())
	if err != nil {
		return err
	}
	if waiting == b.sizes.many {
		return nil
	}
	// The rest must not be in the way of what comes next.
	if err := b.shutDown(ctx, jobs...); err != nil {
		return err
	}
	return b.seen.until(ctx, "all have ended", func() bool {
		for _, job := range jobs {
			if _, _, over := b.seen.end(job); !over {
				return false
			}
		}
		return true
	})
}

func (b *bench) noteHandOvers(waiting, first int) {
	b.seen.mu.Lock()
	var whole, ours, kueues []time.Duration
	for n := first; n+1 < len(b.seen.runOrder); n++ {
		from, to := b.seen.runOrder[n], b.seen.runOrder[n+1]
		end, next := b.seen.runs[from][ended], b.seen.runs[to][exists]
		back, given := b.seen.quotas[from][gone], b.seen.quotas[to][admitted]
		if end.IsZero() || back.IsZero() || given.IsZero() || given.Before(back) {
			continue
		}
		whole = append(whole, next.Sub(end))
		kueues = append(kueues, given.Sub(back))
		ours = append(ours, back.Sub(end)+next.Sub(given))
	}
	b.seen.mu.Unlock()
	b.spread(fmt.Sprintf("%d waiting", waiting), whole)
	b.spread(fmt.Sprintf("%d waiting, Kueue's part", waiting), kueues)
	b.spread(fmt.Sprintf("%d waiting, our part", waiting), ours)
}
