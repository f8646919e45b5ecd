package fournosjob

import (
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const (
	threes = "bake-1773500400" // The job of three o'clock.
	atFour = "Next job at 2026-03-14T16:00:00Z"
)

func instant(value string) time.Time {
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		panic(err)
	}
	return at
}

func withRecurrence(change func(*fournosv1.Recurrence)) rt.FournosJobOption {
	return rt.WithSpec(func(s *fournosv1.FournosJobSpec) { change(&s.Recurrence) })
}

func withZone(zone string) rt.FournosJobOption {
	return withRecurrence(func(r *fournosv1.Recurrence) { r.TimeZone = zone })
}

func withDeadline(seconds int64) rt.FournosJobOption {
	return withRecurrence(func(r *fournosv1.Recurrence) { r.StartingDeadlineSeconds = &seconds })
}

func withSuspend(suspend bool) rt.FournosJobOption {
	return withRecurrence(func(r *fournosv1.Recurrence) { r.Suspend = suspend })
}

func withCreation(at string) rt.FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.CreationTimestamp = metav1.NewTime(instant(at)) }
}

func withLast(tick string) rt.FournosJobOption {
	return rt.WithStatus(func(s *fournosv1.FournosJobStatus) { s.LastScheduledTime = ptr.To(metav1.NewTime(instant(tick))) })
}

// withAnnotations sets what the status says of the schedule whose ticks count, the zone before it.
func withAnnotations(counted, since string) rt.FournosJobOption {
	return rt.WithStatus(func(s *fournosv1.FournosJobStatus) {
		s.Annotations = map[string]string{"fournos.dev/schedule": counted, "fournos.dev/schedule-since": since}
	})
}

// fresh is an hourly template that nobody has looked at, made since three o'clock or as the options say.
func fresh(options ...rt.FournosJobOption) *fournosv1.FournosJob {
	return rt.NewFournosJob("bake", append([]rt.FournosJobOption{
		rt.WithShared(), withSchedule("0 * * * *"), withCreation("2026-03-14T15:05:00Z"),
	}, options...)...)
}

func TestAcceptTemplate(t *testing.T) {
	athens := fresh(withSchedule("0 20 * * *"), withZone("Europe/Athens"))
	due := fresh(withCreation("2026-03-14T14:57:00Z"))
	pinned := fresh(rt.WithCluster("oslo"), withCreation("2026-03-14T14:57:00Z"))
	paused := fresh(withCreation("2026-03-14T14:57:00Z"), withSuspend(true))
	never := fresh(withSchedule("0 0 30 2 *"))
	ended := stop(due)
	next := extras(requeued(toFourOClock))

	run(t, rtesting.TableTest{{
		Name:    "in a time zone",
		Objects: objects(athens),
		WantStatusUpdates: statusWrite(with(athens, withAnnotations("Europe/Athens 0 20 * * *", "2026-03-14T15:05:00Z"),
			recurs("Next job at 2026-03-14T20:00:00+02:00"))),
		WantEvents:    normal(fournosv1.PhaseRecurring, "Next job at 2026-03-14T20:00:00+02:00"),
		OtherTestData: extras(requeued(2*time.Hour + toFourOClock)),
	}, {
		Name:              "a tick since it was made",
		Objects:           objects(due),
		WantCreates:       objects(order(due)),
		WantStatusUpdates: statusWrite(ticked(with(due, withCounted("0 * * * *", "2026-03-14T14:57:00Z")))),
		WantEvents:        normal(fournosv1.PhaseRecurring, atFour),
		OtherTestData:     next,
	}, {
		Name:              "a cluster that exists",
		Objects:           objects(pinned, rt.NewResourceFlavor("oslo")),
		WantCreates:       objects(order(pinned)),
		WantStatusUpdates: statusWrite(ticked(with(pinned, withCounted("0 * * * *", "2026-03-14T14:57:00Z")))),
		WantEvents:        normal(fournosv1.PhaseRecurring, atFour),
		OtherTestData:     next,
	}, {
		Name:              "suspended",
		Objects:           objects(paused),
		WantStatusUpdates: statusWrite(with(paused, withCounted("0 * * * *", "2026-03-14T14:57:00Z"), recurs("Suspended"))),
		WantEvents:        normal(fournosv1.PhaseRecurring, "Suspended"),
	}, {
		Name:    "a schedule without a tick",
		Objects: objects(never),
		WantStatusUpdates: statusWrite(with(never, withCounted("0 0 30 2 *", "2026-03-14T15:05:00Z"),
			recurs(`spec.schedule "0 0 30 2 *" never comes`))),
		WantEvents: normal(fournosv1.PhaseRecurring, `spec.schedule "0 0 30 2 *" never comes`),
	}, {
		Name:              "shutdown",
		Objects:           objects(ended),
		WantStatusUpdates: statusWrite(stopped(ended)),
		WantEvents:        normal(fournosv1.PhaseStopped, byUser),
	}})
}

