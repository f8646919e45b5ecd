package fournosjob

import (
	"context"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// release gives the job's cluster back, by deleting its Workload. It is done for a job that never asked for one.
func (r *Reconciler) release(ctx context.Context, job *fournosv1.FournosJob) error {
	switch job.Status.Phase {
	case fournosv1.PhasePending, fournosv1.PhaseAdmitted, fournosv1.PhaseRunning, fournosv1.PhaseStopping:
	default:
		return nil
	}
	if job.Spec.Clusterless {
		return nil
	}
	workloads := r.kueue.KueueV1beta2().Workloads(job.Namespace)
	name := names.Workload(job)
	workload, err := r.workloads.Workloads(job.Namespace).Get(name)
	if apierrs.IsNotFound(err) || err == nil && !metav1.IsControlledBy(workload, job) {
		workload, err = workloads.Get(ctx, name, metav1.GetOptions{})
	}
	if apierrs.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if !metav1.IsControlledBy(workload, job) {
		return nil
	}
	err = workloads.Delete(ctx, name, metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: ptr.To(workload.UID)}})
	if apierrs.IsNotFound(err) {
		return nil
	}
	return err
}
