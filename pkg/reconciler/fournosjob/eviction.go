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

// takenBack tells whether the job, which was given a cluster, must leave it; nil if not. Kueue waits until it has.
func (r *Reconciler) takenBack(ctx context.Context, job *fournosv1.FournosJob) (*taken, error) {
	if job.Spec.Clusterless {
		return nil, nil
	}
	workload, err := r.workloads.Workloads(job.Namespace).Get(names.Workload(job))
	if err == nil && metav1.IsControlledBy(workload, job) && lost(workload) != nil {
		// A run that was stopped cannot go on, and the cache may still have the eviction before this attempt.
		workload, err = r.kueue.KueueV1beta2().Workloads(job.Namespace).Get(ctx, workload.Name, metav1.GetOptions{})
	}
	if err != nil && !apierrs.IsNotFound(err) {
		return nil, err
	}
	ours := err == nil && metav1.IsControlledBy(workload, job)
	if ours {
		if t := lost(workload); t != nil {
			t.message = fmt.Sprintf("Kueue takes cluster %s back (%s)", job.Status.Cluster, t.message)
			return t, nil
		}
	}
	if announced := job.Status.GetCondition(fournosv1.ConditionWorkloadAdmitted); isEviction(announced) {
		// The run was told to stop, whatever has become of the Workload since.
		return &taken{message: announced.Message, forGood: !ours}, nil
	}
	return nil, nil
}

// lost tells whether a Workload that was admitted is so no more, in Kueue's words; nil if it still is.
func lost(workload *kueuev1beta2.Workload) *taken {
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
	job.Status.MarkStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, ReasonEvicted, t.message)
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
	job.Status.MarkStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, ReasonEvicted, t.message)
	if job.Status.PipelineRun != "" {
		job.Status.MarkStep(fournosv1.ConditionPipelineRunReady, corev1.ConditionFalse, ReasonEvicted, t.message)
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
	return condition.IsFalse() && condition.GetReason() == ReasonEvicted
}
