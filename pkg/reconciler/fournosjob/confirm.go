package fournosjob

import (
	"context"
	"errors"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// errOutdated ends a pass that began with a job which is another, or further, by now. Nothing is said of it and nothing
// written: the watch brings the job as it is, and with it the next pass.
var errOutdated = errors.New("outdated")

type confirmedKey struct{}

// withConfirmed says that the API server has just answered a write of the job with this version of it.
func withConfirmed(ctx context.Context, job *fournosv1.FournosJob) context.Context {
	return context.WithValue(ctx, confirmedKey{}, job.ResourceVersion)
}

// confirm asks the API server whether the job still is what this pass takes it for. Nothing is made without: what a pass
// over an old copy makes, for a job that was stopped, deleted or made anew, nobody would look after.
func (r *Reconciler) confirm(ctx context.Context, job *fournosv1.FournosJob) error {
	if version, _ := ctx.Value(confirmedKey{}).(string); version != "" && version == job.ResourceVersion {
		return nil
	}
	live, err := r.fournos.FournosV1().FournosJobs(job.Namespace).Get(ctx, job.Name, metav1.GetOptions{})
	if apierrs.IsNotFound(err) {
		return errOutdated
	}
	if err != nil {
		return err
	}
	// The version changes with all that counts: UID, deletion, phase, shutdown. The status that this pass would write
	// over another one would be refused anyway.
	if live.UID != job.UID || live.DeletionTimestamp != nil || live.ResourceVersion != job.ResourceVersion {
		return errOutdated
	}
	return nil
}
