package fournosjob

import (
	"context"
	"fmt"
	"strings"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"knative.dev/pkg/apis"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/caches"
	"fournos.dev/fournos/pkg/kueue"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// awaitAdmission follows the gate, the one task of the admission run, until it has a cluster.
func (r *Reconciler) awaitAdmission(ctx context.Context, job *fournosv1.FournosJob) error {
	attempt := nextAttempt(job)
	run, err := r.ensureRun(ctx, job, names.AdmissionRun(job, attempt), func() (*pipelinev1.PipelineRun, error) {
		return resources.AdmissionRun(job, attempt), r.confirm(ctx, job)
	})
	if err != nil {
		return err
	}
	gate, err := r.gateOf(ctx, job, run)
	if err != nil {
		return err
	}
	if gate == nil {
		if run.IsDone() {
			end := run.Status.GetCondition(apis.ConditionSucceeded)
			return failf(ReasonAdmissionFailed, "PipelineRun %s could not wait for a cluster: %s", run.Name, end.GetMessage())
		}
		r.wait(job, fournos.ReasonPending, askingKueue(run.Name))
		return r.requeue(ctx, job)
	}
	job.Status.DashboardURL = r.gateURL(gate)

	switch state := gate.Status.GetCondition(apis.ConditionSucceeded); {
	case state.IsTrue():
		return r.admitted(job, gate)
	case state.IsFalse():
		job.Status.MarkStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, state.Reason, state.Message)
		return failf(state.Reason, "%s", state.Message)
	case state.GetMessage() != "":
		r.patience.Hurry(types.NamespacedName{Namespace: job.Namespace, Name: job.Name}) // The gate was patient.
		r.wait(job, state.GetReason(), state.GetMessage())
	}
	return nil
}

// askingKueue is the message of a job whose gate has said nothing yet.
func askingKueue(admissionRun string) string {
	return fmt.Sprintf("PipelineRun %s asks Kueue for a cluster", admissionRun)
}

// nextAttempt is the number of the attempt that a job waits for, or is about to begin.
func nextAttempt(job *fournosv1.FournosJob) int32 { return job.Status.Attempts + 1 }

func (r *Reconciler) wait(job *fournosv1.FournosJob, reason, message string) {
	if stopped := job.Status.GetCondition(fournosv1.ConditionPipelineRunReady); isEviction(stopped) {
		// Why it waits again; Kueue says that itself until it has something newer to say.
		words, position, known := strings.Cut(message, kueue.Position)
		switch {
		case !strings.Contains(stopped.Message, words):
			message += "; " + stopped.Message
		case known:
			message = stopped.Message + kueue.Position + position
		default:
			message = stopped.Message
		}
	}
	job.Status.Enter(fournosv1.PhasePending, message)
	job.Status.MarkStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, reason, message)
}

func (r *Reconciler) admitted(job *fournosv1.FournosJob, gate *pipelinev1beta1.CustomRun) error {
	for _, result := range gate.Status.Results {
		if result.Name == fournos.ResultCluster {
			job.Status.Cluster = result.Value
		}
	}
	if job.Status.Cluster == "" {
		return failf(fournos.ReasonNoFlavorAssigned, "CustomRun %s succeeded and names no cluster", gate.Name)
	}
	message := "Cluster " + job.Status.Cluster + " is held for this job"
	job.Status.MarkStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionTrue, fournos.ReasonAdmitted, message)
	job.Status.Enter(fournosv1.PhaseAdmitted, message)
	return nil
}

// gateOf finds the CustomRun of an admission run; nil before Tekton made it. Tekton says a while later in the run's status
// that it has: by then a gate to which Kueue gave a cluster at once has passed.
func (r *Reconciler) gateOf(ctx context.Context, job *fournosv1.FournosJob, run *pipelinev1.PipelineRun) (*pipelinev1beta1.CustomRun, error) {
	for _, gate := range r.gatesOf.Get(caches.Key(job.Namespace, job.Name)) {
		if metav1.IsControlledBy(gate, run) && gate.Labels[pipeline.PipelineTaskLabelKey] == names.AdmissionTask {
			return gate, nil
		}
	}
	for _, child := range run.Status.ChildReferences {
		if child.PipelineTaskName != names.AdmissionTask {
			continue
		}
		gate, err := r.customRuns.CustomRuns(run.Namespace).Get(child.Name)
		if apierrs.IsNotFound(err) && run.IsDone() {
			// The run's end is known before the gate's, which has the reason.
			gate, err = r.tekton.TektonV1beta1().CustomRuns(run.Namespace).Get(ctx, child.Name, metav1.GetOptions{})
		}
		if apierrs.IsNotFound(err) || err == nil && !metav1.IsControlledBy(gate, run) {
			return nil, nil // Not in the cache yet: its event brings us back. Or a former run's, which is no answer.
		}
		return gate, err
	}
	return nil, nil
}
