package fournosjob

import (
	"context"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// release gives the cluster back of a job that was in the phase given until it ended, by deleting its Workload.
func (r *Reconciler) release(ctx context.Context, job *fournosv1.FournosJob) error {
	switch job.Status.Phase {
	case fournosv1.PhasePending, fournosv1.PhaseAdmitted, fournosv1.PhaseRunning, fournosv1.PhaseStopping:
	default:
		return nil
	}
	if job.Spec.Clusterless {
		return nil
	}
	name := names.Workload(job)
	workload, err := r.workloads.Workloads(job.Namespace).Get(name)
	if apierrs.IsNotFound(err) || err == nil && !metav1.IsControlledBy(workload, job) {
		workload, err = r.kueue.KueueV1beta2().Workloads(job.Namespace).Get(ctx, name, metav1.GetOptions{})
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
	return r.deleteWorkload(ctx, workload)
}

// tidy deletes the Workload of a job that has ended: when its end was written and the controller died, or when the gate
// was about to make one just then. Its event brings us here.
func (r *Reconciler) tidy(ctx context.Context, job *fournosv1.FournosJob) error {
	if job.Spec.Clusterless {
		return nil
	}
	workload, err := r.workloads.Workloads(job.Namespace).Get(names.Workload(job))
	if apierrs.IsNotFound(err) || err == nil && (!metav1.IsControlledBy(workload, job) || workload.DeletionTimestamp != nil || r.released.IsBehind(workload)) {
		return nil
	}
	if err != nil {
		return err
	}
	return r.deleteWorkload(ctx, workload)
}

// deleteWorkload deletes this very Workload, not another that has its name by now.
func (r *Reconciler) deleteWorkload(ctx context.Context, workload *kueuev1beta2.Workload) error {
	err := r.kueue.KueueV1beta2().Workloads(workload.Namespace).Delete(ctx, workload.Name,
		metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: ptr.To(workload.UID)}})
	if err == nil {
		r.released.Deleted(workload)
	}
	if apierrs.IsNotFound(err) {
		return nil
	}
	return err
}
