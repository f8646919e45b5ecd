package fournosjob

import (
	"context"
	"slices"
	"strings"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/caches"
)

// How many finished jobs of a template are kept when it does not say. The numbers are CronJob's.
const (
	defaultSuccessfulHistory = 3
	defaultFailedHistory     = 1
)

// children are the jobs that a template made, oldest first.
func (r *Reconciler) children(template *fournosv1.FournosJob) []*fournosv1.FournosJob {
	children := slices.DeleteFunc(r.childrenOf.Get(caches.Key(template.Namespace, template.Name)), func(job *fournosv1.FournosJob) bool {
		return !metav1.IsControlledBy(job, template) || job.DeletionTimestamp != nil
	})
	slices.SortFunc(children, func(a, b *fournosv1.FournosJob) int {
		if order := a.CreationTimestamp.Compare(b.CreationTimestamp.Time); order != 0 {
			return order
		}
		return strings.Compare(a.Name, b.Name)
	})
	return children
}

func unfinished(jobs []*fournosv1.FournosJob) []*fournosv1.FournosJob {
	return slices.DeleteFunc(slices.Clone(jobs), func(job *fournosv1.FournosJob) bool { return job.Status.IsDone() })
}

// pruneHistory deletes the oldest finished jobs of a template that are more than it keeps.
func (r *Reconciler) pruneHistory(ctx context.Context, template *fournosv1.FournosJob, children []*fournosv1.FournosJob) error {
	var succeeded, others []*fournosv1.FournosJob
	for _, child := range children {
		switch {
		case child.Status.Phase == fournosv1.PhaseSucceeded:
			succeeded = append(succeeded, child)
		case child.Status.IsDone():
			others = append(others, child)
		}
	}
	for _, history := range []struct {
		jobs []*fournosv1.FournosJob
		keep int32
	}{
		{succeeded, ptr.Deref(template.Spec.SuccessfulJobsHistoryLimit, defaultSuccessfulHistory)},
		{others, ptr.Deref(template.Spec.FailedJobsHistoryLimit, defaultFailedHistory)},
	} {
		surplus := max(len(history.jobs)-int(history.keep), 0)
		for _, job := range history.jobs[:surplus] {
			if err := r.deleteJob(ctx, job); err != nil {
				return err
			}
		}
	}
	return nil
}

// deleteJob deletes this very job, not another that has its name by now.
func (r *Reconciler) deleteJob(ctx context.Context, job *fournosv1.FournosJob) error {
	err := r.fournos.FournosV1().FournosJobs(job.Namespace).Delete(ctx, job.Name, metav1.DeleteOptions{
		Preconditions:     &metav1.Preconditions{UID: ptr.To(job.UID)},
		PropagationPolicy: ptr.To(metav1.DeletePropagationBackground),
	})
	if apierrs.IsNotFound(err) {
		return nil
	}
	return err
}
