package fournosjob

import (
	"fmt"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	clientgotesting "k8s.io/client-go/testing"
	"k8s.io/utils/ptr"
	rtesting "knative.dev/pkg/reconciler/testing"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/caches"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// madeBefore is the job of a tick some hours before three o'clock, made on time.
func madeBefore(template *fournosv1.FournosJob, hours int, options ...rt.FournosJobOption) *fournosv1.FournosJob {
	at := threeOClock.Add(-time.Duration(hours) * time.Hour)
	return made(template, at, append([]rt.FournosJobOption{withCreation(at.Format(time.RFC3339))}, options...)...)
}

func deletionsOf(jobs ...*fournosv1.FournosJob) []clientgotesting.DeleteActionImpl {
	var all []clientgotesting.DeleteActionImpl
	for _, job := range jobs {
		all = append(all, deletionOf("fournosjobs", job.Name)...)
	}
	return all
}

var (
	goesOn    = rt.WithPhase(fournosv1.PhaseRunning, "")
	succeeds  = rt.WithFinish(fournosv1.PhaseSucceeded, "Completed", "")
	fails     = rt.WithFinish(fournosv1.PhaseFailed, "Failed", "")
	isStopped = rt.WithFinish(fournosv1.PhaseStopped, "Stopped", "")
)

func TestConcurrencyPolicy(t *testing.T) {
	next := extras(requeued(toFourOClock))
	allow, forbid, replace := hourly(), hourly(withPolicy(fournosv1.ConcurrencyForbid)), hourly(withPolicy(fournosv1.ConcurrencyReplace))
	forgetful := with(forbid, withRecurrence(func(r *fournosv1.Recurrence) { r.FailedJobsHistoryLimit = ptr.To[int32](0) }))
	waits := with(forbid, recurs(atFour))
	tooLate := with(waits, withDeadline(60))
	two, one := madeBefore(replace, 1, goesOn), madeBefore(replace, 2)

	run(t, rtesting.TableTest{{
		Name:              "none: jobs run beside each other",
		Objects:           objects(allow, madeBefore(allow, 1, goesOn), madeBefore(allow, 2)),
		WantCreates:       objects(order(allow)),
		WantStatusUpdates: statusWrite(ticked(allow)),
		OtherTestData:     next,
	}, {
		Name:              "Forbid: none beside it",
		Objects:           objects(forbid, madeBefore(forbid, 1, goesOn)),
		WantStatusUpdates: statusWrite(with(forbid, recurs(atFour))),
		OtherTestData:     next,
	}, {
		Name:              "Forbid: another's job hinders nothing",
		Objects:           objects(forbid, madeBefore(former(forbid), 1, goesOn)),
		WantCreates:       objects(order(forbid)),
		WantStatusUpdates: statusWrite(ticked(forbid)),
		OtherTestData:     next,
	}, {
		Name:              "Replace: not instead of the very job of the tick, made before a crash",
		Objects:           objects(replace, madeBefore(replace, 0, goesOn)),
		WantStatusUpdates: statusWrite(ticked(replace)),
		OtherTestData:     next,
	}, {
		Name:              "Forbid: the job of the tick, made before a crash, has failed and is pruned, and is not made again",
		Objects:           objects(forgetful, madeBefore(forgetful, 0, fails)),
		WantDeletes:       deletionsOf(madeBefore(forgetful, 0)),
		WantStatusUpdates: statusWrite(ticked(forgetful)),
		OtherTestData:     next,
	}, {
		Name:              "Forbid: a finished job forbids nothing",
		Objects:           objects(forbid, madeBefore(forbid, 1, succeeds), madeBefore(forbid, 2, fails)),
		WantCreates:       objects(order(forbid)),
		WantStatusUpdates: statusWrite(ticked(forbid)),
		OtherTestData:     next,
	}, {
		Name:              "Forbid: nor does one being deleted",
		Objects:           objects(forbid, madeBefore(forbid, 1, goesOn, rt.WithDeletion())),
		WantCreates:       objects(order(forbid)),
		WantStatusUpdates: statusWrite(ticked(forbid)),
		OtherTestData:     next,
	}, {
		Name:          "Forbid: woken while it waits, it writes nothing",
		Objects:       objects(waits, madeBefore(waits, 1, goesOn)),
		OtherTestData: next,
	}, {
		Name:              "Forbid: the job has ended, and the tick is made up for",
		Objects:           objects(waits, madeBefore(waits, 1, succeeds)),
		WantCreates:       objects(order(waits)),
		WantStatusUpdates: statusWrite(ticked(waits)),
		OtherTestData:     next,
	}, {
		Name:          "Forbid: the job has ended too late for startingDeadlineSeconds",
		Objects:       objects(tooLate, madeBefore(tooLate, 1, succeeds)),
		OtherTestData: next,
	}, {
		Name: "Replace: all that are unfinished, no other's, none that has finished",
		Objects: objects(replace, two, one, madeBefore(replace, 3, succeeds), madeBefore(replace, 4, fails),
			madeBefore(former(replace), 5, goesOn), rt.NewFournosJob("bread", goesOn)),
		WantDeletes:       deletionsOf(two, one),
		WantCreates:       objects(order(replace)),
		WantStatusUpdates: statusWrite(ticked(replace)),
		OtherTestData:     next,
	}, {
		Name:              "Replace: it was deleted since the cache saw it",
		Objects:           objects(replace),
		OtherTestData:     extras(cached(two), requeued(toFourOClock)),
		WantDeletes:       deletionsOf(two),
		WantCreates:       objects(order(replace)),
		WantStatusUpdates: statusWrite(ticked(replace)),
	}, {
		Name:          "Replace: the cache knows another job of that name: it stays, and the tick is retried",
		Objects:       objects(replace),
		OtherTestData: extras(cached(two), live(with(two, rt.WithUID("uid-of-another")))),
		WantDeletes:   deletionsOf(two), // The attempt, which the UID's precondition ends.
		WantErr:       true,
	}, {
		Name:         "Replace: it cannot be deleted, and so not replaced",
		Objects:      objects(replace, two),
		WithReactors: down("delete", "fournosjobs"),
		WantDeletes:  deletionsOf(two),
		WantErr:      true,
		WantEvents:   retried(),
	}})
}

func TestHistory(t *testing.T) {
	next := extras(requeued(toFourOClock))
	keeping := func(succeeded, others int32) *fournosv1.FournosJob {
		return ticked(hourly(withRecurrence(func(r *fournosv1.Recurrence) {
			r.SuccessfulJobsHistoryLimit, r.FailedJobsHistoryLimit = &succeeded, &others
		})))
	}
	byDefault, none, many := ticked(hourly()), keeping(0, 0), keeping(100, 100)
	paused := with(byDefault, withSuspend(true), recurs("Suspended"))
	// jobs are made an hour after each other, the latest first.
	jobs := func(template *fournosv1.FournosJob, ends ...rt.FournosJobOption) (all []*fournosv1.FournosJob) {
		for hours, end := range ends {
			all = append(all, madeBefore(template, hours, end))
		}
		return all
	}
	mixed := []rt.FournosJobOption{goesOn, succeeds, fails, succeeds, isStopped, succeeds, succeeds, fails, succeeds, goesOn}
	surplus := jobs(byDefault, mixed...)
	all := jobs(none, mixed...)

	run(t, rtesting.TableTest{{
		Name:          "by default three that succeeded and one that did not",
		Objects:       append(objects(byDefault), jobObjects(surplus)...),
		WantDeletes:   deletionsOf(surplus[4], surplus[6], surplus[7], surplus[8]),
		OtherTestData: next,
	}, {
		Name:          "none",
		Objects:       append(objects(none), jobObjects(all)...),
		WantDeletes:   deletionsOf(all[1:9]...),
		OtherTestData: next,
	}, {
		Name:          "more than there are",
		Objects:       append(objects(many), jobObjects(jobs(many, mixed...))...),
		OtherTestData: next,
	}, {
		Name:        "while suspended, too",
		Objects:     append(objects(paused), jobObjects(surplus)...),
		WantDeletes: deletionsOf(surplus[4], surplus[6], surplus[7], surplus[8]),
	}, {
		Name: "not a former template's, not those that are being deleted",
		Objects: objects(none, madeBefore(former(none), 1, succeeds), madeBefore(former(none), 2, fails),
			madeBefore(none, 3, succeeds, rt.WithDeletion())),
		OtherTestData: next,
	}, {
		Name:          "not a job that only bears the label",
		Objects:       objects(none, rt.NewFournosJob("bread", succeeds, withParentLabel("bake"))),
		OtherTestData: next,
	}, {
		Name:          "already gone",
		Objects:       objects(none),
		OtherTestData: extras(cached(madeBefore(none, 1, fails)), requeued(toFourOClock)),
		WantDeletes:   deletionsOf(madeBefore(none, 1)),
	}, {
		Name:         "cannot be deleted: retried",
		Objects:      objects(none, madeBefore(none, 1, fails)),
		WithReactors: down("delete", "fournosjobs"),
		WantDeletes:  deletionsOf(madeBefore(none, 1)),
		WantErr:      true,
		WantEvents:   retried(),
	}})
}

func jobObjects(jobs []*fournosv1.FournosJob) (all []runtime.Object) {
	for _, job := range jobs {
		all = append(all, job)
	}
	return all
}

func withParentLabel(template string) rt.FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.Labels = map[string]string{"fournos.dev/recurring-parent": template} }
}

// TestChildrenOf puts the oldest first, whatever they are named.
func TestChildrenOf(t *testing.T) {
	template := hourly()
	child := func(name, created string) *fournosv1.FournosJob {
		return with(made(template, threeOClock), withCreation(created), func(j *fournosv1.FournosJob) { j.Name = name })
	}
	listers := rt.NewListers(objects(
		child("b", "2026-03-14T13:00:00Z"), child("a", "2026-03-14T15:00:00Z"), child("d", "2026-03-14T14:00:00Z"), child("c", "2026-03-14T14:00:00Z"),
	))
	r := &Reconciler{childrenOf: caches.ByLabel[*fournosv1.FournosJob](listers.IndexerFor(&fournosv1.FournosJob{}), fournos.RecurringParentLabelKey)}
	children := r.children(template)
	var names []string
	for _, child := range children {
		names = append(names, child.Name)
	}
	if got, want := fmt.Sprint(names), "[b c d a]"; got != want {
		t.Errorf("children %v, want %v", got, want)
	}
}
