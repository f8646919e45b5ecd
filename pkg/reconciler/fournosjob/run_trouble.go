package fournosjob

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	corev1 "k8s.io/api/core/v1"
	"knative.dev/pkg/controller"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/caches"
)

// setUp is how long a Pod of a run may take to start before the job's message tells why it has not. Many wait a moment for
// their volume or for the Pod that Tekton keeps beside it.
const setUp = 15 * time.Second

// runsOn is the message of a job whose run is in no trouble.
func runsOn(job *fournosv1.FournosJob, run string) string {
	if job.Spec.Clusterless {
		return fmt.Sprintf("PipelineRun %s runs on the hub", run)
	}
	return fmt.Sprintf("PipelineRun %s runs on %s", run, job.Status.Cluster)
}

// showProgress says that the run goes on, and which of its Pods cannot start. When one may yet start in time, it asks to
// be called again then.
func (r *Reconciler) showProgress(job *fournosv1.FournosJob, run string) error {
	message := runsOn(job, run)
	var again time.Duration
	for _, pod := range r.runPods(job, run) {
		trouble, err := r.startTrouble(pod)
		if err != nil {
			return err
		}
		if trouble == "" {
			continue
		}
		if left := setUp - r.clock.Since(pod.CreationTimestamp.Time); left > 0 {
			again = left
			continue
		}
		message, again = fmt.Sprintf("%s; Pod %s cannot start: %s", message, pod.Name, trouble), 0
		break
	}
	job.Status.Enter(fournosv1.PhaseRunning, message)
	if again > 0 {
		return controller.NewRequeueAfter(again)
	}
	return nil
}

// runPods are the Pods of a run in the order of their names, or the message would tell of another at each look.
func (r *Reconciler) runPods(job *fournosv1.FournosJob, run string) []*corev1.Pod {
	pods := slices.DeleteFunc(r.podsOf.Get(caches.Key(job.Namespace, job.Name)), func(pod *corev1.Pod) bool {
		return pod.Labels[pipeline.PipelineRunLabelKey] != run
	})
	slices.SortFunc(pods, func(a, b *corev1.Pod) int { return strings.Compare(a.Name, b.Name) })
	return pods
}
