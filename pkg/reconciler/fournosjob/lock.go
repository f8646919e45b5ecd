package fournosjob

import (
	"context"
	"fmt"
	"time"

	"knative.dev/pkg/controller"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// holdLock keeps the cluster of a lockOnly job until spec.lockUntil, until Kueue wants it back, or until the job is stopped
// or deleted.
func (r *Reconciler) holdLock(ctx context.Context, job *fournosv1.FournosJob) error {
	until, badTime := time.Parse(time.RFC3339, job.Spec.LockUntil)
	wait := until.Sub(r.clock.Now())
	if badTime == nil && wait <= 0 {
		job.Status.Finish(fournosv1.PhaseSucceeded, "LockReleased", "Cluster lock on "+job.Status.Cluster+" released at "+job.Spec.LockUntil, r.now())
		return nil
	}
	taken, err := r.takenBack(ctx, job)
	if err != nil {
		return err
	}
	if taken != nil {
		return r.giveBack(job, taken)
	}
	message := "Cluster lock held on " + job.Status.Cluster
	switch {
	case job.Spec.LockUntil == "":
		job.Status.Enter(fournosv1.PhaseAdmitted, message)
	case badTime != nil:
		// May be edited while the lock is held: keep holding, and say what is wrong.
		job.Status.Enter(fournosv1.PhaseAdmitted, fmt.Sprintf("%s; spec.lockUntil %q is no RFC 3339 time such as 2030-01-31T18:00:00Z", message, job.Spec.LockUntil))
	default:
		job.Status.Enter(fournosv1.PhaseAdmitted, message+" until "+job.Spec.LockUntil)
		return controller.NewRequeueAfter(wait)
	}
	return nil
}
