// Package fournosjob reconciles FournosJobs: it takes each through its phases, from what its author wrote to the end of
// its PipelineRun, and gives its cluster back.
package fournosjob

import (
	"context"
	"errors"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	pipelineclient "github.com/tektoncd/pipeline/pkg/client/clientset/versioned"
	pipelinelisters "github.com/tektoncd/pipeline/pkg/client/listers/pipeline/v1"
	customrunlisters "github.com/tektoncd/pipeline/pkg/client/listers/pipeline/v1beta1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	batchlisters "k8s.io/client-go/listers/batch/v1"
	"k8s.io/utils/clock"
	"knative.dev/pkg/reconciler"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/caches"
	fournosclient "fournos.dev/fournos/pkg/client/clientset/versioned"
	fournosjobreconciler "fournos.dev/fournos/pkg/client/injection/reconciler/fournos/v1/fournosjob"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/clientset/versioned"
	kueuelisters "fournos.dev/fournos/pkg/client/kueue/listers/kueue/v1beta2"
	"fournos.dev/fournos/pkg/pace"
	"fournos.dev/fournos/pkg/settings"
	"fournos.dev/fournos/pkg/warnings"
)

// Reconciler takes FournosJobs through their phases.
type Reconciler struct {
	clock           clock.PassiveClock
	settings        *settings.Settings
	resolveTemplate *batchv1.Job

	fournos fournosclient.Interface
	kube    kubernetes.Interface
	tekton  pipelineclient.Interface
	kueue   kueueclient.Interface

	jobs         batchlisters.JobLister
	pipelines    pipelinelisters.PipelineLister
	pipelineRuns pipelinelisters.PipelineRunLister
	customRuns   customrunlisters.CustomRunLister
	workloads    kueuelisters.WorkloadLister
	flavors      kueuelisters.ResourceFlavorLister
	queues       kueuelisters.ClusterQueueLister
	priorities   kueuelisters.WorkloadPriorityClassLister
	warnings     *warnings.Lister

	// versions are what we wrote of jobs, released the Workloads that we deleted.
	versions, released *pace.Versions
	patience           *pace.Patience
	// madeRuns and madeJobs were made a moment ago.
	madeRuns *pace.Made[*pipelinev1.PipelineRun]
	madeJobs *pace.Made[*batchv1.Job]
	// goOn says that a pass goes on after a change of phase.
	goOn bool

	// What was made for a job, by the job's namespace and name; and the jobs of a template, by the template's.
	podsOf     *caches.Index[*corev1.Pod]
	gatesOf    *caches.Index[*pipelinev1beta1.CustomRun]
	childrenOf *caches.Index[*fournosv1.FournosJob]
}

var (
	_ fournosjobreconciler.Interface = (*Reconciler)(nil)
	_ reconciler.OnDeletionInterface = (*Reconciler)(nil)
)

// ReconcileKind takes a job one step further, if it can go one, and writes its status once.
//
// It is not called for a job that is being deleted: all that is the job's goes by owner references.
//
// Each change of phase is written, so that whoever watches the job sees it, and the pass goes on from what the API server
// answered: it need not come back through the watch first.
func (r *Reconciler) ReconcileKind(ctx context.Context, job *fournosv1.FournosJob) reconciler.Event {
	if r.versions.IsBehind(job) {
		return nil
	}
	for {
		written, err := r.step(ctx, job)
		if err != nil || written == nil || !r.goOn {
			return err
		}
		job, ctx = written, withConfirmed(ctx, written)
	}
}

// ObserveDeletion implements reconciler.OnDeletionInterface.
func (r *Reconciler) ObserveDeletion(_ context.Context, key types.NamespacedName) error {
	r.versions.Forget(key)
	r.released.Forget(key)
	r.patience.Forget(key)
	return nil
}

// step makes at most one change of phase and returns the job as it was written if there is more to do for it now.
//
// The cluster of a job that has ended is given back when its end is written. The other way round, a pass that died in
// between would have the next one see a job that lost its cluster.
func (r *Reconciler) step(ctx context.Context, job *fournosv1.FournosJob) (*fournosv1.FournosJob, error) {
	if job.Status.IsDone() {
		if err := r.tidy(ctx, job); err != nil {
			return nil, err
		}
		return nil, r.expire(ctx, job)
	}
	before := job.DeepCopy()
	job.SetDefaults(ctx)
	job.Status.InitializeConditions()

	err := r.advance(ctx, job)
	if errors.Is(err, errOutdated) {
		return nil, nil
	}
	if failed, ok := asFailure(err); ok {
		job.Status.Finish(fournosv1.PhaseFailed, failed.reason, failed.message, r.now())
		err = nil
	}
	written, writeErr := r.writeStatus(ctx, before, job)
	if writeErr != nil {
		return nil, sooner(err, writeErr)
	}
	if err == nil && job.Status.IsDone() {
		return nil, r.release(ctx, before)
	}
	if err != nil || before.Status.Phase == job.Status.Phase {
		return nil, err
	}
	return written, nil
}

// advance does what the job's phase asks for.
func (r *Reconciler) advance(ctx context.Context, job *fournosv1.FournosJob) error {
	if job.Spec.Shutdown != "" || job.Status.Phase == fournosv1.PhaseStopping {
		return r.shutDown(ctx, job)
	}
	switch job.Status.Phase {
	case "", fournosv1.PhaseScheduled: // The spec may be edited until the job begins.
		return r.accept(ctx, job)
	case fournosv1.PhaseRecurring:
		return r.recur(ctx, job)
	case fournosv1.PhaseResolving:
		return r.resolve(ctx, job)
	case fournosv1.PhasePending:
		return r.awaitAdmission(ctx, job)
	case fournosv1.PhaseAdmitted:
		if job.Spec.LockOnly {
			return r.holdLock(ctx, job)
		}
		return r.launch(ctx, job)
	case fournosv1.PhaseRunning:
		return r.follow(ctx, job)
	}
	return nil
}
