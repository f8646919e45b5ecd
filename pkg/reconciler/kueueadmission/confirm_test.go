package kueueadmission

import (
	"errors"
	"testing"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	clientgotesting "k8s.io/client-go/testing"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// waitingJob is the FournosJob of admissionRun.
var waitingJob = rt.NewFournosJob("bake", rt.WithPhase(fournosv1.PhasePending, ""))

// TestStale has the caches lag behind: no Workload is made that nobody waits for, and nothing is written.
func TestStale(t *testing.T) {
	noTimeout := rt.WithTimeout(0)
	var table rtesting.TableTest
	for name, now := range map[string]runtime.Object{
		"it is gone":             nil,
		"it is another's by now": gate(noTimeout, func(r *pipelinev1beta1.CustomRun) { r.UID = "another" }),
		"it is being deleted":    gate(noTimeout, rt.WithCustomRunDeletion()),
		"it was cancelled":       gate(noTimeout, rt.WithCancel()),
		"it has passed":          gate(noTimeout, rt.WithCompleted(corev1.ConditionTrue, "Admitted", "")),
	} {
		table = append(table, rtesting.TableRow{
			Name:          "a gate alone: " + name,
			Objects:       with(),
			OtherTestData: onlyCached(gate(noTimeout), now),
		})
	}
	for name, now := range map[string]runtime.Object{
		"is gone":               nil,
		"is another by now":     rt.NewFournosJob("bake", rt.WithUID("another"), rt.WithPhase(fournosv1.PhasePending, "")),
		"is being deleted":      rt.NewFournosJob("bake", rt.WithPhase(fournosv1.PhasePending, ""), rt.WithDeletion()),
		"was told to stop":      rt.NewFournosJob("bake", rt.WithPhase(fournosv1.PhasePending, ""), rt.WithShutdown(fournosv1.ShutdownStop)),
		"has a cluster already": rt.NewFournosJob("bake", rt.WithPhase(fournosv1.PhaseAdmitted, "")),
		"has ended":             rt.NewFournosJob("bake", rt.WithFinish(fournosv1.PhaseStopped, "Stopped", "")),
	} {
		table = append(table, rtesting.TableRow{
			Name:          "of a job that " + name,
			Objects:       with(admissionRun, gate(inAdmission, noTimeout)),
			OtherTestData: onlyCached(waitingJob, now),
		})
	}
	down := apierrors.NewInternalError(errors.New("etcd is down"))
	began := rt.WithStarted(0, "Pending", "Asking Kueue for quota")
	for resource, objects := range map[string][]runtime.Object{
		"customruns":  with(gate(noTimeout, began)),
		"fournosjobs": with(waitingJob, admissionRun, gate(inAdmission, noTimeout, began)),
	} {
		table = append(table, rtesting.TableRow{
			Name: "cannot be told: " + resource, Objects: objects,
			WithReactors: []clientgotesting.ReactionFunc{fails("get", resource, down)},
			WantErr:      true,
			WantEvents:   []string{"Warning InternalError Internal error occurred: etcd is down"},
		})
	}
	runTable(t, table)
}

// onlyCached has the cache lag behind the API server, which may have nothing.
func onlyCached(cached, now runtime.Object) map[string]any {
	data := map[string]any{rt.OnlyCached: []runtime.Object{cached}}
	if now != nil {
		data[rt.OnlyLive] = []runtime.Object{now}
	}
	return data
}
