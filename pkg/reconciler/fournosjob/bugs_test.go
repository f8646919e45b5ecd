package fournosjob

import (
	"os"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	. "fournos.dev/fournos/pkg/reconciler/testing" //nolint:staticcheck // the builders read as a language of their own
)

// Rows that fail: each is a bug to mend, and then a row of the file of its phase.
// FOURNOS_TEST_BUGS=1 go test -run TestBugs ./pkg/reconciler/fournosjob/ runs them.
func TestBugs(t *testing.T) {
	if os.Getenv("FOURNOS_TEST_BUGS") == "" {
		t.Skip("known bugs")
	}
	done := with(running(), WithFinish(fournosv1.PhaseSucceeded, "Completed", "PipelineRun bake succeeded"))
	job, wait, resolve := running(), told("Pending", holder), resolving()
	scheduled := with(NewFournosJob("bake", WithCluster("olso"), withStart("2026-03-14T15:09:26Z")),
		WithPhase(fournosv1.PhaseScheduled, "Starts at 2026-03-14T15:09:26Z"))
	unknownCluster := "Cluster 'olso' not found; spec.cluster may be one of: oslo"
	rejected := gate(WithCompleted(corev1.ConditionFalse, "AdmissionRejected", "Kueue deactivated the Workload"))
	invalid := func(kind, name string) error {
		return apierrs.NewInvalid(schema.GroupKind{Kind: kind}, name, nil)
	}

	run(t, rtesting.TableTest{{
		Name:    "status: a job that is done is written again for another generation",
		Objects: objects(terminate(done)),
	}, {
		Name:              "accept: a job edited while Scheduled is not checked again",
		Objects:           objects(scheduled, NewResourceFlavor("oslo")),
		WantStatusUpdates: statusWrite(with(scheduled, withFailure("ClusterNotFound", unknownCluster))),
		WantEvents:        failed(unknownCluster),
	}, {
		Name:          "resolving: a job deleted since the cache saw it is an error",
		Objects:       objects(resolveJobOf(resolve, completed())),
		OtherTestData: extras(cached(resolve)),
	}, {
		Name:          "resolving: a job being deleted since the cache saw it goes on",
		Objects:       objects(resolveJobOf(resolve, completed())),
		OtherTestData: extras(cached(resolve), live(with(resolve, WithDeletion()))),
	}, {
		Name:              "resolving: an image that makes no valid Pod is retried for ever, and the job does not say so",
		Objects:           objects(resolve, NewPipeline("fournos-full", WithResolveImage(" blank"))),
		WithReactors:      answer("create", "jobs", invalid("Job", "bake-resolve")),
		WantCreates:       objects(resources.ResolveJob(resolve, template(t), " blank", testSettings(t))),
		WantStatusUpdates: statusWrite(with(resolve, withFailure("ResolutionFailed", "anything"))),
		WantEvents:        failed("anything"),
	}, {
		Name:    "pending: a gate that succeeds without a cluster admits to the cluster ''",
		Objects: objects(wait, gated(wait), gate(WithCompleted(corev1.ConditionTrue, "Admitted", "")), workloadOf(wait)),
		// Or any other failure that says so.
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(wait, withFailure("NoFlavorAssigned", "anything"))),
		WantEvents:        failed("anything"),
	}, {
		Name: "pending: the run's end is in the cache, the gate not yet: its reason is lost",
		Objects: objects(wait, workloadOf(wait),
			gated(wait, WithRunDone(corev1.ConditionFalse, "Failed", "Tasks Completed: 1 (Failed: 1)"), withoutRunning())),
		OtherTestData: extras(live(rejected)),
		WantDeletes:   deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(wait,
			WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, "AdmissionRejected", "Kueue deactivated the Workload"),
			withFailure("AdmissionRejected", "Kueue deactivated the Workload"))),
		WantEvents: failed("Kueue deactivated the Workload"),
	}, {
		Name:    "launch: a Secret that cannot be copied (type service-account-token) is retried for ever, holding the cluster",
		Objects: objects(admittedTo("oslo"), workloadOf(job), kubeconfig("oslo")),
		WithReactors: answer("create", "secrets",
			invalid("Secret", "bake-kubeconfig")),
		WantCreates:       objects(copyOf(job, "bake-kubeconfig", kubeconfig("oslo"))),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(admittedTo("oslo"), withFailure("SecretNotFound", "anything"))),
		WantEvents:        failed("anything"),
	}, {
		Name:          "running: a former job's run in the cache, ours live, is taken for gone",
		Objects:       objects(job, workloadOf(job)),
		OtherTestData: extras(cached(runOf(former(job))), live(runOf(job, WithRunRunning()))),
	}, {
		Name:              "running: the run is deleted and its Pods still run: the Workload goes",
		Objects:           objects(job, workloadOf(job), NewPod("one", WithPodOfJob("bake"))),
		WantStatusUpdates: statusWrite(with(job, WithPhase(fournosv1.PhaseRunning, "anything"))),
	}, {
		Name:              "stopping: the run is deleted and its Pods still run: the Workload goes",
		Objects:           objects(stopping(stop(job), "Cancelled"), workloadOf(job), NewPod("one", WithPodOfJob("bake"), WithPodDeletion())),
		WantStatusUpdates: statusWrite(with(stopping(stop(job), "Cancelled"), WithPhase(fournosv1.PhaseStopping, "anything"))),
	}, {
		Name:              "release: a former job's Workload in the cache, ours live, is not deleted",
		Objects:           objects(job, runOf(job, succeeded())),
		OtherTestData:     extras(cached(workloadOf(former(job))), live(workloadOf(job))),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(job, WithFinish(fournosv1.PhaseSucceeded, "Completed", "PipelineRun bake succeeded"))),
		WantEvents:        normal(fournosv1.PhaseSucceeded, "PipelineRun bake succeeded"),
	}})
}
