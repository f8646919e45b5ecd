package fournosjob

import (
	"context"
	"fmt"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	"knative.dev/pkg/apis"
	"knative.dev/pkg/controller"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// follow waits for the end of the job's PipelineRun, and gives the cluster back when nothing runs on it any more.
func (r *Reconciler) follow(ctx context.Context, job *fournosv1.FournosJob) error {
	run, err := r.liveRun(ctx, job, job.Status.PipelineRun)
	if err != nil {
		return err
	}
	if run == nil {
		if ended, err := r.podsEnded(job); err != nil || !ended {
			return err
		}
		job.Status.MarkStep(fournosv1.ConditionPipelineRunReady, corev1.ConditionFalse, ReasonPipelineRunGone, "PipelineRun was deleted")
		return failf(ReasonPipelineRunGone, "PipelineRun %s was deleted before it had finished", job.Status.PipelineRun)
	}
	taken, err := r.takenBack(ctx, job)
	if err != nil {
		return err
	}
	if !hasEnded(run) {
		if taken != nil {
			return r.vacate(ctx, job, run, taken)
		}
		return r.showProgress(job, run.Name)
	}
	if ended, err := r.podsEnded(job); err != nil || !ended {
		return err
	}
	if taken != nil && vacated(run) {
		if ended, err := r.podsEndedLive(ctx, job); err != nil || !ended {
			return err
		}
		return r.giveBack(job, taken)
	}
	end := run.Status.GetCondition(apis.ConditionSucceeded)
	if end.IsTrue() {
		job.Status.Finish(fournosv1.PhaseSucceeded, end.Reason, fmt.Sprintf("PipelineRun %s succeeded", run.Name), r.now())
		return nil
	}
	why, goesOn, err := r.failedTask(ctx, run)
	if err != nil {
		return err
	}
	if goesOn != "" {
		job.Status.Enter(fournosv1.PhaseRunning, fmt.Sprintf("PipelineRun %s is over, waiting for TaskRun %s to end", run.Name, goesOn))
		return controller.NewRequeueAfter(taskRunRetry)
	}
	message := fmt.Sprintf("PipelineRun %s failed: %s", run.Name, end.Message)
	if why != "" {
		message += "; " + why
	}
	job.Status.Finish(fournosv1.PhaseFailed, end.Reason, message, r.now())
	return nil
}

// hasEnded tells whether a PipelineRun is over, finally tasks and all. Tekton sets the time when the last of them is.
func hasEnded(run *pipelinev1.PipelineRun) bool {
	return run.Status.CompletionTime != nil && run.IsDone()
}
