package fournosjob

import (
	"context"
	"fmt"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/caches"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// awaitLeftovers waits until nothing is left of a former PipelineRun of the name that is about to be given to another.
// Tekton finds the children of a run by their names: it would take a former job's gate, task or Pod for the new job's,
// and its end for theirs.
func (r *Reconciler) awaitLeftovers(ctx context.Context, job *fournosv1.FournosJob, run string) error {
	left, err := r.leftover(ctx, job, run)
	if err != nil || left == "" {
		return err
	}
	return awaitGone(job, fmt.Sprintf("Waiting until %s of a former job of this name is gone", left))
}

// leftover names something that a former PipelineRun left, or "". All that Tekton makes carries the run's name.
func (r *Reconciler) leftover(ctx context.Context, job *fournosv1.FournosJob, run string) (string, error) {
	selector := labels.SelectorFromSet(labels.Set{
		fournos.JobNameLabelKey:      job.Name,
		pipeline.PipelineRunLabelKey: run,
	})
	for _, gate := range r.gatesOf.Get(caches.Key(job.Namespace, job.Name)) {
		if gate.Labels[pipeline.PipelineRunLabelKey] == run {
			return "CustomRun " + gate.Name, nil
		}
	}
	for _, pod := range r.podsOf.Get(caches.Key(job.Namespace, job.Name)) {
		if pod.Labels[pipeline.PipelineRunLabelKey] == run {
			return "Pod " + pod.Name, nil
		}
	}
	if run != names.PipelineRun(job, nextAttempt(job)) {
		return "", nil // The run that waits for a cluster has a gate and no tasks.
	}
	// No cache has them: they are of no other interest here.
	taskRuns, err := r.tekton.TektonV1().TaskRuns(job.Namespace).List(ctx, metav1.ListOptions{LabelSelector: selector.String(), Limit: 1})
	if err != nil {
		return "", err
	}
	for i := range taskRuns.Items {
		return "TaskRun " + taskRuns.Items[i].Name, nil
	}
	return "", nil
}
