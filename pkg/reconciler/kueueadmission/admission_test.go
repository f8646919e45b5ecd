package kueueadmission

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgotesting "k8s.io/client-go/testing"
	rtesting "knative.dev/pkg/reconciler/testing"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/kueue"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const fullCluster1 = "couldn't assign flavors to pod set launcher: flavor cluster-2 doesn't match node affinity, insufficient unused quota for fournos/cluster-slot in flavor cluster-1, 100 more needed"

const otherWords = "workload namespace doesn't match ClusterQueue selector"

// What a gate does from its creation to its end, when nothing goes wrong.
func TestAdmission(t *testing.T) {
	runTable(t, rtesting.TableTest{{
		Name:              "a new gate asks Kueue",
		Objects:           with(around, gate(inBuild)),
		WantCreates:       []runtime.Object{created(around, nil)},
		WantStatusUpdates: updated(gate(inBuild, rt.WithStarted(0, "Pending", asked))),
		WantEvents:        []string{"Normal Pending " + asked},
		WantErr:           true, // To come back when it times out.
	}, {
		Name:              "so does one with an embedded spec",
		Objects:           with(around, gate(inBuild, rt.WithCustomSpec())),
		WantCreates:       []runtime.Object{created(around, nil)},
		WantStatusUpdates: updated(gate(inBuild, rt.WithCustomSpec(), rt.WithStarted(0, "Pending", asked))),
		WantEvents:        []string{"Normal Pending " + asked},
		WantErr:           true,
	}, {
		Name:              "one without a timeout waits for events alone",
		Objects:           with(around, gate(inBuild, rt.WithTimeout(0))),
		WantCreates:       []runtime.Object{created(around, nil)},
		WantStatusUpdates: updated(gate(inBuild, rt.WithTimeout(0), rt.WithStarted(0, "Pending", asked))),
		WantEvents:        []string{"Normal Pending " + asked},
	}, {
		Name:    "nothing new, nothing written",
		Objects: with(around, waiting(), mine()),
		WantErr: true,
	}, {
		Name:        "its Workload was deleted: another one",
		Objects:     with(around, waiting(rt.WithTimeout(0))),
		WantCreates: []runtime.Object{created(around, nil)},
	}, {
		Name: "it says who holds the cluster",
		Objects: with(around, waiting(rt.WithTimeout(0), stringParams("cluster", "cluster-1", "exclusive", "true")),
			mine(rt.WithPin("cluster-1"), rt.WithExclusive(), rt.WithWaiting("WaitingForQuota", fullCluster1)),
			ofJob(rt.WithExclusive(), rt.WithAdmitted("cluster-1"))),
		WantStatusUpdates: updated(gate(inBuild, rt.WithTimeout(0), stringParams("cluster", "cluster-1", "exclusive", "true"),
			rt.WithStarted(time.Minute, "Pending", "Waiting for exclusive access to cluster cluster-1 (held by job bake)"))),
	}, {
		Name: "and where it stands",
		Objects: with(around, waiting(rt.WithTimeout(0)),
			mine(rt.WithWaiting("Pending", otherWords), rt.WithWorkloadAnnotation(positionForTest, "2 31"))),
		WantStatusUpdates: updated(gate(inBuild, rt.WithTimeout(0),
			rt.WithStarted(time.Minute, "Pending", otherWords+"; position 2 in LocalQueue fournos-queue, above 30 in ClusterQueue fournos"))),
	}, {
		Name:    "once it has quota it stands nowhere",
		Objects: with(around, waiting(rt.WithTimeout(0)), mine(rt.WithReserved("cluster-2"), rt.WithWorkloadAnnotation(positionForTest, "2 31"))),
		WantStatusUpdates: updated(gate(inBuild, rt.WithTimeout(0),
			rt.WithStarted(time.Minute, "Pending", "Quota reserved on cluster cluster-2, waiting for admission"))),
	}, {
		Name: "it says who holds the licenses",
		Objects: with(around, waiting(rt.WithTimeout(0)),
			licensed(rt.WithWaiting("Pending", "insufficient unused quota for licenses in flavor office, 1 more needed")),
			rt.NewWorkload("other", rt.WithoutCluster(), rt.WithRequest("licenses", 2), rt.WithAdmitted("office"), byJob)),
		WantStatusUpdates: updated(gate(inBuild, rt.WithTimeout(0),
			rt.WithStarted(time.Minute, "Pending", "Waiting for 1 more licenses of flavor office (held by FournosJob bake)"))),
	}, {
		Name:    "Kueue does not know the queue: shown, not failed",
		Objects: with(around, waiting(rt.WithTimeout(0)), mine(rt.WithWorkloadQueue("nope"), rt.WithWaiting("Inadmissible", "LocalQueue nope doesn't exist"))),
		WantStatusUpdates: updated(gate(inBuild, rt.WithTimeout(0),
			rt.WithStarted(time.Minute, "Pending", "LocalQueue nope doesn't exist"))),
	}, {
		Name:    "quota is not admission",
		Objects: with(around, waiting(rt.WithTimeout(0)), mine(rt.WithReserved("cluster-2"))),
		WantStatusUpdates: updated(gate(inBuild, rt.WithTimeout(0),
			rt.WithStarted(time.Minute, "Pending", "Quota reserved on cluster cluster-2, waiting for admission"))),
	}, {
		Name:    "admitted",
		Objects: with(around, waiting(), mine(rt.WithAdmitted("cluster-2"))),
		WantStatusUpdates: []clientgotesting.UpdateActionImpl{
			{Object: waiting(passed("cluster-2", "gate"))},
			{Object: mine(rt.WithAdmitted("cluster-2"), ready)},
		},
		WantEvents: []string{"Normal Admitted Admitted to cluster cluster-2"},
	}, {
		Name:              "admitted, and Kueue knows that it runs",
		Objects:           with(around, waiting(), mine(rt.WithAdmitted("cluster-2"), ready)),
		WantStatusUpdates: updated(waiting(passed("cluster-2", "gate"))),
		WantEvents:        []string{"Normal Admitted Admitted to cluster cluster-2"},
	}, {
		Name:              "admitted without a cluster",
		Objects:           with(around, waiting(), mine(rt.WithAdmitted(""))),
		WantDeletes:       deleted("gate"),
		WantStatusUpdates: updated(waiting(failed("NoFlavorAssigned", "Workload admitted but no flavor assigned"))),
		WantEvents:        []string{"Warning NoFlavorAssigned Workload admitted but no flavor assigned"},
	}, {
		Name:              "admitted with what is no cluster",
		Objects:           with(around, waiting(), licensed(rt.WithAdmitted("office"), ready)),
		WantStatusUpdates: updated(waiting(passedWith("office", "licenses=2 of flavor office"))),
		WantEvents:        []string{"Normal Admitted Admitted with licenses=2 of flavor office"},
	}, {
		Name:        "deactivated",
		Objects:     with(around, waiting(), mine(rt.WithDeactivated())),
		WantDeletes: deleted("gate"),
		WantStatusUpdates: updated(waiting(failed("AdmissionRejected",
			"Kueue rejected the Workload (Deactivated): The workload is deactivated"))),
		WantEvents: []string{"Warning AdmissionRejected Kueue rejected the Workload (Deactivated): The workload is deactivated"},
	}, {
		Name:    "evicted before the gate saw its admission: back into the queue",
		Objects: with(around, waiting(rt.WithTimeout(0)), mine(rt.WithAdmitted("cluster-2"), rt.WithEvicted("Preempted", "by a better one"))),
		WantStatusUpdates: []clientgotesting.UpdateActionImpl{
			{Object: waiting(rt.WithTimeout(0), rt.WithStarted(time.Minute, "Pending", "Evicted by Kueue (Preempted), to be queued again: by a better one"))},
			{Object: mine(rt.WithEvicted("Preempted", "by a better one"), func(w *kueuev1beta2.Workload) {
				evicted := w.Status.Conditions
				w.Status.Conditions = nil
				rt.WithWaiting("Pending", "by a better one")(w)
				rt.WithWorkloadCondition("Admitted", metav1.ConditionFalse, "NoReservation", "The workload has no reservation")(w)
				w.Status.Conditions = append(w.Status.Conditions, evicted...)
				rt.WithWorkloadCondition("Requeued", metav1.ConditionTrue, "Preempted", "by a better one")(w)
			})},
		},
	}})
}

