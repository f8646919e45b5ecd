package fournosjob

import (
	"context"
	"encoding/json"
	"fmt"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// shutDown ends a job as spec.shutdown asks: at once if its PipelineRun does not exist yet, else when that has ended.
func (r *Reconciler) shutDown(ctx context.Context, job *fournosv1.FournosJob) error {
	switch job.Status.Phase {
	case fournosv1.PhaseAdmitted, fournosv1.PhaseRunning, fournosv1.PhaseStopping:
		// An earlier pass may have made the run and not have come to say so.
		run, err := r.liveRun(ctx, job, latestRun(job))
		if err != nil {
			return err
		}
		if run != nil {
			return r.stopRun(ctx, job, run)
		}
		if ended, err := r.podsEnded(job); err != nil || !ended {
			return err
		}
	case fournosv1.PhasePending:
		if err := r.cancelAdmission(ctx, job); err != nil {
			return err
		}
	case fournosv1.PhaseResolving:
		if err := r.deleteResolveJob(ctx, job); err != nil {
			return err
		}
	}
	r.stopped(job)
	return nil
}

// latestRun is the PipelineRun that the job has, or may have if an earlier pass began it and did not come to say so.
func latestRun(job *fournosv1.FournosJob) string {
	if job.Status.PipelineRun != "" {
		return job.Status.PipelineRun
	}
	return names.PipelineRun(job, nextAttempt(job))
}

func (r *Reconciler) stopped(job *fournosv1.FournosJob) {
	job.Status.Finish(fournosv1.PhaseStopped, ReasonStopped, fournosv1.MessageStopped, r.now())
}

// stopRun cancels the job's PipelineRun and keeps the cluster until it has ended and its Pods have.
func (r *Reconciler) stopRun(ctx context.Context, job *fournosv1.FournosJob, run *pipelinev1.PipelineRun) error {
	if hasEnded(run) {
		if ended, err := r.podsEnded(job); err != nil || !ended {
			return err
		}
		r.stopped(job)
		return nil
	}
	how := pipelinev1.PipelineRunSpecStatus(pipelinev1.PipelineRunSpecStatusCancelledRunFinally)
	if job.Spec.Shutdown == fournosv1.ShutdownTerminate || run.Spec.Status == pipelinev1.PipelineRunSpecStatusCancelled {
		how = pipelinev1.PipelineRunSpecStatusCancelled // What was terminated cannot be stopped gently any more.
	}
	if err := r.cancel(ctx, run, how); err != nil {
		return err
	}
	job.Status.PipelineRun = run.Name
	job.Status.Enter(fournosv1.PhaseStopping, fmt.Sprintf("PipelineRun %s is being stopped (%s)", run.Name, how))
	return nil
}

// cancelAdmission ends the wait for a cluster. The gate gives its Workload back when Tekton tells it.
func (r *Reconciler) cancelAdmission(ctx context.Context, job *fournosv1.FournosJob) error {
	run, err := r.liveRun(ctx, job, names.AdmissionRun(job, nextAttempt(job)))
	if err != nil || run == nil || run.IsDone() {
		return err
	}
	return r.cancel(ctx, run, pipelinev1.PipelineRunSpecStatusCancelled)
}

func (r *Reconciler) cancel(ctx context.Context, run *pipelinev1.PipelineRun, how pipelinev1.PipelineRunSpecStatus) error {
	if run.Spec.Status == how {
		return nil
	}
	patch, err := json.Marshal(map[string]any{"spec": map[string]any{"status": how}})
	if err != nil {
		return err
	}
	_, err = r.tekton.TektonV1().PipelineRuns(run.Namespace).Patch(ctx, run.Name, types.MergePatchType, patch, metav1.PatchOptions{})
	if apierrs.IsNotFound(err) {
		return nil
	}
	return err
}

// deleteResolveJob ends the resolve Job and its Pods, unless somebody else made it.
func (r *Reconciler) deleteResolveJob(ctx context.Context, job *fournosv1.FournosJob) error {
	jobs := r.kube.BatchV1().Jobs(job.Namespace)
	found, err := jobs.Get(ctx, names.ResolveJob(job), metav1.GetOptions{})
	if apierrs.IsNotFound(err) {
		return nil
	}
	if err != nil || !metav1.IsControlledBy(found, job) {
		return err
	}
	err = jobs.Delete(ctx, found.Name, metav1.DeleteOptions{
		Preconditions:     &metav1.Preconditions{UID: ptr.To(found.UID)},
		PropagationPolicy: ptr.To(metav1.DeletePropagationBackground),
	})
	if apierrs.IsNotFound(err) {
		return nil
	}
	return err
}
