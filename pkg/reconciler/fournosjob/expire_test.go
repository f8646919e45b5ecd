package fournosjob

import (
	"testing"
	"time"

	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// TestTTLInEachPhase has jobs that were made long ago.
func TestTTLInEachPhase(t *testing.T) {
	old := withCreation("2025-01-01T00:00:00Z")
	var table rtesting.TableTest
	for _, phase := range []fournosv1.Phase{fournosv1.PhaseSucceeded, fournosv1.PhaseFailed, fournosv1.PhaseStopped} {
		ends := rt.WithFinish(phase, string(phase), "") // At Now.
		table = append(table, rtesting.TableRow{
			Name:          string(phase) + ": a second is left",
			Objects:       objects(rt.NewFournosJob("bake", old, rt.WithShared(), withTTL(1), ends)),
			OtherTestData: extras(requeued(time.Second)),
		}, rtesting.TableRow{
			Name:        string(phase) + ": at once",
			Objects:     objects(rt.NewFournosJob("bake", old, rt.WithShared(), withTTL(0), ends)),
			WantDeletes: deletionOf("fournosjobs", "bake"),
		}, rtesting.TableRow{
			Name:    string(phase) + ": being deleted",
			Objects: objects(rt.NewFournosJob("bake", old, rt.WithShared(), withTTL(0), ends, rt.WithDeletion())),
		}, rtesting.TableRow{
			Name:    string(phase) + ": no completion time, as nobody writes it",
			Objects: objects(rt.NewFournosJob("bake", old, rt.WithShared(), withTTL(0), rt.WithPhase(phase, ""))),
		})
	}
	starts := rt.NewFournosJob("bake", old, rt.WithShared(), withTTL(0), withStart("2026-03-14T15:39:26Z"),
		rt.WithPhase(fournosv1.PhaseScheduled, "Starts at 2026-03-14T15:39:26Z"))
	template := ticked(hourly(old, withTTL(0)))
	ended := stop(rt.NewFournosJob("bake", old, rt.WithShared(), withTTL(3600)))
	run(t, append(table, rtesting.TableRow{
		Name:          "not of a job that waits for its start",
		Objects:       objects(starts),
		OtherTestData: extras(requeued(30 * time.Minute)),
	}, rtesting.TableRow{
		Name:          "not of a template, whose jobs it is for",
		Objects:       objects(template),
		OtherTestData: extras(requeued(toFourOClock)),
	}, rtesting.TableRow{
		Name:    "nor of a template that was stopped, with which its jobs would go",
		Objects: objects(hourly(old, withTTL(0), rt.WithFinish(fournosv1.PhaseStopped, "Stopped", ""))),
	}, rtesting.TableRow{
		Name:              "not in the pass in which the job ends: its end is seen",
		Objects:           objects(ended),
		WantStatusUpdates: statusWrite(stopped(ended)),
		WantEvents:        normal(fournosv1.PhaseStopped, byUser),
	}))
}
