package fournosjob

import (
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	rtesting "knative.dev/pkg/reconciler/testing"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// TestLeftovers has a former job of the same name leave what Tekton would take for the new job's.
func TestLeftovers(t *testing.T) {
	const ofRun = "tekton.dev/pipelineRun"
	pending, admitted := pending(), admittedTo("oslo")
	says := func(job *fournosv1.FournosJob, what string) *fournosv1.FournosJob {
		return with(job, rt.WithPhase(job.Status.Phase, "Waiting until "+what+" of a former job of this name is gone"))
	}
	oldGate := rt.NewCustomRun("bake-admission-gate", rt.WithCustomRunLabel(fournos.JobNameLabelKey, "bake"), rt.WithCustomRunLabel(ofRun, "bake-admission"),
		rt.WithCompleted(corev1.ConditionTrue, "Admitted", ""), rt.WithCustomRunResults("rome", "bake"))
	oldPod := rt.NewPod("bake-run-pod", rt.WithPodOfJob("bake"), rt.WithPodLabel(ofRun, "bake"), rt.WithPodPhase(corev1.PodSucceeded))
	oldTask := &pipelinev1.TaskRun{ObjectMeta: metav1.ObjectMeta{
		Name: "bake-run", Namespace: rt.Namespace, Labels: map[string]string{fournos.JobNameLabelKey: "bake", ofRun: "bake"},
	}}

	run(t, rtesting.TableTest{{
		Name:              "a gate that has passed",
		Objects:           objects(pending, oldGate),
		WantStatusUpdates: statusWrite(says(pending, "CustomRun bake-admission-gate")),
		OtherTestData:     extras(requeued(time.Second)),
	}, {
		Name:        "another run's gate is none",
		Objects:     objects(pending, rt.NewCustomRun("other", rt.WithCustomRunLabel(fournos.JobNameLabelKey, "bake"), rt.WithCustomRunLabel(ofRun, "other"))),
		WantCreates: objects(resources.AdmissionRun(pending, 1)),
	}, {
		Name:              "a Pod",
		Objects:           objects(admitted, workloadOf(admitted), kubeconfig("oslo"), copyOf(admitted, "bake-kubeconfig", kubeconfig("oslo")), oldPod),
		WantCreates:       objects(copyOf(admitted, "bake-kubeconfig", kubeconfig("oslo"))), // The attempt, which finds it.
		WantStatusUpdates: statusWrite(says(admitted, "Pod bake-run-pod")),
		OtherTestData:     extras(requeued(time.Second)),
	}, {
		Name:              "a TaskRun without a Pod",
		Objects:           objects(admitted, workloadOf(admitted), kubeconfig("oslo"), copyOf(admitted, "bake-kubeconfig", kubeconfig("oslo")), oldTask),
		WantCreates:       objects(copyOf(admitted, "bake-kubeconfig", kubeconfig("oslo"))),
		WantStatusUpdates: statusWrite(says(admitted, "TaskRun bake-run")),
		OtherTestData:     extras(requeued(time.Second)),
	}, {
		Name: "a former run's gate that Tekton took for this run's is no answer",
		Objects: objects(pending, gated(pending), rt.NewCustomRun("bake-admission-gate", rt.WithCustomRunOwner(rt.NewPipelineRun("former")),
			rt.WithCompleted(corev1.ConditionTrue, "Admitted", ""), rt.WithCustomRunResults("rome", "bake"))),
	}, {
		Name:         "TaskRuns cannot be listed",
		Objects:      objects(admitted, workloadOf(admitted), kubeconfig("oslo")),
		WantCreates:  objects(copyOf(admitted, "bake-kubeconfig", kubeconfig("oslo"))),
		WithReactors: down("list", "taskruns"),
		WantErr:      true,
		WantEvents:   retried(),
	}})
}
