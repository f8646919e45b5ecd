package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	tektoninformers "github.com/tektoncd/pipeline/pkg/client/informers/externalversions"
	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/caches"
	fournosinformers "fournos.dev/fournos/pkg/client/informers/externalversions"
	kueueinformers "fournos.dev/fournos/pkg/client/kueue/informers/externalversions"
)

// life is when something was seen first in each of its states: a job's phases, or those below.
type life map[string]time.Time

// States of what is no job.
const (
	exists   = "exists"
	ended    = "ended"
	admitted = "admitted"
	gone     = "gone"
)

// observations are what the watches brought, by name. Times are those of this process: all are on one clock.
type observations struct {
	mu                       sync.Mutex
	news                     chan struct{} // closed at the next event
	jobs, runs, pods, quotas map[string]life
	podsOf                   map[string][]string // names of Pods, by job or PipelineRun
	message                  map[string]string
	runOrder                 []string // PipelineRuns that work on a cluster, as they came
}

func observe(ctx context.Context, b *bench) (*observations, error) {
	o := &observations{
		news: make(chan struct{}),
		jobs: map[string]life{}, runs: map[string]life{}, pods: map[string]life{}, quotas: map[string]life{},
		podsOf: map[string][]string{}, message: map[string]string{},
	}
	kube := informers.NewSharedInformerFactoryWithOptions(b.kube, 0, informers.WithNamespace(namespace))
	tekton := tektoninformers.NewSharedInformerFactoryWithOptions(b.tekton, 0, tektoninformers.WithNamespace(namespace))
	own := fournosinformers.NewSharedInformerFactoryWithOptions(b.fournos, 0, fournosinformers.WithNamespace(namespace))
	kueue := kueueinformers.NewSharedInformerFactoryWithOptions(b.kueue, 0, kueueinformers.WithNamespace(namespace))
	all := []cache.SharedIndexInformer{
		own.Fournos().V1().FournosJobs().Informer(), tekton.Tekton().V1().PipelineRuns().Informer(),
		kube.Core().V1().Pods().Informer(), kueue.Kueue().V1beta2().Workloads().Informer(),
	}
	var synced []cache.InformerSynced
	for _, informer := range all {
		caches.TrimAll(ctx, informer)
		registration, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc:    o.saw,
			UpdateFunc: func(_, obj any) { o.saw(obj) },
			DeleteFunc: o.sawGo,
		})
		if err != nil {
			return nil, err
		}
		synced = append(synced, registration.HasSynced)
		go informer.RunWithContext(ctx)
	}
	if !cache.WaitForCacheSync(ctx.Done(), synced...) {
		return nil, errors.New("the watches do not answer")
	}
	return o, nil
}

// saw notes the time of what is new in an object.
func (o *observations) saw(obj any) {
	now := time.Now()
	o.mu.Lock()
	defer o.mu.Unlock()
	switch object := obj.(type) {
	case *fournosv1.FournosJob:
		o.message[object.Name] = object.Status.Message
		note(o.jobs, object.Name, string(object.Status.Phase), now)
	case *pipelinev1.PipelineRun:
		if _, known := o.runs[object.Name]; !known && object.Annotations[fournos.ClusterLabelKey] != "" {
			o.runOrder = append(o.runOrder, object.Name)
		}
		note(o.runs, object.Name, exists, now)
		if object.IsDone() && object.Status.CompletionTime != nil {
			note(o.runs, object.Name, ended, now)
		}
	case *corev1.Pod:
		o.sawPod(object, now)
	case *kueuev1beta2.Workload:
		note(o.quotas, object.Name, exists, now)
		if apimeta.IsStatusConditionTrue(object.Status.Conditions, kueuev1beta2.WorkloadAdmitted) {
			note(o.quotas, object.Name, admitted, now)
		}
	}
	o.tell()
}

