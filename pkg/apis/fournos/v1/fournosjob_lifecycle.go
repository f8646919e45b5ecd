package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"knative.dev/pkg/apis"
	duckv1 "knative.dev/pkg/apis/duck/v1"
)

// Conditions of a FournosJob. Succeeded alone tells whether the job is done: the others are steps on the way, whose
// being False, as WorkloadAdmitted is while a job waits, says nothing about the end.
const (
	// ConditionSucceeded is Unknown until the end, then True or False.
	ConditionSucceeded = apis.ConditionSucceeded
	// ConditionResolved is True once hardware and secretRefs are known and valid.
	ConditionResolved apis.ConditionType = "Resolved"
	// ConditionWorkloadAdmitted is True once Kueue gave a cluster; while it is False its reason and message tell why not.
	ConditionWorkloadAdmitted apis.ConditionType = "WorkloadAdmitted"
	// ConditionPipelineRunReady is True once the PipelineRun was begun.
	ConditionPipelineRunReady apis.ConditionType = "PipelineRunReady"
)

// ClusterlessCluster is the status.cluster of a job that runs on no cluster.
const ClusterlessCluster = "[clusterless]"

// MessageStopped is the status.message of every job that was stopped.
const MessageStopped = "Job stopped by user"

// The steps are no dependents of Succeeded, or a False one would pull it down.
var conditionSet = apis.NewBatchConditionSet()

// GetConditionSet implements duckv1.KRShaped.
func (*FournosJob) GetConditionSet() apis.ConditionSet { return conditionSet }

// GetStatus implements duckv1.KRShaped.
func (j *FournosJob) GetStatus() *duckv1.Status { return &j.Status.Status }

// GetGroupVersionKind implements kmeta.OwnerRefable.
func (*FournosJob) GetGroupVersionKind() schema.GroupVersionKind {
	return SchemeGroupVersion.WithKind("FournosJob")
}

// IsFinal tells whether a job in this phase never leaves it.
func (p Phase) IsFinal() bool {
	return p == PhaseSucceeded || p == PhaseFailed || p == PhaseStopped
}

// IsDone tells whether the job has reached its final phase.
func (s *FournosJobStatus) IsDone() bool { return s.Phase.IsFinal() }

// InitializeConditions sets Succeeded to Unknown if it is absent.
func (s *FournosJobStatus) InitializeConditions() {
	conditionSet.Manage(s).InitializeConditions()
}

// Enter puts the job into a phase that is not final, with the message that people read meanwhile. The phase's name is
// the reason for which Succeeded is still Unknown.
func (s *FournosJobStatus) Enter(phase Phase, message string) {
	s.Phase, s.Message = phase, message
	s.mark(ConditionSucceeded, corev1.ConditionUnknown, string(phase), message)
}

// Finish puts the job into a final phase at the time given. A job that succeeded has Succeeded True; one that failed or
// was stopped has it False.
func (s *FournosJobStatus) Finish(phase Phase, reason, message string, at metav1.Time) {
	s.Phase, s.Message = phase, message
	s.CompletionTime = &at
	status := corev1.ConditionFalse
	if phase == PhaseSucceeded {
		status = corev1.ConditionTrue
	}
	s.mark(ConditionSucceeded, status, reason, message)
}

// MarkStep sets the condition of a step on the way. It leaves Succeeded alone.
func (s *FournosJobStatus) MarkStep(step apis.ConditionType, status corev1.ConditionStatus, reason, message string) {
	s.mark(step, status, reason, message)
}

func (s *FournosJobStatus) mark(t apis.ConditionType, status corev1.ConditionStatus, reason, message string) {
	severity := apis.ConditionSeverityError
	if t != ConditionSucceeded {
		severity = apis.ConditionSeverityInfo
	}
	// The manager's own Mark methods would turn Succeeded True as soon as one step is.
	conditionSet.Manage(s).SetCondition(apis.Condition{
		Type: t, Status: status, Reason: reason, Message: message, Severity: severity,
	})
}
