package fournosjob

import (
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// threeOClock is the latest tick, 9 minutes and 26 seconds before Now.
var threeOClock = time.Date(2026, time.March, 14, 15, 0, 0, 0, time.UTC)

const toFourOClock = 50*time.Minute + 34*time.Second

// hourly is a template that has waited for its tick since half past two.
func hourly(options ...rt.FournosJobOption) *fournosv1.FournosJob {
	return rt.NewFournosJob("bake", append([]rt.FournosJobOption{
		rt.WithShared(), withSchedule("0 * * * *"), rt.WithPhase(fournosv1.PhaseRecurring, "Next job at 2026-03-14T15:00:00Z"),
		withCounted("0 * * * *", "2026-03-14T14:30:00Z"),
	}, options...)...)
}

func withSchedule(expression string) rt.FournosJobOption {
	return rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.Schedule = expression })
}

func withCounted(expression, since string) rt.FournosJobOption {
	return rt.WithStatus(func(s *fournosv1.FournosJobStatus) {
		s.Annotations = map[string]string{countedScheduleKey: " " + expression, countedSinceKey: since}
	})
}

func withPolicy(policy fournosv1.ConcurrencyPolicy) rt.FournosJobOption {
	return rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.ConcurrencyPolicy = policy })
}

func withTrigger(value string) rt.FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.Annotations = map[string]string{"fournos.dev/trigger-now": value} }
}

func recurs(message string) rt.FournosJobOption {
	return rt.WithPhase(fournosv1.PhaseRecurring, message)
}

// ticked is a template once it made the job of three o'clock.
func ticked(template *fournosv1.FournosJob) *fournosv1.FournosJob {
	return with(template, recurs("Next job at 2026-03-14T16:00:00Z"),
		rt.WithStatus(func(s *fournosv1.FournosJobStatus) { s.LastScheduledTime = ptr.To(rt.At(threeOClock.Sub(rt.Now))) }))
}

// made is the job that a template makes at a tick.
func made(template *fournosv1.FournosJob, at time.Time, options ...rt.FournosJobOption) *fournosv1.FournosJob {
	name := names.RecurringJob(template, at)
	return with(resources.RecurringJob(template, name), append([]rt.FournosJobOption{rt.WithUID(types.UID("uid-of-" + name))}, options...)...)
}

// order is the job of a tick as the template asks for it.
func order(template *fournosv1.FournosJob) *fournosv1.FournosJob {
	return resources.RecurringJob(template, names.RecurringJob(template, threeOClock))
}

func TestRecurring(t *testing.T) {
	next := extras(requeued(toFourOClock))
	fresh := with(rt.NewFournosJob("bake", rt.WithShared(), withSchedule("0 * * * *")), func(j *fournosv1.FournosJob) { j.CreationTimestamp = rt.At(0) })
	begun := with(fresh, withCounted("0 * * * *", "2026-03-14T15:09:26Z"), recurs("Next job at 2026-03-14T16:00:00Z"))
	template, overslept := hourly(), hourly(withCounted("0 * * * *", "2026-03-10T14:30:00Z"))
	edited := hourly(withSchedule("30 * * * *"), withCounted("0 * * * *", "2026-03-10T14:30:00Z"))
	suspended := hourly(rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.Suspend = true }))
	late := hourly(rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.StartingDeadlineSeconds = ptr.To[int64](60) }))
	bad, removed := hourly(withSchedule("daily")), hourly(withSchedule(""))
	foreign := `FournosJob "bake-1773500400" already exists and is not this job's; delete or rename it, or give the job another name`

	run(t, rtesting.TableTest{{
		Name:              "a new template waits for its first tick",
		Objects:           objects(fresh),
		WantStatusUpdates: statusWrite(begun),
		WantEvents:        normal(fournosv1.PhaseRecurring, "Next job at 2026-03-14T16:00:00Z"),
		OtherTestData:     next,
	}, {
		Name:          "idle between ticks",
		Objects:       objects(ticked(template), made(template, threeOClock)),
		OtherTestData: next,
	}, {
		Name:              "a tick makes a job",
		Objects:           objects(template),
		WantCreates:       objects(order(template)),
		WantStatusUpdates: statusWrite(ticked(template)),
		OtherTestData:     next,
	}, {
		Name:              "a tick whose job was made, not in the cache yet",
		Objects:           objects(template),
		WantCreates:       objects(order(template)), // The attempt, which finds it.
		WantStatusUpdates: statusWrite(ticked(template)),
		OtherTestData:     extras(live(made(template, threeOClock)), requeued(toFourOClock)),
	}, {
		Name:              "a tick whose job's name is another's",
		Objects:           objects(template, rt.NewFournosJob("bake-1773500400")),
		WantCreates:       objects(order(template)),
		WantStatusUpdates: statusWrite(ticked(template)), // The template lives on.
		WantEvents:        warning("NameConflict", foreign),
		OtherTestData:     next,
	}, {
		Name:         "a tick whose job cannot be made: retried, and not counted",
		Objects:      objects(template),
		WithReactors: down("create", "fournosjobs"),
		WantCreates:  objects(order(template)),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:              "after days of downtime: one job",
		Objects:           objects(overslept),
		WantCreates:       objects(order(overslept)),
		WantStatusUpdates: statusWrite(ticked(overslept)),
		OtherTestData:     next,
	}, {
		Name:              "too late for startingDeadlineSeconds: none",
		Objects:           objects(late),
		WantStatusUpdates: statusWrite(with(late, recurs("Next job at 2026-03-14T16:00:00Z"))),
		OtherTestData:     next,
	}, {
		Name:    "edited: never for the past",
		Objects: objects(edited),
		WantStatusUpdates: statusWrite(with(edited, withCounted("30 * * * *", "2026-03-14T15:09:26Z"),
			recurs("Next job at 2026-03-14T15:30:00Z"))),
		OtherTestData: extras(requeued(20*time.Minute + 34*time.Second)),
	}, {
		Name:              "suspended: none",
		Objects:           objects(suspended),
		WantStatusUpdates: statusWrite(with(suspended, recurs("Suspended"))),
	}, {
		Name:    "edited to what does not parse: none, and the template lives on",
		Objects: objects(bad),
		WantStatusUpdates: statusWrite(with(bad, withCounted("daily", "2026-03-14T15:09:26Z"),
			recurs(`No job is made: "daily" is no cron expression such as "0 20 * * *" (expected exactly 5 fields, found 1: [daily]): spec.schedule`))),
	}, {
		Name:              "schedule removed: none",
		Objects:           objects(removed),
		WantStatusUpdates: statusWrite(with(removed, withCounted("", "2026-03-14T15:09:26Z"), recurs("spec.schedule was removed: no job is made until it is set again"))),
	}, {
		Name:              "shutdown: Stopped, the tick makes nothing",
		Objects:           objects(stop(template)),
		WantStatusUpdates: statusWrite(stopped(stop(template))),
		WantEvents:        normal(fournosv1.PhaseStopped, byUser),
	}})
}

