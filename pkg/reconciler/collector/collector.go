// Package collector deletes what was made for a FournosJob and outlived it: objects that lost their owner reference, or
// that somebody made again by hand. Kubernetes' own garbage collector takes the others.
package collector

import (
	"context"
	"fmt"
	"time"

	pipelineclient "github.com/tektoncd/pipeline/pkg/client/clientset/versioned"
	pipelinelisters "github.com/tektoncd/pipeline/pkg/client/listers/pipeline/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/logging"
	"knative.dev/pkg/reconciler"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	fournosclient "fournos.dev/fournos/pkg/client/clientset/versioned"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/clientset/versioned"
	kueuelisters "fournos.dev/fournos/pkg/client/kueue/listers/kueue/v1beta2"
	fournoslisters "fournos.dev/fournos/pkg/client/listers/fournos/v1"
)

// sweep is the one key of the collector's queue.
const sweep = "sweep"

// Collector sweeps once an interval. It is a controller for the sake of its queue and of leader election.
type Collector struct {
	reconciler.LeaderAwareFuncs

	interval time.Duration
	fournos  fournosclient.Interface
	tekton   pipelineclient.Interface
	kueue    kueueclient.Interface

	jobs         fournoslisters.FournosJobLister
	pipelineRuns pipelinelisters.PipelineRunLister
	workloads    kueuelisters.WorkloadLister
}

var (
	_ controller.Reconciler  = (*Collector)(nil)
	_ reconciler.LeaderAware = (*Collector)(nil)
)

// promote begins the sweeps of a new leader.
func promote(bucket reconciler.Bucket, enqueue func(reconciler.Bucket, types.NamespacedName)) error {
	enqueue(bucket, types.NamespacedName{Name: sweep})
	return nil
}

// Reconcile sweeps, and asks to be called again after the interval. An error is retried sooner.
func (c *Collector) Reconcile(ctx context.Context, key string) error {
	if !c.IsLeaderFor(types.NamespacedName{Name: sweep}) {
		return controller.NewSkipKey(key)
	}
	orphans, err := c.orphans(ctx)
	if err != nil {
		return err
	}
	for _, orphan := range orphans {
		logging.FromContext(ctx).Infof("Deleting %s: its FournosJob is gone", orphan)
		if err := orphan.delete(ctx); err != nil && !apierrs.IsNotFound(err) {
			return fmt.Errorf("deleting %s: %w", orphan, err)
		}
	}
	return controller.NewRequeueAfter(c.interval)
}

// orphan is an object whose FournosJob is gone.
type orphan struct {
	metav1.Object
	kind   string
	remove func(ctx context.Context, name string, options metav1.DeleteOptions) error
}

func (o orphan) String() string { return o.kind + " " + o.GetName() }

func (o orphan) delete(ctx context.Context) error {
	// Whatever has that name by then may be a new job's.
	return o.remove(ctx, o.GetName(), metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: ptr.To(o.GetUID())}})
}

// orphans lists first what was made for jobs and asks then for each job, so that what was made for a job after the list
// was made is not on it. Only the API server can tell that a job is gone.
func (c *Collector) orphans(ctx context.Context) ([]orphan, error) {
	candidates, err := c.candidates()
	if err != nil {
		return nil, err
	}
	var orphans []orphan
	for _, candidate := range candidates {
		job := candidate.GetLabels()[fournos.JobNameLabelKey]
		if job == "" || candidate.GetDeletionTimestamp() != nil {
			continue
		}
		found, err := c.jobs.FournosJobs(candidate.GetNamespace()).Get(job)
		if apierrs.IsNotFound(err) || err == nil && isFormers(candidate, found) {
			found, err = c.fournos.FournosV1().FournosJobs(candidate.GetNamespace()).Get(ctx, job, metav1.GetOptions{})
		}
		switch {
		case apierrs.IsNotFound(err), err == nil && isFormers(candidate, found):
			orphans = append(orphans, candidate)
		case err != nil:
			return nil, err
		}
	}
	return orphans, nil
}

// isFormers tells whether an object was made for a former job of the name. Kubernetes' garbage collector does not see
// that such a job is gone if it was made anew while the API server was being restarted: its cluster would be held for good.
func isFormers(object metav1.Object, job *fournosv1.FournosJob) bool {
	owner := metav1.GetControllerOf(object)
	return owner != nil && owner.Kind == job.GetGroupVersionKind().Kind && owner.Name == job.Name && owner.UID != job.UID
}

func (c *Collector) candidates() ([]orphan, error) {
	ours := labels.SelectorFromSet(labels.Set{fournos.ManagedByLabelKey: fournos.ManagedByLabelValue})
	var candidates []orphan
	workloads, err := c.workloads.List(ours)
	if err != nil {
		return nil, err
	}
	for _, workload := range workloads {
		candidates = append(candidates, orphan{workload, "Workload", c.kueue.KueueV1beta2().Workloads(workload.Namespace).Delete})
	}
	runs, err := c.pipelineRuns.List(ours)
	if err != nil {
		return nil, err
	}
	for _, run := range runs {
		candidates = append(candidates, orphan{run, "PipelineRun", c.tekton.TektonV1().PipelineRuns(run.Namespace).Delete})
	}
	return candidates, nil
}
