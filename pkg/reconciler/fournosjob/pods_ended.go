package fournosjob

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"knative.dev/pkg/controller"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/caches"
	"fournos.dev/fournos/pkg/pods"
)

// podsEnded tells whether the job's Pods are gone or have ended. If not, the job's message says what it waits for, and
// the error, if there is one, when to look again. A Pod whose node is lost is not waited for: see pods.LostAfter.
func (r *Reconciler) podsEnded(job *fournosv1.FournosJob) (bool, error) {
	return r.awaitPods(job, r.podsOf.Get(caches.Key(job.Namespace, job.Name)))
}

// podsEndedLive is podsEnded as of now, for where the cluster is somebody else's next: the cache may not have the last
// Pod yet that was begun.
func (r *Reconciler) podsEndedLive(ctx context.Context, job *fournosv1.FournosJob) (bool, error) {
	selector := labels.SelectorFromSet(labels.Set{fournos.JobNameLabelKey: job.Name})
	live, err := r.kube.CoreV1().Pods(job.Namespace).List(ctx, metav1.ListOptions{LabelSelector: selector.String()})
	if err != nil {
		return false, err
	}
	all := make([]*corev1.Pod, 0, len(live.Items))
	for i := range live.Items {
		all = append(all, &live.Items[i])
	}
	return r.awaitPods(job, all)
}

func (r *Reconciler) awaitPods(job *fournosv1.FournosJob, all []*corev1.Pod) (ended bool, err error) {
	unfinished, recheck := pods.Unfinished(all, r.clock.Now())
	if len(unfinished) == 0 {
		return true, nil
	}
	job.Status.Enter(job.Status.Phase, fmt.Sprintf("PipelineRun %s is over, waiting for %d of its Pods to end", latestRun(job), len(unfinished)))
	if recheck > 0 {
		return false, controller.NewRequeueAfter(recheck)
	}
	return false, nil
}
