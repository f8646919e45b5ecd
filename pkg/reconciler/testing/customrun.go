package testing

import (
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/apis"
	"knative.dev/pkg/kmeta"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// CustomRunOption changes a CustomRun that is being built.
type CustomRunOption func(*pipelinev1beta1.CustomRun)

// NewCustomRun builds a run of the custom task KueueAdmission that nobody has looked at.
func NewCustomRun(name string, options ...CustomRunOption) *pipelinev1beta1.CustomRun {
	run := &pipelinev1beta1.CustomRun{
		ObjectMeta: meta(name),
		Spec: pipelinev1beta1.CustomRunSpec{
			CustomRef: &pipelinev1beta1.TaskRef{APIVersion: fournos.AdmissionAPIVersion, Kind: fournos.AdmissionKind},
		},
	}
	run.Generation = 1
	for _, option := range options {
		option(run)
	}
	return run
}

// WithCustomRef makes the run one of another custom task.
func WithCustomRef(apiVersion, kind string) CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) {
		r.Spec.CustomRef = &pipelinev1beta1.TaskRef{APIVersion: apiVersion, Kind: pipelinev1beta1.TaskKind(kind)}
	}
}

// WithCustomSpec embeds the custom task in place of referring to it.
func WithCustomSpec() CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) {
		r.Spec.CustomRef, r.Spec.CustomSpec = nil, &pipelinev1beta1.EmbeddedCustomRunSpec{}
		r.Spec.CustomSpec.APIVersion, r.Spec.CustomSpec.Kind = fournos.AdmissionAPIVersion, fournos.AdmissionKind
	}
}

// WithCustomRunOwner makes an object, such as a PipelineRun, the run's controller.
func WithCustomRunOwner(owner kmeta.OwnerRefable) CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) {
		r.OwnerReferences = []metav1.OwnerReference{*kmeta.NewControllerRef(owner)}
	}
}

// WithCustomRunLabel sets a label.
func WithCustomRunLabel(key, value string) CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) { setLabel(r, key, value) }
}

// WithCustomRunDeletion marks the run as being deleted.
func WithCustomRunDeletion() CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) { r.DeletionTimestamp = ptr.To(At(-time.Second)) }
}

// WithParam adds a param that is a string.
func WithParam(name, value string) CustomRunOption {
	return WithParamValue(name, *pipelinev1.NewStructuredValues(value))
}

// WithParamValue adds a param of any type.
func WithParamValue(name string, value pipelinev1.ParamValue) CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) {
		r.Spec.Params = append(r.Spec.Params, pipelinev1beta1.Param{
			Name: name,
			Value: pipelinev1beta1.ParamValue{
				Type: pipelinev1beta1.ParamType(value.Type), StringVal: value.StringVal,
				ArrayVal: value.ArrayVal, ObjectVal: value.ObjectVal,
			},
		})
	}
}

// WithWorkspace binds an empty volume to a workspace.
func WithWorkspace(name string) CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) {
		r.Spec.Workspaces = append(r.Spec.Workspaces,
			pipelinev1beta1.WorkspaceBinding{Name: name, EmptyDir: &corev1.EmptyDirVolumeSource{}})
	}
}

// WithTimeout sets spec.timeout.
func WithTimeout(d time.Duration) CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) { r.Spec.Timeout = &metav1.Duration{Duration: d} }
}

// WithRetries sets spec.retries.
func WithRetries(retries int) CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) { r.Spec.Retries = retries }
}

// WithAttempt puts what the run was, and how it ended, on record as an attempt that is over.
func WithAttempt(end CustomRunOption) CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) {
		ended := r.DeepCopy()
		ended.Status.RetriesStatus = nil
		end(ended)
		ended.Status.ObservedGeneration = r.Status.ObservedGeneration
		r.Status.RetriesStatus = append(r.Status.RetriesStatus, ended.Status)
	}
}

// WithCancel cancels the run as Tekton does: by a patch that makes another generation.
func WithCancel() CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) {
		r.Spec.Status = pipelinev1beta1.CustomRunSpecStatusCancelled
		r.Generation++
	}
}

// WithStarted says that the run began this long before Now, and what it waits for.
func WithStarted(ago time.Duration, reason, message string) CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) {
		r.Status.ObservedGeneration = r.Generation
		r.Status.StartTime = ptr.To(At(-ago))
		setSucceeded(r, corev1.ConditionUnknown, reason, message)
	}
}

// WithCompleted says that the run is over, at Now.
func WithCompleted(status corev1.ConditionStatus, reason, message string) CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) {
		r.Status.ObservedGeneration = r.Generation
		if r.Status.StartTime == nil {
			r.Status.StartTime = ptr.To(At(0))
		}
		r.Status.CompletionTime = ptr.To(At(0))
		setSucceeded(r, status, reason, message)
	}
}

// WithCustomRunResults sets the results of a run that has a cluster, or none of it: its flavor has its name.
func WithCustomRunResults(cluster, workload string) CustomRunOption {
	return func(r *pipelinev1beta1.CustomRun) {
		r.Status.Results = []pipelinev1beta1.CustomRunResult{
			{Name: fournos.ResultCluster, Value: cluster},
			{Name: fournos.ResultFlavor, Value: cluster},
			{Name: fournos.ResultWorkload, Value: workload},
		}
	}
}

func setSucceeded(r *pipelinev1beta1.CustomRun, status corev1.ConditionStatus, reason, message string) {
	r.Status.SetCondition(&apis.Condition{
		Type: apis.ConditionSucceeded, Status: status, Reason: reason, Message: message,
	})
}
