package fournosjob

import (
	"context"
	"fmt"
	"time"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"knative.dev/pkg/apis"
)

// taskRunRetry is how soon to look again for the end of a TaskRun, which no cache has.
const taskRunRetry = 5 * time.Second

// failedTask says in Tekton's words how the first task of a run failed that did, or "". What the run itself says of it is
// but how many failed.
//
// A TaskRun that goes on is named, too: Tekton gives up a run whose TaskRun it made and did not see, as after a restart
// of the API server, and the TaskRun begins its Pod all the same.
func (r *Reconciler) failedTask(ctx context.Context, run *pipelinev1.PipelineRun) (why, goesOn string, err error) {
	selector := labels.SelectorFromSet(labels.Set{pipeline.PipelineRunLabelKey: run.Name})
	found, err := r.tekton.TektonV1().TaskRuns(run.Namespace).List(ctx, metav1.ListOptions{LabelSelector: selector.String()})
	if err != nil {
		return "", "", err
	}
	var first *pipelinev1.TaskRun
	for i := range found.Items {
		task := &found.Items[i]
		if metav1.IsControlledBy(task, run) && !task.IsDone() && task.DeletionTimestamp == nil {
			return "", task.Name, nil
		}
		if !task.IsFailure() || task.IsCancelled() || !metav1.IsControlledBy(task, run) || task.Status.CompletionTime == nil {
			continue
		}
		if first == nil || task.Status.CompletionTime.Before(first.Status.CompletionTime) {
			first = task
		}
	}
	if first == nil {
		return "", "", nil
	}
	words := lastWords(first.Status.GetCondition(apis.ConditionSucceeded).GetMessage())
	return fmt.Sprintf("task %s: %s", first.Labels[pipeline.PipelineTaskLabelKey], words), "", nil
}
