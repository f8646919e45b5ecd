package kueueadmission

import (
	"context"
	"errors"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// errOutdated ends a pass whose caches lag behind: nobody waits for a Workload any more. The event that says so is on
// its way.
var errOutdated = errors.New("outdated")

// confirm asks the API server, before a Workload is made, whether somebody waits for it: the FournosJob, or the gate
// that stands alone. The quota of one that nobody waits for would be held in vain.
func (r *Reconciler) confirm(ctx context.Context, run *pipelinev1beta1.CustomRun, h *holding) error {
	if h.job == "" {
		live, err := r.tektonClient.TektonV1beta1().CustomRuns(run.Namespace).Get(ctx, run.Name, metav1.GetOptions{})
		if apierrors.IsNotFound(err) || err == nil && (live.UID != run.UID || live.DeletionTimestamp != nil || isDone(live) || live.IsCancelled()) {
			return errOutdated
		}
		return err
	}
	job, err := r.fournosClient.FournosV1().FournosJobs(run.Namespace).Get(ctx, h.job, metav1.GetOptions{})
	if apierrors.IsNotFound(err) || err == nil && (job.UID != h.owner.UID || job.DeletionTimestamp != nil ||
		job.Status.Phase != fournosv1.PhasePending || job.Spec.Shutdown != "") {
		return errOutdated
	}
	return err
}