func (o *observations) sawPod(pod *corev1.Pod, now time.Time) {
	if pod.Labels["app.kubernetes.io/component"] == "affinity-assistant" {
		return // It waits for a whole run and does nothing.
	}
	if _, known := o.pods[pod.Name]; !known {
		of := pod.Labels[fournos.JobNameLabelKey]
		if of == "" {
			of = pod.Labels[pipeline.PipelineRunLabelKey]
		}
		o.podsOf[of] = append(o.podsOf[of], pod.Name)
	}
	note(o.pods, pod.Name, exists, now)
	if pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed {
		note(o.pods, pod.Name, ended, now)
	}
}

func (o *observations) sawGo(obj any) {
	now := time.Now()
	o.mu.Lock()
	defer o.mu.Unlock()
	if workload, ok := obj.(*kueuev1beta2.Workload); ok {
		note(o.quotas, workload.Name, gone, now)
	}
	o.tell()
}

func note(all map[string]life, name, state string, at time.Time) {
	l, known := all[name]
	if !known {
		l = life{}
		all[name] = l
	}
	if _, before := l[state]; !before {
		l[state] = at
	}
}

func (o *observations) tell() {
	close(o.news)
	o.news = make(chan struct{})
}

// until waits for a condition on what was seen. In a stampede it is not asked after every event.
func (o *observations) until(ctx context.Context, what string, condition func() bool) error {
	const breath = 5 * time.Millisecond
	for {
		o.mu.Lock()
		holds, news := condition(), o.news
		o.mu.Unlock()
		if holds {
			return nil
		}
		if err := pause(ctx, breath); err != nil {
			return fmt.Errorf("waiting until %s: %w", what, err)
		}
		select {
		case <-news:
		case <-ctx.Done():
			return fmt.Errorf("waiting until %s: %w", what, ctx.Err())
		}
	}
}

// finals are the phases in which a job ends.
var finals = []fournosv1.Phase{fournosv1.PhaseSucceeded, fournosv1.PhaseFailed, fournosv1.PhaseStopped}

// end is when a job came to its end, if it has. The caller has the lock.
func (o *observations) end(job string) (at time.Time, phase fournosv1.Phase, over bool) {
	for _, phase := range finals {
		if at, over := o.jobs[job][string(phase)]; over {
			return at, phase, true
		}
	}
	return time.Time{}, "", false
}

// untilEnded waits for the ends of jobs, all of which must be as expected.
func (o *observations) untilEnded(ctx context.Context, want fournosv1.Phase, jobs ...string) error {
	err := o.until(ctx, fmt.Sprintf("%d jobs are %s", len(jobs), want), func() bool {
		return !slices.ContainsFunc(jobs, func(job string) bool { _, _, over := o.end(job); return !over })
	})
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, job := range jobs {
		if _, phase, _ := o.end(job); phase != want {
			return fmt.Errorf("job %s is %s, not %s: %s", job, phase, want, o.message[job])
		}
	}
	return nil
}

// count tells how many of the jobs have been in a phase. The caller has the lock.
func (o *observations) count(jobs []string, phase fournosv1.Phase) int {
	n := 0
	for _, job := range jobs {
		if _, was := o.jobs[job][string(phase)]; was {
			n++
		}
	}
	return n
}

// podTime is the time in which at least one Pod of a job or PipelineRun was there and had not ended.
func (o *observations) podTime(of string) time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.podTimeIn(of, time.Time{}, time.Now())
}

// podTimeIn is how much of that is between two times. The caller has the lock.
func (o *observations) podTimeIn(of string, from, to time.Time) time.Duration {
	var spans []span
	for _, pod := range o.podsOf[of] {
		l := o.pods[pod]
		end, over := l[ended]
		if !over {
			continue
		}
		s := span{l[exists], end}
		if s.from.Before(from) {
			s.from = from
		}
		if s.to.After(to) {
			s.to = to
		}
		spans = append(spans, s)
	}
	return covered(spans)
}
