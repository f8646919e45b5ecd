package fournosjob

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/controller"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
	"fournos.dev/fournos/pkg/schedule"
)

// Annotations of a template's status: the schedule whose ticks count, and since when. A schedule that was edited counts
// from then on, so that it never makes up for ticks that it would have had before.
const (
	countedScheduleKey = fournos.GroupName + "/schedule"
	countedSinceKey    = fournos.GroupName + "/schedule-since"
)

// recur makes the job of the latest tick that has none yet, and comes back at the next tick.
func (r *Reconciler) recur(ctx context.Context, template *fournosv1.FournosJob) error {
	now := r.clock.Now()
	since := countSince(template, now) // Also while the schedule is missing or wrong: the next one is an edit of it.
	if template.Spec.Schedule == "" {
		template.Status.Enter(fournosv1.PhaseRecurring, "spec.schedule was removed: no job is made until it is set again")
		return nil
	}
	// The spec of a template may be edited at any time. A slip does not end it.
	if err := template.Validate(ctx); err != nil {
		template.Status.Enter(fournosv1.PhaseRecurring, "No job is made: "+strings.ReplaceAll(err.Error(), "\n", "; "))
		return nil
	}
	children := r.children(template)
	if err := r.trigger(ctx, template); err != nil {
		return err
	}
	if err := r.pruneHistory(ctx, template, children); err != nil {
		return err
	}
	ticks, err := schedule.Of(&template.Spec.Recurrence)
	if err != nil {
		return err
	}
	if template.Spec.Suspend {
		template.Status.Enter(fournosv1.PhaseRecurring, "Suspended")
		return nil
	}
	// The next tick is asked for from the latest, not from now: "@every 1h" is an hour after the latest.
	latest := since
	if tick := ticks.Last(since, now); !tick.IsZero() {
		latest = tick
		if !isTooLate(template, tick, now) {
			if err := r.tick(ctx, template, children, tick); err != nil {
				return err
			}
		}
	}
	next := ticks.Next(latest)
	if next.IsZero() {
		template.Status.Enter(fournosv1.PhaseRecurring, fmt.Sprintf("spec.schedule %q never comes", template.Spec.Schedule))
		return nil
	}
	template.Status.Enter(fournosv1.PhaseRecurring, "Next job at "+next.Format(time.RFC3339))
	return controller.NewRequeueAfter(next.Sub(now))
}

// countSince is the time after which ticks still need a job.
func countSince(template *fournosv1.FournosJob, now time.Time) time.Time {
	status := &template.Status
	counted := template.Spec.TimeZone + " " + template.Spec.Schedule
	since, err := time.Parse(time.RFC3339, status.Annotations[countedSinceKey])
	if was := status.Annotations[countedScheduleKey]; was != counted || err != nil {
		since = now // Edited, be it by somebody who may not.
		if was == "" {
			since = template.CreationTimestamp.Time
		}
		if status.Annotations == nil {
			status.Annotations = map[string]string{}
		}
		status.Annotations[countedScheduleKey] = counted
		status.Annotations[countedSinceKey] = since.UTC().Format(time.RFC3339)
	}
	if last := status.LastScheduledTime; last != nil && last.After(since) {
		since = last.Time
	}
	return since
}

func isTooLate(template *fournosv1.FournosJob, tick, now time.Time) bool {
	limit := template.Spec.StartingDeadlineSeconds
	return limit != nil && now.Sub(tick) >= time.Duration(*limit)*time.Second
}

// tick makes the job of a tick, as far as spec.concurrencyPolicy lets it.
func (r *Reconciler) tick(ctx context.Context, template *fournosv1.FournosJob, children []*fournosv1.FournosJob, tick time.Time) error {
	name := names.RecurringJob(template, tick)
	if slices.ContainsFunc(children, func(child *fournosv1.FournosJob) bool { return child.Name == name }) {
		// An earlier pass made it and did not come to say so. It must not stand in its own way.
		template.Status.LastScheduledTime = ptr.To(metav1.NewTime(tick))
		return nil
	}
	for _, child := range unfinished(children) {
		switch template.Spec.ConcurrencyPolicy {
		case fournosv1.ConcurrencyForbid:
			return nil // As with a CronJob, the tick still counts when the child has ended, unless it is too late by then.
		case fournosv1.ConcurrencyReplace:
			if err := r.deleteJob(ctx, child); err != nil {
				return err
			}
		}
	}
	if err := r.createChild(ctx, template, name); err != nil {
		return err
	}
	template.Status.LastScheduledTime = ptr.To(metav1.NewTime(tick))
	return nil
}

// createChild makes a job of the template. One that an earlier pass made, and did not come to say so, is the same. When
// somebody else's has the name, none is made: that is no reason to end the template, whose next job has another name.
func (r *Reconciler) createChild(ctx context.Context, template *fournosv1.FournosJob, name string) error {
	if err := r.confirm(ctx, template); err != nil {
		return err
	}
	jobs := r.fournos.FournosV1().FournosJobs(template.Namespace)
	_, err := jobs.Create(ctx, resources.RecurringJob(template, name), metav1.CreateOptions{})
	if !apierrs.IsAlreadyExists(err) {
		return err
	}
	found, err := jobs.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	err = mustBeOurs(template, "FournosJob", found)
	if clash, ok := asFailure(err); ok {
		controller.GetEventRecorder(ctx).Event(template, corev1.EventTypeWarning, clash.reason, clash.message)
		return nil
	}
	return err
}
