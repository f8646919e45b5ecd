package fournosjob

import (
	"context"
	"time"

	"knative.dev/pkg/controller"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// expire deletes a finished job spec.ttlSecondsAfterFinished after it finished, and comes back at that time.
func (r *Reconciler) expire(ctx context.Context, job *fournosv1.FournosJob) error {
	ttl, finished := job.Spec.TTLSecondsAfterFinished, job.Status.CompletionTime
	if ttl == nil || finished == nil || job.Spec.Schedule != "" {
		return nil // A template has it for its jobs, which would go with a template that was stopped.
	}
	expires := finished.Add(time.Duration(*ttl) * time.Second)
	if wait := expires.Sub(r.clock.Now()); wait > 0 {
		return controller.NewRequeueAfter(wait)
	}
	return r.deleteJob(ctx, job)
}