func TestRecurringConcurrency(t *testing.T) {
	next := extras(requeued(toFourOClock))
	twoOClock := threeOClock.Add(-time.Hour)
	runs := rt.WithPhase(fournosv1.PhaseRunning, "")
	noHistory := rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.FailedJobsHistoryLimit = ptr.To[int32](0) })
	allow, forbid, replace := hourly(withPolicy("Allow")), hourly(withPolicy("Forbid"), noHistory), hourly(withPolicy("Replace"))

	run(t, rtesting.TableTest{{
		Name:              "Allow: another beside it",
		Objects:           objects(allow, made(allow, twoOClock, runs)),
		WantCreates:       objects(order(allow)),
		WantStatusUpdates: statusWrite(ticked(allow)),
		OtherTestData:     next,
	}, {
		Name:              "Forbid: none beside it",
		Objects:           objects(forbid, made(forbid, twoOClock, runs)),
		WantStatusUpdates: statusWrite(with(forbid, recurs("Next job at 2026-03-14T16:00:00Z"))),
		OtherTestData:     next,
	}, {
		Name:              "Forbid: another's job hinders nothing",
		Objects:           objects(forbid, made(former(forbid), twoOClock, runs)),
		WantCreates:       objects(order(forbid)),
		WantStatusUpdates: statusWrite(ticked(forbid)),
		OtherTestData:     next,
	}, {
		Name:              "Replace: instead of it",
		Objects:           objects(replace, made(replace, twoOClock, runs)),
		WantDeletes:       deletionOf("fournosjobs", names.RecurringJob(replace, twoOClock)),
		WantCreates:       objects(order(replace)),
		WantStatusUpdates: statusWrite(ticked(replace)),
		OtherTestData:     next,
	}, {
		Name:              "Replace: not instead of the very job of the tick, made before a crash",
		Objects:           objects(replace, made(replace, threeOClock, runs)),
		WantStatusUpdates: statusWrite(ticked(replace)),
		OtherTestData:     next,
	}, {
		Name:              "Forbid: the job of the tick, made before a crash, has failed and is pruned, and is not made again",
		Objects:           objects(forbid, made(forbid, threeOClock, withFailure("Failed", "failed"))),
		WantDeletes:       deletionOf("fournosjobs", names.RecurringJob(forbid, threeOClock)),
		WantStatusUpdates: statusWrite(ticked(forbid)),
		OtherTestData:     next,
	}})
}

func TestTrigger(t *testing.T) {
	next := extras(requeued(toFourOClock))
	patch := func(value string) string {
		return `{"metadata":{"annotations":{"fournos.dev/trigger-now":"` + value + `"},"resourceVersion":""}}`
	}
	asked, taken := ticked(hourly(withTrigger("true"))), ticked(hourly(withTrigger("2026-03-14T15:09:00Z")))
	child := resources.RecurringJob(taken, names.TriggeredJob(taken, time.Date(2026, time.March, 14, 15, 9, 0, 0, time.UTC)))
	there := with(child, rt.WithUID("uid-of-child"))

	run(t, rtesting.TableTest{{
		Name:          "is taken, by the time",
		Objects:       objects(asked),
		WantPatches:   patchOf("bake", patch("2026-03-14T15:09:26Z")),
		OtherTestData: next,
	}, {
		Name:          "makes a job, and is set back",
		Objects:       objects(taken),
		WantCreates:   objects(child),
		WantPatches:   patchOf("bake", patch("false")),
		OtherTestData: next,
	}, {
		Name:          "made its job before a crash, and is set back",
		Objects:       objects(taken, there),
		WantCreates:   objects(child), // The attempt, which finds it.
		WantPatches:   patchOf("bake", patch("false")),
		OtherTestData: next,
	}, {
		Name:          "makes no sense, and is set back",
		Objects:       objects(ticked(hourly(withTrigger("yes")))),
		WantPatches:   patchOf("bake", patch("false")),
		OtherTestData: next,
	}, {
		Name:          "idle: set back",
		Objects:       objects(ticked(hourly(withTrigger("false")))),
		OtherTestData: next,
	}, {
		Name:         "was taken by another controller: no job of ours",
		Objects:      objects(asked),
		WithReactors: conflicting("patch", "fournosjobs"),
		WantPatches:  patchOf("bake", patch("2026-03-14T15:09:26Z")),
		WantErr:      true,
	}})
}
