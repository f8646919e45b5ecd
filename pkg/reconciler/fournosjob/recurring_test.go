package fournosjob

import (
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/kmeta"
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
	bad := hourly(withSchedule("daily"))

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
		Name:              "shutdown: Stopped, the tick makes nothing",
		Objects:           objects(stop(template)),
		WantStatusUpdates: statusWrite(stopped(stop(template))),
		WantEvents:        normal(fournosv1.PhaseStopped, byUser),
	}})
}

// TestTickOnce has an earlier pass make the job and not come to say so, or somebody else have its name.
func TestTickOnce(t *testing.T) {
	template, forbid := hourly(), hourly(withPolicy(fournosv1.ConcurrencyForbid))
	job := made(template, threeOClock)
	others := with(job, func(j *fournosv1.FournosJob) {
		j.OwnerReferences = []metav1.OwnerReference{*kmeta.NewControllerRef(rt.NewFournosJob("bread"))}
	})
	inTheWay := `FournosJob "` + threes + `" already exists and is not this job's; delete or rename it, or give the job another name`

	run(t, rtesting.TableTest{{
		Name:              "its job is not in the cache yet",
		Objects:           objects(template),
		WantCreates:       objects(order(template)), // The attempt, which finds it.
		WantStatusUpdates: statusWrite(ticked(template)),
		OtherTestData:     extras(live(job), requeued(toFourOClock)),
	}, {
		Name:              "its job is in the cache",
		Objects:           objects(template, job),
		WantStatusUpdates: statusWrite(ticked(template)),
		OtherTestData:     extras(requeued(toFourOClock)),
	}, {
		Name:              "Forbid: its job does not forbid itself",
		Objects:           objects(forbid, made(forbid, threeOClock, rt.WithPhase(fournosv1.PhaseRunning, ""))),
		WantStatusUpdates: statusWrite(ticked(forbid)),
		OtherTestData:     extras(requeued(toFourOClock)),
	}, {
		Name:          "a former template's job of that name goes first",
		Objects:       objects(template),
		OtherTestData: extras(live(made(former(template), threeOClock)), requeued(time.Second)),
		WantCreates:   objects(order(template)),
	}, {
		Name:              "somebody's job has the name, and the template lives on",
		Objects:           objects(template, rt.NewFournosJob(threes)),
		WantCreates:       objects(order(template)),
		WantStatusUpdates: statusWrite(ticked(template)),
		WantEvents:        warning("NameConflict", inTheWay),
		OtherTestData:     extras(requeued(toFourOClock)),
	}, {
		Name:              "another template's job has the name",
		Objects:           objects(template, others),
		WantCreates:       objects(order(template)),
		WantStatusUpdates: statusWrite(ticked(template)),
		WantEvents:        warning("NameConflict", inTheWay),
		OtherTestData:     extras(requeued(toFourOClock)),
	}, {
		Name:              "somebody wrote the status meanwhile: the tick is still due",
		Objects:           objects(template),
		WithReactors:      conflicting("update", "fournosjobs"),
		WantCreates:       objects(order(template)),
		WantStatusUpdates: statusWrite(ticked(template)),
		WantErr:           true,
	}, {
		Name:          "whose job has the name cannot be told",
		Objects:       objects(template),
		WithReactors:  downFor(job.Name, down("get", "fournosjobs")),
		OtherTestData: extras(live(job)),
		WantCreates:   objects(order(template)),
		WantErr:       true,
		WantEvents:    retried(),
	}})
}
