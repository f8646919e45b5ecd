package fournosjob

import (
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/apis"
	"knative.dev/pkg/kmeta"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const ofRun = "tekton.dev/pipelineRun"

// A run that failed shows how its first task did.
func TestRunFailed(t *testing.T) {
	job := running()
	failed1 := runOf(job, rt.WithRunDone(corev1.ConditionFalse, "Failed", "Tasks Completed: 2 (Failed: 2)"))
	task := func(name string, owner kmeta.OwnerRefable, ended time.Duration, reason, message string) *pipelinev1.TaskRun {
		taskRun := &pipelinev1.TaskRun{ObjectMeta: metav1.ObjectMeta{
			Name: "bake-" + name, Namespace: rt.Namespace, Labels: map[string]string{ofRun: "bake", "tekton.dev/pipelineTask": name},
			OwnerReferences: []metav1.OwnerReference{*kmeta.NewControllerRef(owner)},
		}}
		status := corev1.ConditionFalse
		switch reason {
		case "Succeeded":
			status = corev1.ConditionTrue
		case "Running":
			status = corev1.ConditionUnknown
		case "TaskRunCancelled":
			taskRun.Spec.Status = pipelinev1.TaskRunSpecStatusCancelled
		}
		taskRun.Status.SetCondition(&apis.Condition{Type: apis.ConditionSucceeded, Status: status, Reason: reason, Message: message})
		taskRun.Status.CompletionTime = ptr.To(rt.At(ended))
		return taskRun
	}
	runRef := &refable{failed1}
	ends := func(message string) *fournosv1.FournosJob { return with(job, withFailure("Failed", message)) }
	const plain = "PipelineRun bake failed: Tasks Completed: 2 (Failed: 2)"
	first := plain + `; task run: "step-run" exited with code 3`

	run(t, rtesting.TableTest{{
		Name: "the first",
		Objects: objects(job, failed1, workloadOf(job),
			task("cleanup", runRef, -time.Second, "Failed", "later"), task("run", runRef, -time.Minute, "Failed", "\"step-run\"\nexited with code 3"),
			task("prepare", runRef, -time.Hour, "Succeeded", "earlier")),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(ends(first)),
		WantEvents:        failed(first),
	}, {
		Name: "none that was but cancelled, nor a former run's",
		Objects: objects(job, failed1, workloadOf(job),
			task("other", runRef, -time.Minute, "TaskRunCancelled", "was cancelled"), task("run", rt.NewFournosJob("another"), -time.Hour, "Failed", "former")),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(ends(plain)),
		WantEvents:        failed(plain),
	}, {
		Name:              "and a TaskRun goes on, which Tekton lost sight of: its cluster is kept until then",
		Objects:           objects(job, failed1, workloadOf(job), task("run", runRef, 0, "Running", "")),
		WantStatusUpdates: statusWrite(with(job, rt.WithPhase(fournosv1.PhaseRunning, "PipelineRun bake is over, waiting for TaskRun bake-run to end"))),
		OtherTestData:     extras(requeued(5 * time.Second)),
	}, {
		Name:         "that cannot be read: retried",
		Objects:      objects(job, failed1, workloadOf(job)),
		WithReactors: down("list", "taskruns"),
		WantErr:      true,
		WantEvents:   retried(),
	}})
}

// refable makes a PipelineRun an owner.
type refable struct{ *pipelinev1.PipelineRun }

func (r *refable) GetObjectMeta() metav1.Object { return r.PipelineRun }