// TestAcceptRefusesTemplate at once, not at its first tick.
func TestAcceptRefusesTemplate(t *testing.T) {
	var table rtesting.TableTest
	for _, row := range []struct {
		name            string
		change          rt.FournosJobOption
		reason, message string
	}{{
		"no schedule", withSchedule("hourly"), "InvalidSpec",
		`"hourly" is no cron expression such as "0 20 * * *" (expected exactly 5 fields, found 1: [hourly]): spec.schedule`,
	}, {
		"no zone", withZone("Europe/Atlantis"), "InvalidSpec",
		`"Europe/Atlantis" is no time zone such as Europe/Athens: spec.timeZone`,
	}, {
		"a zone in the schedule", withSchedule("CRON_TZ=Asia/Tokyo 0 * * * *"), "InvalidSpec",
		"the time zone belongs in timeZone, not in schedule: spec.schedule, spec.timeZone",
	}, {
		"a start time, too", withStart("2026-03-15T00:00:00Z"), "InvalidSpec",
		"a job starts once or recurs; remove one of the two: spec.schedule, spec.scheduledStartTime",
	}, {
		"a slip beside the schedule", func(j *fournosv1.FournosJob) { j.Spec.ExecutionEngine = nil }, "InvalidSpec",
		"an execution engine is required; name one, such as `executionEngine: {forge: {…}}`, or set lockOnly: spec.executionEngine",
	}, {
		"unknown cluster", rt.WithCluster("olso"), "ClusterNotFound",
		"Cluster 'olso' not found; spec.cluster may be one of: (none exist)",
	}, {
		"unknown priority", rt.WithPriority("hihg"), "PriorityNotFound",
		"WorkloadPriorityClass 'hihg' not found; spec.priority may be one of: (none exist)",
	}} {
		template := fresh(withCreation("2026-03-14T14:57:00Z"), row.change)
		table = append(table, rtesting.TableRow{
			Name:              row.name,
			Objects:           objects(template),
			WantStatusUpdates: statusWrite(with(template, withFailure(row.reason, row.message))),
			WantEvents:        failed(row.message),
		})
	}
	run(t, table)
}

// every is a template that ticks every so often, and last did so at the time given.
func every(delay, last, next string, options ...rt.FournosJobOption) *fournosv1.FournosJob {
	return hourly(append([]rt.FournosJobOption{
		withSchedule("@every " + delay), withCounted("@every "+delay, "2026-03-01T12:34:56Z"), withLast(last), recurs("Next job at " + next),
	}, options...)...)
}

func TestEverySoOften(t *testing.T) {
	now := every("10s", "2026-03-14T15:09:16Z", "2026-03-14T15:09:26Z")
	missed := every("1h", "2026-03-14T11:30:00Z", "2026-03-14T12:30:00Z")
	inTime := every("1h", "2026-03-14T14:09:25Z", "2026-03-14T15:09:25Z", withDeadline(2))
	job := func(template *fournosv1.FournosJob, tick string) *fournosv1.FournosJob {
		return with(made(template, instant(tick)), rt.WithUID(""))
	}

	run(t, rtesting.TableTest{{
		Name:        "at the very second",
		Objects:     objects(now),
		WantCreates: objects(job(now, "2026-03-14T15:09:26Z")),
		WantStatusUpdates: statusWrite(with(now, withLast("2026-03-14T15:09:26Z"),
			recurs("Next job at 2026-03-14T15:09:36Z"))),
		OtherTestData: extras(requeued(10 * time.Second)),
	}, {
		Name:          "a second before it",
		Objects:       objects(every("10s", "2026-03-14T15:09:17Z", "2026-03-14T15:09:27Z")),
		OtherTestData: extras(requeued(time.Second)),
	}, {
		Name:          "woken between ticks, it does not begin to count anew",
		Objects:       objects(every("90m", "2026-03-14T14:00:00Z", "2026-03-14T15:30:00Z")),
		OtherTestData: extras(requeued(20*time.Minute + 34*time.Second)),
	}, {
		Name:        "late, it keeps its rhythm",
		Objects:     objects(missed),
		WantCreates: objects(job(missed, "2026-03-14T14:30:00Z")),
		WantStatusUpdates: statusWrite(with(missed, withLast("2026-03-14T14:30:00Z"),
			recurs("Next job at 2026-03-14T15:30:00Z"))),
		OtherTestData: extras(requeued(20*time.Minute + 34*time.Second)),
	}, {
		Name:        "startingDeadlineSeconds shorter than the delay",
		Objects:     objects(inTime),
		WantCreates: objects(job(inTime, "2026-03-14T15:09:25Z")),
		WantStatusUpdates: statusWrite(with(inTime, withLast("2026-03-14T15:09:25Z"),
			recurs("Next job at 2026-03-14T16:09:25Z"))),
		OtherTestData: extras(requeued(time.Hour - time.Second)),
	}})
}

