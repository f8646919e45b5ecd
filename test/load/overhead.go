package main

import (
	"context"
	"fmt"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// overhead is what a job takes beside the time of its Pods, next to what Tekton takes for the same Pipeline and Kueue for
// the same Workload: with nothing else on the hub, and with others that wait for a cluster.
func overhead(ctx context.Context, b *bench) error {
	if err := b.setUpClusters(ctx, 4); err != nil {
		return err
	}
	// The first job meets caches and connections that are cold; its run is what the bare ones are copies of.
	if _, _, err := b.runJob(ctx, "warm"); err != nil {
		return err
	}
	spec, err := b.runOf(ctx, "warm")
	if err != nil {
		return err
	}
	begin := time.Now()
	if err := b.overheads(ctx, "alone", spec); err != nil {
		return err
	}
	if err := b.untilQuiet(ctx, 2*time.Second); err != nil {
		return err
	}
	if err := b.noteCosts(begin, b.sizes.samples); err != nil {
		return err
	}
	if err := b.hold(ctx, "holder", "cluster-4"); err != nil {
		return err
	}
	if _, err := b.waiting(ctx, "waits", b.sizes.few, "cluster-4", fullPipeline); err != nil {
		return err
	}
	if err := b.untilQuiet(ctx, 3*time.Second); err != nil {
		return err
	}
	return b.overheads(ctx, fmt.Sprintf("%d waiting", b.sizes.few), spec)
}

// overheads takes turns between a job, a bare PipelineRun and a bare Workload, so that all see the same machine.
func (b *bench) overheads(ctx context.Context, what string, spec pipelinev1.PipelineRunSpec) error {
	var jobs, runs, quotas []time.Duration
	phases := map[fournosv1.Phase][]time.Duration{}
	// Also when the time is up before all samples were taken.
	defer func() {
		b.spread("job, "+what, jobs)
		for _, phase := range waypoints[:len(waypoints)-1] {
			b.figure(fmt.Sprintf("of it %s, %s, median", phase, what), "s", quantile(phases[phase], 0.5).Seconds())
		}
		b.spread("bare PipelineRun, "+what, runs)
		b.spread("bare Workload, "+what, quotas)
		if sum := quantile(runs, 0.5) + quantile(quotas, 0.5); sum > 0 {
			b.figure("job to bare PipelineRun and bare Workload, "+what, "×", quantile(jobs, 0.5).Seconds()/sum.Seconds())
		}
	}()
	for i := range b.sizes.samples {
		suffix := fmt.Sprintf("%s-%d", what[:1], i)
		took, in, err := b.runJob(ctx, "job-"+suffix)
		if err != nil {
			return err
		}
		jobs = append(jobs, took)
		for phase, d := range in {
			phases[phase] = append(phases[phase], d)
		}
		if took, err = b.runBare(ctx, "run-"+suffix, spec); err != nil {
			return err
		}
		runs = append(runs, took)
		if took, err = b.admitBare(ctx, "quota-"+suffix); err != nil {
			return err
		}
		quotas = append(quotas, took)
	}
	return nil
}

// waypoints are the phases of a job that nothing happens to.
var waypoints = []fournosv1.Phase{
	fournosv1.PhaseResolving, fournosv1.PhasePending, fournosv1.PhaseAdmitted, fournosv1.PhaseRunning, fournosv1.PhaseSucceeded,
}

// runJob takes a job through its life, and tells its time without its Pods', as a whole and by phase. What comes before
// the first phase counts for that.
func (b *bench) runJob(ctx context.Context, name string) (time.Duration, map[fournosv1.Phase]time.Duration, error) {
	created, err := b.create(ctx, name, exclusive("cluster-1", fullPipeline))
	if err != nil {
		return 0, nil, err
	}
	if err := b.seen.untilEnded(ctx, fournosv1.PhaseSucceeded, name); err != nil {
		return 0, nil, err
	}
	b.seen.mu.Lock()
	end, _, _ := b.seen.end(name)
	from, in := created, map[fournosv1.Phase]time.Duration{}
	for i, phase := range waypoints[:len(waypoints)-1] {
		to := b.seen.jobs[name][string(waypoints[i+1])]
		in[phase] = to.Sub(from) - b.seen.podTimeIn(name, from, to)
		from = to
	}
	b.seen.mu.Unlock()
	// The next job must not wait for this one's cluster.
	err = b.seen.until(ctx, "the cluster is given back", func() bool { return !b.seen.quotas[name][gone].IsZero() })
	return end.Sub(created) - b.seen.podTime(name), in, err
}

func (b *bench) runBare(ctx context.Context, name string, spec pipelinev1.PipelineRunSpec) (time.Duration, error) {
	created, err := b.createRun(ctx, name, spec)
	if err != nil {
		return 0, err
	}
	if err := b.seen.until(ctx, name+" has ended", func() bool { return !b.seen.runs[name][ended].IsZero() }); err != nil {
		return 0, err
	}
	b.seen.mu.Lock()
	end := b.seen.runs[name][ended]
	b.seen.mu.Unlock()
	return end.Sub(created) - b.seen.podTime(name), nil
}

func (b *bench) admitBare(ctx context.Context, name string) (time.Duration, error) {
	workloads := b.kueue.KueueV1beta2().Workloads(namespace)
	created := time.Now()
	if _, err := workloads.Create(ctx, bareWorkload(name, "cluster-1"), metav1.CreateOptions{}); err != nil {
		return 0, err
	}
	if err := b.seen.until(ctx, name+" is admitted", func() bool { return !b.seen.quotas[name][admitted].IsZero() }); err != nil {
		return 0, err
	}
	b.seen.mu.Lock()
	at := b.seen.quotas[name][admitted]
	b.seen.mu.Unlock()
	if err := workloads.Delete(ctx, name, metav1.DeleteOptions{}); err != nil {
		return 0, err
	}
	return at.Sub(created), b.seen.until(ctx, name+" is gone", func() bool { return !b.seen.quotas[name][gone].IsZero() })
}
