package caches

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
	"knative.dev/pkg/apis"
	duckv1 "knative.dev/pkg/apis/duck/v1"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// bulky is metadata with all that is dropped of any object.
func bulky() metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Namespace: "ns", Name: "bake", UID: "1", Labels: map[string]string{"l": "v"},
		Annotations:   map[string]string{"fournos.dev/resolve-image": "image", lastApplied: "{}"},
		ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "kubectl"}},
	}
}

func lean(annotations map[string]string) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Namespace: "ns", Name: "bake", UID: "1", Labels: map[string]string{"l": "v"}, Annotations: annotations,
	}
}

func TestTrim(t *testing.T) {
	kept := map[string]string{"fournos.dev/resolve-image": "image"}
	waits := corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "ErrImagePull", Message: "not found"}}
	unscheduled := []corev1.PodCondition{{Type: corev1.PodScheduled, Status: corev1.ConditionFalse}}
	succeeded := duckv1.Status{Conditions: duckv1.Conditions{{Type: apis.ConditionSucceeded, Status: corev1.ConditionTrue}}}
	children := []pipelinev1.ChildStatusReference{{Name: "bake-run", PipelineTaskName: "run"}}
	now := metav1.Now()

	for _, test := range []struct {
		name      string
		obj, want runtime.Object
	}{{
		name: "a job loses nothing of its own: its status is written from the cache",
		obj: &fournosv1.FournosJob{
			ObjectMeta: bulky(),
			Spec:       fournosv1.FournosJobSpec{Cluster: "oslo", ExecutionEngine: map[string]runtime.RawExtension{"mock": {Raw: []byte(`{"a":1}`)}}},
			Status:     fournosv1.FournosJobStatus{Message: "m", EngineStatus: &runtime.RawExtension{Raw: []byte(`{"b":2}`)}},
		},
		want: &fournosv1.FournosJob{
			ObjectMeta: lean(kept),
			Spec:       fournosv1.FournosJobSpec{Cluster: "oslo", ExecutionEngine: map[string]runtime.RawExtension{"mock": {Raw: []byte(`{"a":1}`)}}},
			Status:     fournosv1.FournosJobStatus{Message: "m", EngineStatus: &runtime.RawExtension{Raw: []byte(`{"b":2}`)}},
		},
	}, {
		name: "a Workload neither",
		obj:  &kueuev1beta2.Workload{ObjectMeta: bulky(), Spec: kueuev1beta2.WorkloadSpec{QueueName: "q"}},
		want: &kueuev1beta2.Workload{ObjectMeta: lean(kept), Spec: kueuev1beta2.WorkloadSpec{QueueName: "q"}},
	}, {
		name: "a Pod that does not start keeps why",
		obj: &corev1.Pod{
			ObjectMeta: bulky(),
			Spec:       corev1.PodSpec{NodeName: "n", Containers: []corev1.Container{{Name: "step"}}, Volumes: []corev1.Volume{{Name: "v"}}},
			Status: corev1.PodStatus{
				Phase: corev1.PodPending, HostIP: "10.0.0.1", Conditions: unscheduled,
				InitContainerStatuses: []corev1.ContainerStatus{{Name: "prepare", ImageID: "sha256:1", State: waits}},
				ContainerStatuses:     []corev1.ContainerStatus{{Name: "step", ContainerID: "containerd://1", State: waits}},
			},
		},
		want: &corev1.Pod{
			ObjectMeta: lean(nil), Spec: corev1.PodSpec{NodeName: "n"},
			Status: corev1.PodStatus{
				Phase: corev1.PodPending, Conditions: unscheduled,
				InitContainerStatuses: []corev1.ContainerStatus{{Name: "prepare", State: waits}},
				ContainerStatuses:     []corev1.ContainerStatus{{Name: "step", State: waits}},
			},
		},
	}, {
		name: "one that succeeded keeps that",
		obj: &corev1.Pod{
			ObjectMeta: bulky(),
			Status:     corev1.PodStatus{Phase: corev1.PodSucceeded, ContainerStatuses: []corev1.ContainerStatus{{Name: "step"}}},
		},
		want: &corev1.Pod{ObjectMeta: lean(nil), Status: corev1.PodStatus{Phase: corev1.PodSucceeded}},
	}, {
		name: "a Job keeps how often it must complete, and whether it has",
		obj: &batchv1.Job{
			ObjectMeta: bulky(),
			Spec:       batchv1.JobSpec{Completions: new(int32(1)), Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{NodeName: "n"}}},
			Status:     batchv1.JobStatus{Conditions: []batchv1.JobCondition{{Type: batchv1.JobComplete}}},
		},
		want: &batchv1.Job{
			ObjectMeta: lean(kept), Spec: batchv1.JobSpec{Completions: new(int32(1))},
			Status: batchv1.JobStatus{Conditions: []batchv1.JobCondition{{Type: batchv1.JobComplete}}},
		},
	}, {
		name: "a Pipeline keeps its annotation",
		obj:  &pipelinev1.Pipeline{ObjectMeta: bulky(), Spec: pipelinev1.PipelineSpec{Tasks: []pipelinev1.PipelineTask{{Name: "run"}}}},
		want: &pipelinev1.Pipeline{ObjectMeta: lean(kept)},
	}, {
		name: "a PipelineRun keeps how it stands",
		obj: &pipelinev1.PipelineRun{
			ObjectMeta: bulky(),
			Spec:       pipelinev1.PipelineRunSpec{Status: pipelinev1.PipelineRunSpecStatusCancelled, PipelineRef: &pipelinev1.PipelineRef{Name: "p"}},
			Status: pipelinev1.PipelineRunStatus{Status: succeeded, PipelineRunStatusFields: pipelinev1.PipelineRunStatusFields{
				StartTime: &now, CompletionTime: &now, ChildReferences: children, PipelineSpec: &pipelinev1.PipelineSpec{Description: "long"},
			}},
		},
		want: &pipelinev1.PipelineRun{
			ObjectMeta: lean(kept), Spec: pipelinev1.PipelineRunSpec{Status: pipelinev1.PipelineRunSpecStatusCancelled},
			Status: pipelinev1.PipelineRunStatus{Status: succeeded, PipelineRunStatusFields: pipelinev1.PipelineRunStatusFields{
				StartTime: &now, CompletionTime: &now, ChildReferences: children,
			}},
		},
	}} {
		t.Run(test.name, func(t *testing.T) {
			for range 2 { // A cache may be given again what it has.
				got, err := Trim(test.obj)
				if err != nil {
					t.Fatal(err)
				}
				if !equality.Semantic.DeepEqual(test.want, got) {
					t.Errorf("(-want +got): %s", cmp.Diff(encoded(t, test.want), encoded(t, got)))
				}
			}
		})
	}
}

func TestTrimLeavesTombstonesAlone(t *testing.T) {
	tombstone := cache.DeletedFinalStateUnknown{Key: "ns/bake"}
	if got, err := Trim(tombstone); err != nil || got != any(tombstone) {
		t.Errorf("Trim() = %v, %v", got, err)
	}
}

func encoded(t *testing.T, obj any) string {
	t.Helper()
	raw, err := json.MarshalIndent(obj, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func BenchmarkTrim(b *testing.B) {
	pod := &corev1.Pod{ObjectMeta: bulky(), Status: corev1.PodStatus{Phase: corev1.PodRunning, ContainerStatuses: []corev1.ContainerStatus{{Name: "step"}}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Trim(pod); err != nil {
			b.Fatal(err)
		}
	}
}
