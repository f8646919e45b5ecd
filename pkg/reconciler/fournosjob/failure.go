package fournosjob

import (
	"errors"
	"fmt"
)

// Reasons of a job's condition Succeeded when it is False. A job whose gate failed carries the gate's reason, one whose
// PipelineRun failed the PipelineRun's.
const (
	ReasonInvalidSpec       = "InvalidSpec"
	ReasonClusterNotFound   = "ClusterNotFound"
	ReasonPriorityNotFound  = "PriorityNotFound"
	ReasonPipelineNotUsable = "PipelineNotUsable"
	ReasonResolutionFailed  = "ResolutionFailed"
	ReasonGPUNotAvailable   = "GPUNotAvailable"
	ReasonSecretNotFound    = "SecretNotFound"
	ReasonSecretNotAllowed  = "SecretNotAllowed"
	ReasonSecretNotUsable   = "SecretNotUsable"
	ReasonNameConflict      = "NameConflict"
	ReasonAdmissionFailed   = "AdmissionFailed"
	ReasonPipelineRunGone   = "PipelineRunGone"
	ReasonPipelineRefused   = "PipelineRunRefused"
	ReasonEvicted           = "Evicted"
	ReasonDeactivated       = "Deactivated"
	ReasonStopped           = "Stopped"
)

// failure ends a job: its author must mend what the message tells. Any other error is the hub's, and is retried.
type failure struct {
	reason  string
	message string
}

func (f *failure) Error() string { return f.message }

func failf(reason, format string, args ...any) error {
	return &failure{reason: reason, message: fmt.Sprintf(format, args...)}
}

func asFailure(err error) (*failure, bool) {
	var f *failure
	return f, errors.As(err, &f)
}
