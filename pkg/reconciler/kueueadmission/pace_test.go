package kueueadmission

import (
	"testing"
	"time"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
	rtesting "knative.dev/pkg/reconciler/testing"

	"fournos.dev/fournos/pkg/pace"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// TestWordsWait has the gate be patient, as it is on a hub.
func TestWordsWait(t *testing.T) {
	withPatience := func(before func(*pace.Patience)) func(*Reconciler) {
		return func(r *Reconciler) {
			clock := clocktesting.NewFakePassiveClock(rt.Now.Add(-time.Minute))
			r.patience = pace.NewPatience(clock)
			before(r.patience)
			clock.SetTime(rt.Now)
		}
	}
	patient := withPatience(func(*pace.Patience) {})
	heldBefore := withPatience(func(p *pace.Patience) { p.Hold(types.NamespacedName{Namespace: rt.Namespace, Name: "gate"}) })
	forEver := rt.WithTimeout(0)
	says := "couldn't assign flavors"

	for _, test := range []struct {
		change func(*Reconciler)
		row    rtesting.TableRow
	}{{patient, rtesting.TableRow{
		Name:        "a new gate asks Kueue, and says so later if there is nothing better to say",
		Objects:     with(around, gate(inBuild, forEver)),
		WantCreates: []runtime.Object{created(around, nil)},
		WantErr:     true, // To come back when its time has come.
	}}, {heldBefore, rtesting.TableRow{
		Name:              "as it does then",
		Objects:           with(around, gate(inBuild, forEver), mine()),
		WantStatusUpdates: updated(gate(inBuild, forEver, rt.WithStarted(0, "Pending", asked))),
		WantEvents:        []string{"Normal Pending " + asked},
	}}, {patient, rtesting.TableRow{
		Name:    "other words wait",
		Objects: with(around, waiting(forEver), mine(rt.WithWaiting("Pending", says))),
		WantErr: true,
	}}, {heldBefore, rtesting.TableRow{
		Name:              "until their time has come",
		Objects:           with(around, waiting(forEver), mine(rt.WithWaiting("Pending", says))),
		WantStatusUpdates: updated(gate(inBuild, forEver, rt.WithStarted(time.Minute, "Pending", says))),
	}}, {patient, rtesting.TableRow{
		Name:    "a gate that was admitted at once says only that",
		Objects: with(around, gate(inBuild, forEver), mine(rt.WithAdmitted("cluster-2"), rt.WithPodsReady("True"))),
		WantStatusUpdates: updated(gate(inBuild, forEver, passed("cluster-2", "gate"), func(run *pipelinev1beta1.CustomRun) {
			run.Status.StartTime = run.Status.CompletionTime
		})),
		WantEvents: []string{"Normal Admitted Admitted to cluster cluster-2"},
	}}} {
		test.row.Key = rt.Key("gate")
		rtesting.TableTest{test.row}.Test(t, rt.MakeFactory(newReconcilerWith(test.change)))
	}
}

// TestOldVersions has the cache bring a gate as it was before our own last write.
func TestOldVersions(t *testing.T) {
	version := func(v string) rt.CustomRunOption {
		return func(run *pipelinev1beta1.CustomRun) { run.ResourceVersion = v }
	}
	rtesting.TableTest{{
		Name:    "nothing is done",
		Key:     rt.Key("gate"),
		Objects: with(around, gate(inBuild, version("99"))),
	}}.Test(t, rt.MakeFactory(newReconcilerWith(func(r *Reconciler) {
		r.versions = pace.NewVersions()
		r.versions.Wrote(gate(inBuild, version("100")))
	})))
}