func TestTemplateEdited(t *testing.T) {
	next := extras(requeued(toFourOClock))
	// Five o'clock in Athens was at three; five o'clock in UTC is to come.
	zoned := hourly(withSchedule("0 17 * * *"), withZone("Europe/Athens"), withCounted("0 17 * * *", "2026-03-01T00:00:00Z"), recurs("x"))
	paused := hourly(withSuspend(true), withSchedule("*/5 * * * *"))
	removed := hourly(withSchedule(""))
	again := hourly(withCounted("", "2026-03-14T14:30:00Z"), recurs("spec.schedule was removed"))
	mended := hourly(withCounted("often", "2026-03-14T14:30:00Z"), recurs("No job is made"))
	lost := hourly(withCounted("0 * * * *", "yesterday"))
	resumed := hourly(withCounted("0 * * * *", "2026-03-01T00:00:00Z"), withLast("2026-03-12T09:00:00Z"), recurs("Suspended"))
	nearly, late := hourly(withDeadline(567)), hourly(withDeadline(566))
	going := hourly(rt.WithDeletion())

	run(t, rtesting.TableTest{{
		Name:    "the zone: never for the past",
		Objects: objects(zoned),
		WantStatusUpdates: statusWrite(with(zoned, withAnnotations("Europe/Athens 0 17 * * *", "2026-03-14T15:09:26Z"),
			recurs("Next job at 2026-03-15T17:00:00+02:00"))),
		OtherTestData: extras(requeued(23*time.Hour + toFourOClock)),
	}, {
		Name:              "while suspended: counts from the edit",
		Objects:           objects(paused),
		WantStatusUpdates: statusWrite(with(paused, withCounted("*/5 * * * *", "2026-03-14T15:09:26Z"), recurs("Suspended"))),
	}, {
		Name:    "the schedule away",
		Objects: objects(removed),
		WantStatusUpdates: statusWrite(with(removed, withCounted("", "2026-03-14T15:09:26Z"),
			recurs("spec.schedule was removed: no job is made until it is set again"))),
	}, {
		Name:              "the schedule back: never for the past",
		Objects:           objects(again),
		WantStatusUpdates: statusWrite(with(again, withCounted("0 * * * *", "2026-03-14T15:09:26Z"), recurs(atFour))),
		OtherTestData:     next,
	}, {
		Name:              "a slip mended: never for the past",
		Objects:           objects(mended),
		WantStatusUpdates: statusWrite(with(mended, withCounted("0 * * * *", "2026-03-14T15:09:26Z"), recurs(atFour))),
		OtherTestData:     next,
	}, {
		Name:              "the status, by somebody else: counts from now on",
		Objects:           objects(lost),
		WantStatusUpdates: statusWrite(with(lost, withCounted("0 * * * *", "2026-03-14T15:09:26Z"), recurs(atFour))),
		OtherTestData:     next,
	}, {
		Name:              "no longer suspended: one job for all ticks that were missed, as a CronJob makes",
		Objects:           objects(resumed),
		WantCreates:       objects(order(resumed)),
		WantStatusUpdates: statusWrite(ticked(resumed)),
		OtherTestData:     next,
	}, {
		Name:              "startingDeadlineSeconds: a second before it",
		Objects:           objects(nearly),
		WantCreates:       objects(order(nearly)),
		WantStatusUpdates: statusWrite(ticked(nearly)),
		OtherTestData:     next,
	}, {
		Name:              "startingDeadlineSeconds: at it",
		Objects:           objects(late),
		WantStatusUpdates: statusWrite(with(late, recurs(atFour))),
		OtherTestData:     next,
	}, {
		Name:    "being deleted: nothing any more",
		Objects: objects(going),
	}})
}
