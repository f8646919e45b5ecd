package fournosjob

import (
	"context"
	"fmt"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"knative.dev/pkg/apis"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/kueue"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// An eviction goes in steps, each of which comes out the same when it is done again: the run is told to stop (vacate);
// when nothing works on the cluster any more the job is Pending again (giveBack); and only then, when no pass can take
// the job for one that has a cluster, is the quota handed back (requeue).

// taken is a cluster that Kueue wants back, or has given to others already.
type taken struct {
	message string
	// forGood says that there is no place in the queue to go back to.
	forGood bool
}

// reason is that of the conditions which say so.
func (t *taken) reason() string {
	if t.forGood {
		return ReasonDeactivated
	}
	return ReasonEvicted
}

// takenBack tells whether the job, which was given a cluster, must leave it; nil if not. Kueue waits until it has. That
// it need not is known from the cache: a run that was stopped cannot go on, so before it is the API server is asked.
func (r *Reconciler) takenBack(ctx context.Context, job *fournosv1.FournosJob) (*taken, error) {
	if job.Spec.Clusterless {
		return nil, nil
	}
	workload, err := r.workloads.Workloads(job.Namespace).Get(names.Workload(job))
	if err != nil && !apierrs.IsNotFound(err) {
		return nil, err
	}
	announced := job.Status.GetCondition(fournosv1.ConditionWorkloadAdmitted)
	if err == nil && !isEviction(announced) && lost(job, workload) == nil {
		return nil, nil
	}
	return r.takenBackLive(ctx, job)
}

// takenBackLive is takenBack as of now.
func (r *Reconciler) takenBackLive(ctx context.Context, job *fournosv1.FournosJob) (*taken, error) {
	if job.Spec.Clusterless {
		return nil, nil
	}
	workload, err := r.kueue.KueueV1beta2().Workloads(job.Namespace).Get(ctx, names.Workload(job), metav1.GetOptions{})
	if apierrs.IsNotFound(err) {
		workload, err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	t := lost(job, workload)
	if announced := job.Status.GetCondition(fournosv1.ConditionWorkloadAdmitted); isEviction(announced) {
		// The run was told to stop, and why, whatever has become of the Workload since.
		forGood := announced.GetReason() == ReasonDeactivated || t != nil && t.forGood
		t = &taken{message: announced.Message, forGood: forGood}
	}
	return t, nil
}

// lost tells whether the job's Workload, which was admitted, is so no more, in Kueue's words; nil if it still is. A job
// without its Workload has no cluster either.
func lost(job *fournosv1.FournosJob, workload *kueuev1beta2.Workload) *taken {
	if workload == nil || !metav1.IsControlledBy(workload, job) {
		return &taken{message: fmt.Sprintf("Workload %s, which held cluster %s, was deleted", names.Workload(job), job.Status.Cluster)}
	}
	t := unadmitted(workload)
	if t != nil {
		t.message = fmt.Sprintf("Kueue takes cluster %s back (%s)", job.Status.Cluster, t.message)
		return t
	}
	switch cluster := kueue.Cluster(workload); {
	case workload.DeletionTimestamp != nil:
		return &taken{message: fmt.Sprintf("Workload %s, which holds cluster %s, is being deleted", workload.Name, job.Status.Cluster)}
	case cluster != job.Status.Cluster:
		return &taken{message: fmt.Sprintf("Workload %s holds cluster %s in place of %s", workload.Name, cluster, job.Status.Cluster)}
	}
	return nil
}

// unadmitted is lost for a Workload that stands.
func unadmitted(workload *kueuev1beta2.Workload) *taken {
	reason, message, is := kueue.Lost(workload)
	if !is {
		return nil
	}
	return &taken{message: reason + ": " + message, forGood: kueue.IsRejected(workload)}
}

// vacate stops the run on a cluster that Kueue wants back. Its finally tasks clean up.
func (r *Reconciler) vacate(ctx context.Context, job *fournosv1.FournosJob, run *pipelinev1.PipelineRun, t *taken) error {
	if !run.IsCancelled() {
		if err := r.cancel(ctx, run, pipelinev1.PipelineRunSpecStatusCancelledRunFinally); err != nil {
			return err
		}
	}
	job.Status.MarkStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, t.reason(), t.message)
	job.Status.Enter(fournosv1.PhaseRunning, fmt.Sprintf("%s, PipelineRun %s is being stopped", t.message, run.Name))
	return nil
}

// vacated tells whether a run that is over has been stopped before it had done its work.
func vacated(run *pipelinev1.PipelineRun) bool {
	return (run.IsCancelled() || run.IsGracefullyCancelled()) && !run.Status.GetCondition(apis.ConditionSucceeded).IsTrue()
}

// giveBack is for a job of which nothing works on the cluster, or not any more. It goes back into the queue, where its
// Workload keeps its place, or ends.
func (r *Reconciler) giveBack(job *fournosv1.FournosJob, t *taken) error {
	job.Status.MarkStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, t.reason(), t.message)
	if job.Status.PipelineRun != "" {
		job.Status.MarkStep(fournosv1.ConditionPipelineRunReady, corev1.ConditionFalse, t.reason(), t.message)
	}
	if t.forGood || job.Spec.OnEviction == fournosv1.EvictionFail {
		return failf(ReasonEvicted, "%s", t.message)
	}
	if job.Status.PipelineRun == "" {
		job.Status.Attempts++ // Though it began no run: its admission run is used up.
	}
	job.Status.Cluster, job.Status.PipelineRun = "", ""
	job.Status.Enter(fournosv1.PhasePending, t.message+", the job is in the queue again")
	return nil
}

// requeue hands back the quota of a job that is in the queue again. The gate does so, too, once Tekton has made it; but
// whoever gets the cluster need not wait for that.
func (r *Reconciler) requeue(ctx context.Context, job *fournosv1.FournosJob) error {
	workload, err := r.workloads.Workloads(job.Namespace).Get(names.Workload(job))
	if apierrs.IsNotFound(err) || err == nil && !metav1.IsControlledBy(workload, job) {
		return nil
	}
	if err != nil {
		return err
	}
	workload = workload.DeepCopy()
	if !kueue.Requeue(workload, r.clock.Now()) {
		return nil
	}
	// Over the version that was read: when the cache lags behind the gate this is refused, and tried again.
	_, err = r.kueue.KueueV1beta2().Workloads(job.Namespace).UpdateStatus(ctx, workload, metav1.UpdateOptions{})
	if apierrs.IsNotFound(err) {
		return nil
	}
	return err
}

func isEviction(condition *apis.Condition) bool {
	return condition.IsFalse() && (condition.GetReason() == ReasonEvicted || condition.GetReason() == ReasonDeactivated)
}
