package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// scale starts the programs anew over a store that has a tenth of the jobs, and then over one that has all.
func scale(ctx context.Context, b *bench) error {
	if err := b.setUpClusters(ctx, 4); err != nil {
		return err
	}
	// Some that wait, with all that belongs to them.
	if err := b.hold(ctx, "holder", "cluster-2"); err != nil {
		return err
	}
	if _, err := b.waiting(ctx, "waits", b.sizes.few, "cluster-2", shortPipeline); err != nil {
		return err
	}
	stored := 0
	for _, n := range []int{b.sizes.stored / 10, b.sizes.stored} {
		for _, p := range b.programs {
			if err := p.end(ctx); err != nil {
				return err
			}
		}
		begin := time.Now()
		if err := b.store(ctx, stored, n-stored); err != nil {
			return err
		}
		b.say("scale: stored %d more in %.0f s", n-stored, time.Since(begin).Seconds())
		stored = n
		if err := b.settle(ctx); err != nil {
			return err
		}
		if err := b.restarted(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// settle lets the programs see what was stored and take offence at it, and ends them again: a restart finds what they left.
func (b *bench) settle(ctx context.Context) error {
	for _, program := range b.ordered() {
		if _, err := program.start(ctx); err != nil {
			return err
		}
	}
	if _, err := b.firstStep(ctx, fmt.Sprintf("settle-%d", time.Now().UnixNano())); err != nil {
		return err
	}
	if err := b.untilQuiet(ctx, 3*time.Second); err != nil {
		b.note(b.section, "before the restart: %v", err)
	}
	for _, program := range b.programs {
		if err := program.end(ctx); err != nil {
			return err
		}
	}
	return nil
}

// states are what stored jobs have come to, as often as they stand here. None of them has anything left to do.
var states = slices.Concat(
	slices.Repeat([]fournosv1.Phase{fournosv1.PhaseSucceeded}, 6),
	[]fournosv1.Phase{fournosv1.PhaseFailed, fournosv1.PhaseStopped, fournosv1.PhaseScheduled, fournosv1.PhaseRecurring},
)

// store puts jobs into the store while no controller looks, as they would be after some months.
func (b *bench) store(ctx context.Context, first, n int) error {
	jobs := b.fournos.FournosV1().FournosJobs(namespace)
	return inParallel(ctx, n, func(ctx context.Context, i int) error {
		phase := states[(first+i)%len(states)]
		job := &fournosv1.FournosJob{
			ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("stored-%05d", first+i), Namespace: namespace},
			Spec:       exclusive("cluster-1", fullPipeline),
		}
		job.Spec.Owner, job.Spec.Env = "bench", map[string]string{"MODEL": "sourdough-7b", "RUNS": "3"}
		switch phase {
		case fournosv1.PhaseScheduled:
			job.Spec.ScheduledStartTime = "2099-01-01T00:00:00Z"
		case fournosv1.PhaseRecurring:
			job.Spec.Schedule, job.Spec.Suspend = "0 3 * * *", true
		}
		made, err := jobs.Create(ctx, job, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		made.Status.InitializeConditions()
		switch phase {
		case fournosv1.PhaseScheduled:
			made.Status.Enter(phase, "Starts at "+job.Spec.ScheduledStartTime)
		case fournosv1.PhaseRecurring:
			made.Status.Enter(phase, "Suspended")
		default:
			made.Status.Cluster, made.Status.PipelineRun, made.Status.Attempts = job.Spec.Cluster, job.Name, 1
			made.Status.Finish(phase, "Completed", "PipelineRun "+job.Name+" is over", metav1.Now())
		}
		made.Status.ObservedGeneration = made.Generation
		_, err = jobs.UpdateStatus(ctx, made, metav1.UpdateOptions{})
		return err
	})
}

// restarted starts the programs over the store and measures them.
func (b *bench) restarted(ctx context.Context, n int) error {
	name := func(what string) string { return fmt.Sprintf("%s with %d stored", what, n) }
	begin := time.Now()
	for _, program := range b.ordered() {
		ready, err := program.start(ctx)
		if err != nil {
			return err
		}
		b.figure(name("start to ready, "+program.Name), "s", ready.Seconds())
	}
	took, err := b.firstStep(ctx, fmt.Sprintf("after-start-%d", n))
	if err != nil {
		return err
	}
	b.figure(name("a new job after the start to Resolving"), "s", took.Seconds())
	if err := b.untilQuiet(ctx, 5*time.Second); err != nil {
		b.note(b.section, "%v with %d stored", err, n)
	}
	requests, err := b.ours(begin)
	if err != nil {
		return err
	}
	writes := 0
	for i := range requests {
		if !requests[i].reads() && requests[i].ObjectRef.Resource != "events" {
			writes++
		}
	}
	b.figure(name("writes after the start"), "", float64(writes))

	const watched = 20 * time.Second
	spent := b.spent()
	if err := pause(ctx, watched); err != nil {
		return err
	}
	b.figure(name("processor when idle"), "%", 100*(b.spent()-spent).Seconds()/watched.Seconds())
	for _, program := range b.ordered() {
		now, peak, err := program.memory()
		if err != nil {
			return err
		}
		b.figure(name("memory, "+program.Name), "MiB", now)
		b.figure(name("memory at most, "+program.Name), "MiB", peak)
	}
	var steps []time.Duration
	for i := range b.sizes.samples {
		took, err := b.firstStep(ctx, fmt.Sprintf("new-%d-%d", n, i))
		if err != nil {
			return err
		}
		steps = append(steps, took)
	}
	b.spread(name("a new job to Resolving"), steps)
	whole, _, err := b.runJob(ctx, fmt.Sprintf("whole-%d", n))
	if err != nil {
		return err
	}
	b.figure(name("a new job's life without its Pods"), "s", whole.Seconds())
	return b.profile(ctx, b.programs["fournos-controller"], "heap", "gc=1")
}

// ordered are the programs in an order that does not change.
func (b *bench) ordered() []*program {
	var all []*program
	for _, p := range b.programs {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *program) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return all
}

// firstStep is the time from a job's creation to its first phase. It is stopped then.
func (b *bench) firstStep(ctx context.Context, name string) (time.Duration, error) {
	created, err := b.create(ctx, name, exclusive("cluster-3", shortPipeline))
	if err != nil {
		return 0, err
	}
	resolving := func() time.Time { return b.seen.jobs[name][string(fournosv1.PhaseResolving)] }
	if err := b.seen.until(ctx, name+" is being resolved", func() bool { return !resolving().IsZero() }); err != nil {
		return 0, err
	}
	b.seen.mu.Lock()
	at := resolving()
	b.seen.mu.Unlock()
	if err := b.shutDown(ctx, name); err != nil {
		return 0, err
	}
	return at.Sub(created), b.seen.untilEnded(ctx, fournosv1.PhaseStopped, name)
}
