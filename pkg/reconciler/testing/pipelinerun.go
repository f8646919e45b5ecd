package testing

import (
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/apis"
	"knative.dev/pkg/kmeta"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// PipelineRunOption changes a PipelineRun that is being built.
type PipelineRunOption func(*pipelinev1.PipelineRun)

// NewPipelineRun builds a PipelineRun of the Pipeline fournos-full that Tekton has not looked at.
func NewPipelineRun(name string, options ...PipelineRunOption) *pipelinev1.PipelineRun {
	run := &pipelinev1.PipelineRun{
		ObjectMeta: meta(name),
		Spec:       pipelinev1.PipelineRunSpec{PipelineRef: &pipelinev1.PipelineRef{Name: "fournos-full"}},
	}
	for _, option := range options {
		option(run)
	}
	return run
}

// WithRunOwner makes an object, such as a FournosJob, the run's controller.
func WithRunOwner(owner kmeta.OwnerRefable) PipelineRunOption {
	return func(r *pipelinev1.PipelineRun) {
		r.OwnerReferences = []metav1.OwnerReference{*kmeta.NewControllerRef(owner)}
	}
}

// WithRunLabel sets a label.
func WithRunLabel(key, value string) PipelineRunOption {
	return func(r *pipelinev1.PipelineRun) { setLabel(r, key, value) }
}

// WithRunAnnotation sets an annotation.
func WithRunAnnotation(key, value string) PipelineRunOption {
	return func(r *pipelinev1.PipelineRun) { setAnnotation(r, key, value) }
}

// WithRunDeletion marks the run as being deleted.
func WithRunDeletion() PipelineRunOption {
	return func(r *pipelinev1.PipelineRun) { r.DeletionTimestamp = ptr.To(At(-time.Second)) }
}

// WithRunSpec changes the spec.
func WithRunSpec(change func(*pipelinev1.PipelineRunSpec)) PipelineRunOption {
	return func(r *pipelinev1.PipelineRun) { change(&r.Spec) }
}

// WithRunCondition sets Succeeded. Behind another condition, for it must be found by its type.
func WithRunCondition(status corev1.ConditionStatus, reason, message string) PipelineRunOption {
	return func(r *pipelinev1.PipelineRun) {
		r.Status.Conditions = append(r.Status.Conditions,
			apis.Condition{Type: "AnotherCondition", Status: corev1.ConditionTrue},
			apis.Condition{Type: apis.ConditionSucceeded, Status: status, Reason: reason, Message: message})
		if r.Status.StartTime == nil {
			r.Status.StartTime = ptr.To(At(-time.Minute))
		}
	}
}

// WithRunRunning says that Tekton runs it.
func WithRunRunning() PipelineRunOption {
	return WithRunCondition(corev1.ConditionUnknown, "Running", "Tasks Completed: 0 (Failed: 0, Cancelled 0), Incomplete: 1, Skipped: 0")
}

// WithRunDone says that the run is over, with a completion time.
func WithRunDone(status corev1.ConditionStatus, reason, message string) PipelineRunOption {
	return func(r *pipelinev1.PipelineRun) {
		WithRunCondition(status, reason, message)(r)
		r.Status.CompletionTime = ptr.To(At(0))
	}
}

// WithRunChild names a task's run, of kind TaskRun or CustomRun, among the run's children.
func WithRunChild(kind, name, task string) PipelineRunOption {
	return func(r *pipelinev1.PipelineRun) {
		child := pipelinev1.ChildStatusReference{Name: name, PipelineTaskName: task}
		child.Kind = kind
		r.Status.ChildReferences = append(r.Status.ChildReferences, child)
	}
}

// PipelineOption changes a Pipeline that is being built.
type PipelineOption func(*pipelinev1.Pipeline)

// NewPipeline builds a Pipeline that a job may name.
func NewPipeline(name string, options ...PipelineOption) *pipelinev1.Pipeline {
	pipeline := &pipelinev1.Pipeline{ObjectMeta: meta(name)}
	for _, option := range options {
		option(pipeline)
	}
	return pipeline
}

// WithResolveImage names the image of the Pipeline's resolve Job.
func WithResolveImage(image string) PipelineOption {
	return func(p *pipelinev1.Pipeline) { setAnnotation(p, fournos.ResolveImageAnnotationKey, image) }
}
