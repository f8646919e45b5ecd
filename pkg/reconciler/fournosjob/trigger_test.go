package fournosjob

import (
	"errors"
	"testing"
	"time"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	clientgotesting "k8s.io/client-go/testing"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const (
	triggeredAt = "2026-03-14T15:09:20Z"
	triggered   = "bake-now-1773500960"
)

// setTo is the patch of the annotation of a template that was read at a version.
func setTo(value, version string) string {
	return `{"metadata":{"annotations":{"fournos.dev/trigger-now":"` + value + `"},"resourceVersion":"` + version + `"}}`
}

func TestTrigger(t *testing.T) {
	next := extras(requeued(toFourOClock))
	asked, taken := ticked(hourly(withTrigger("true"))), ticked(hourly(withTrigger(triggeredAt)))

	run(t, rtesting.TableTest{{
		Name:          "is taken, by the time",
		Objects:       objects(asked),
		WantPatches:   patchOf("bake", setTo("2026-03-14T15:09:26Z", "")),
		OtherTestData: next,
	}, {
		Name:          "makes a job, and is set back",
		Objects:       objects(taken),
		WantCreates:   objects(resources.RecurringJob(taken, triggered)),
		WantPatches:   patchOf("bake", setTo("false", "")),
		OtherTestData: next,
	}, {
		Name:          "makes no sense, and is set back",
		Objects:       objects(ticked(hourly(withTrigger("yes")))),
		WantPatches:   patchOf("bake", setTo("false", "")),
		OtherTestData: next,
	}, {
		Name:          "idle: set back",
		Objects:       objects(ticked(hourly(withTrigger("false")))),
		OtherTestData: next,
	}, {
		Name:         "was taken by another controller: no job of ours",
		Objects:      objects(asked),
		WithReactors: conflicting("patch", "fournosjobs"),
		WantPatches:  patchOf("bake", setTo("2026-03-14T15:09:26Z", "")),
		WantErr:      true,
	}})
}

// TestTriggerInAnyState has templates whose ticks are not the point: what the trigger does beside them is.
func TestTriggerInAnyState(t *testing.T) {
	next := extras(requeued(toFourOClock))
	seventh := withVersion("7")
	first := fresh(withTrigger("true"), seventh)
	paused := hourly(withSuspend(true), recurs("Suspended"), withTrigger("true"), seventh)
	pausedTaken := with(paused, withTrigger(triggeredAt))
	due := hourly(withTrigger(triggeredAt), seventh)
	forbid := ticked(hourly(withPolicy(fournosv1.ConcurrencyForbid), withTrigger(triggeredAt), seventh))
	elsewhere := ticked(hourly(withTrigger("2026-03-14T16:09:20+01:00"), seventh))
	bad := hourly(withSchedule("often"), withCounted("often", "2026-03-14T15:09:26Z"), withTrigger("true"),
		recurs(`No job is made: "often" is no cron expression such as "0 20 * * *" (expected exactly 5 fields, found 1: [often]): spec.schedule`))
	ended := stop(hourly(withTrigger("true")))
	idle := ticked(hourly())
	noTemplate := with(running(), withTrigger("true"))

	run(t, rtesting.TableTest{{
		Name:              "set when the template was made",
		Objects:           objects(first),
		WantPatches:       patchOf("bake", setTo("2026-03-14T15:09:26Z", "7")),
		WantStatusUpdates: statusWrite(with(first, withCounted("0 * * * *", "2026-03-14T15:05:00Z"), recurs(atFour))),
		WantEvents:        normal(fournosv1.PhaseRecurring, atFour),
		OtherTestData:     next,
	}, {
		Name:        "suspended: taken",
		Objects:     objects(paused),
		WantPatches: patchOf("bake", setTo("2026-03-14T15:09:26Z", "7")),
	}, {
		Name:        "suspended: made",
		Objects:     objects(pausedTaken),
		WantCreates: objects(resources.RecurringJob(pausedTaken, triggered)),
		WantPatches: patchOf("bake", setTo("false", "7")),
	}, {
		Name:              "a tick is due, too: a job for each, and the tick alone is the last",
		Objects:           objects(due),
		WantCreates:       objects(resources.RecurringJob(due, triggered), order(due)),
		WantPatches:       patchOf("bake", setTo("false", "7")),
		WantStatusUpdates: statusWrite(ticked(due)),
		OtherTestData:     next,
	}, {
		Name:          "Forbid: it is for ticks",
		Objects:       objects(forbid, madeBefore(forbid, 0, goesOn)),
		WantCreates:   objects(resources.RecurringJob(forbid, triggered)),
		WantPatches:   patchOf("bake", setTo("false", "7")),
		OtherTestData: next,
	}, {
		Name:          "told in another zone, it is the same trigger",
		Objects:       objects(elsewhere),
		WantCreates:   objects(resources.RecurringJob(elsewhere, triggered)),
		WantPatches:   patchOf("bake", setTo("false", "7")),
		OtherTestData: next,
	}, {
		Name:    "the schedule does not parse: waits until it does",
		Objects: objects(bad),
	}, {
		Name:              "shutdown: comes to nothing",
		Objects:           objects(ended),
		WantStatusUpdates: statusWrite(stopped(ended)),
		WantEvents:        normal(fournosv1.PhaseStopped, byUser),
	}, {
		Name:          "absent",
		Objects:       objects(idle),
		OtherTestData: next,
	}, {
		Name:    "on a job that is no template",
		Objects: objects(noTemplate, runOf(noTemplate, rt.WithRunRunning()), workloadOf(noTemplate)),
	}})
}

// TestTriggerAgain repeats each step, as after a crash behind it, and has each fail.
func TestTriggerAgain(t *testing.T) {
	asked, taken := ticked(hourly(withTrigger("true"))), ticked(hourly(withTrigger(triggeredAt)))
	garbage := ticked(hourly(withTrigger("now")))
	order := objects(resources.RecurringJob(taken, triggered))
	child := with(resources.RecurringJob(taken, triggered), rt.WithUID("uid-of-child"))
	foreign := `FournosJob "` + triggered + `" already exists and is not this job's; delete or rename it, or give the job another name`

	run(t, rtesting.TableTest{{
		Name:          "made, not in the cache yet",
		Objects:       objects(taken),
		WantCreates:   order,
		WantPatches:   patchOf("bake", setTo("false", "")),
		OtherTestData: extras(live(child), requeued(toFourOClock)),
	}, {
		Name:          "made, and its job has ended since",
		Objects:       objects(taken, with(child, succeeds)),
		WantCreates:   order,
		WantPatches:   patchOf("bake", setTo("false", "")),
		OtherTestData: extras(requeued(toFourOClock)),
	}, {
		Name:          "somebody else's job has the name: set back, and the template goes on",
		Objects:       objects(taken, rt.NewFournosJob(triggered)),
		WantCreates:   order,
		WantPatches:   patchOf("bake", setTo("false", "")),
		WantEvents:    warning("NameConflict", foreign),
		OtherTestData: extras(requeued(toFourOClock)),
	}, {
		Name:          "a former template's job goes first",
		Objects:       objects(taken, with(resources.RecurringJob(former(taken), triggered), rt.WithUID("uid-of-child"))),
		WantCreates:   order,
		OtherTestData: extras(requeued(time.Second)),
	}, {
		Name:         "taking it fails: no job",
		Objects:      objects(asked),
		WithReactors: down("patch", "fournosjobs"),
		WantPatches:  patchOf("bake", setTo("2026-03-14T15:09:26Z", "")),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:         "suspended, and taking it fails",
		Objects:      objects(with(asked, withSuspend(true))),
		WithReactors: down("patch", "fournosjobs"),
		WantPatches:  patchOf("bake", setTo("2026-03-14T15:09:26Z", "")),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:         "making its job fails: not set back",
		Objects:      objects(taken),
		WithReactors: down("create", "fournosjobs"),
		WantCreates:  order,
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:         "setting it back fails",
		Objects:      objects(taken),
		WithReactors: conflicting("patch", "fournosjobs"),
		WantCreates:  order,
		WantPatches:  patchOf("bake", setTo("false", "")),
		WantErr:      true,
	}, {
		Name:         "setting back what makes no sense fails",
		Objects:      objects(garbage),
		WithReactors: down("patch", "fournosjobs"),
		WantPatches:  patchOf("bake", setTo("false", "")),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:          "the template was deleted since the cache saw it",
		OtherTestData: extras(cached(asked), requeued(toFourOClock)),
		WantPatches:   patchOf("bake", setTo("2026-03-14T15:09:26Z", "")),
	}})
}

// TestTriggerBeforeStatus writes the status over what the trigger's own patch left behind, not over what was before.
func TestTriggerBeforeStatus(t *testing.T) {
	template := hourly(withTrigger(triggeredAt), withVersion("7"))
	patched := with(template, withTrigger("false"), withVersion("8"))
	stands := template
	server := func(action clientgotesting.Action) (bool, runtime.Object, error) {
		switch {
		case action.Matches("get", "fournosjobs"):
			return true, stands, nil
		case action.Matches("patch", "fournosjobs"):
			stands = patched
			return true, patched, nil
		case action.Matches("update", "fournosjobs"):
			sent := action.(clientgotesting.UpdateAction).GetObject().(*fournosv1.FournosJob)
			if sent.ResourceVersion != patched.ResourceVersion {
				return true, nil, apierrs.NewConflict(schema.GroupResource{Resource: "fournosjobs"}, "bake", errors.New("modified"))
			}
			return true, sent, nil
		}
		return false, nil, nil
	}
	run(t, rtesting.TableTest{{
		Name:              "a tick is due, too",
		Objects:           objects(template),
		WithReactors:      []clientgotesting.ReactionFunc{server},
		WantCreates:       objects(resources.RecurringJob(template, triggered), order(template)),
		WantPatches:       patchOf("bake", setTo("false", "7")),
		WantStatusUpdates: statusWrite(with(ticked(template), withVersion("8"))),
		OtherTestData:     extras(requeued(toFourOClock)),
	}})
}