// What the params ask for arrives in the Workload, and whose it is.
func TestWorkload(t *testing.T) {
	all := stringParams("cluster", "cluster-1", "exclusive", "true", "gpu-type", "a100", "gpu-count", "8", "priority", "urgent", "queue", "fournos-queue")
	empty := stringParams("cluster", "", "exclusive", "", "gpu-type", "", "gpu-count", "", "priority", "", "queue", "",
		"resources", "", "node-selector", "", "on-eviction", "")
	licenses := stringParams("resources", " licenses = 2 ", "node-selector", "site=north", "on-eviction", "Ignore", "exclusive", "false")
	both := stringParams("cluster", "cluster-1", "resources", "licenses=1", "on-eviction", "Cancel")
	noTimeout := rt.WithTimeout(0)
	start := rt.WithStarted(0, "Pending", asked)
	askedByJob := rt.WithStarted(0, "Pending", "Waiting for Kueue to consider Workload bake in LocalQueue fournos-queue")
	runTable(t, rtesting.TableTest{{
		Name:    "every param",
		Objects: with(around, gate(inBuild, noTimeout, all)),
		WantCreates: []runtime.Object{created(around, func(r *kueue.Request) {
			r.Cluster, r.Exclusive, r.GPUResource, r.GPUCount = "cluster-1", true, "fournos/gpu-a100", 8
			r.PriorityClass, r.Priority = "urgent", 1000
		})},
		WantStatusUpdates: updated(gate(inBuild, noTimeout, all, start)),
		WantEvents:        []string{"Normal Pending " + asked},
	}, {
		Name:    "other resources, and no cluster",
		Objects: with(around, gate(inBuild, noTimeout, licenses)),
		WantCreates: []runtime.Object{created(around, func(r *kueue.Request) {
			r.WithoutCluster, r.NodeSelector = true, map[string]string{"site": "north"}
			r.Resources = corev1.ResourceList{"licenses": resource.MustParse("2")}
		})},
		WantStatusUpdates: updated(gate(inBuild, noTimeout, licenses, start)),
		WantEvents:        []string{"Normal Pending " + asked},
	}, {
		Name:    "other resources, and a cluster",
		Objects: with(around, gate(inBuild, noTimeout, both)),
		WantCreates: []runtime.Object{created(around, func(r *kueue.Request) {
			r.Cluster, r.Resources = "cluster-1", corev1.ResourceList{"licenses": resource.MustParse("1")}
		})},
		WantStatusUpdates: updated(gate(inBuild, noTimeout, both, start)),
		WantEvents:        []string{"Normal Pending " + asked},
	}, {
		Name:              "an empty param is none",
		Objects:           with(around, gate(inBuild, noTimeout, empty)),
		WantCreates:       []runtime.Object{created(around, nil)},
		WantStatusUpdates: updated(gate(inBuild, noTimeout, empty, start)),
		WantEvents:        []string{"Normal Pending " + asked},
	}, {
		Name:    "for a FournosJob: its name, its own",
		Objects: with(waitingJob, admissionRun, gate(inAdmission, noTimeout)),
		WantCreates: []runtime.Object{created(job, func(r *kueue.Request) {
			r.Name, r.JobName = "bake", "bake"
		})},
		WantStatusUpdates: updated(gate(inAdmission, noTimeout, askedByJob)),
		WantEvents:        []string{"Normal Pending Waiting for Kueue to consider Workload bake in LocalQueue fournos-queue"},
	}, {
		Name:              "in no PipelineRun: the gate's own",
		Objects:           with(gate(noTimeout)),
		WantCreates:       []runtime.Object{created(gate(), nil)},
		WantStatusUpdates: updated(gate(noTimeout, start)),
		WantEvents:        []string{"Normal Pending " + asked},
	}, {
		Name:              "the cache does not have the PipelineRun yet",
		Objects:           with(gate(inBuild, noTimeout)),
		OtherTestData:     map[string]any{rt.OnlyLive: []runtime.Object{around}},
		WantCreates:       []runtime.Object{created(around, nil)},
		WantStatusUpdates: updated(gate(inBuild, noTimeout, start)),
		WantEvents:        []string{"Normal Pending " + asked},
	}, {
		Name:              "labels of the PipelineRun do not make a gate a FournosJob's",
		Objects:           with(around, gate(inBuild, noTimeout, rt.WithCustomRunLabel(fournos.JobNameLabelKey, "bake"))),
		WantCreates:       []runtime.Object{created(around, nil)},
		WantStatusUpdates: updated(gate(inBuild, noTimeout, rt.WithCustomRunLabel(fournos.JobNameLabelKey, "bake"), start)),
		WantEvents:        []string{"Normal Pending " + asked},
	}})
}
