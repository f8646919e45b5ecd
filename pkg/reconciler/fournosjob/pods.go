package fournosjob

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// startTrouble says in the kubelet's and scheduler's own words why a Pod cannot start, or "".
func startTrouble(pod *corev1.Pod) string {
	for _, condition := range pod.Status.Conditions {
		if condition.Type == corev1.PodScheduled && condition.Status == corev1.ConditionFalse {
			return condition.Reason + ": " + condition.Message
		}
	}
	for _, container := range slices.Concat(pod.Status.InitContainerStatuses, pod.Status.ContainerStatuses) {
		// A container that is merely being created waits, too: without a message.
		if waiting := container.State.Waiting; waiting != nil && waiting.Message != "" {
			return waiting.Reason + ": " + waiting.Message
		}
	}
	return ""
}

// Tekton's placeholder Pods, which keep the Pods of a run with their volume on one node, carry the run's labels. They do
// no work, and go a second after the run has ended.
const (
	componentLabel    = "app.kubernetes.io/component"
	affinityAssistant = "affinity-assistant"
)

// unfinishedPods counts the Pods of the job that run, may yet run, or are being taken down.
func (r *Reconciler) unfinishedPods(job *fournosv1.FournosJob) (int, error) {
	pods, err := r.pods.Pods(job.Namespace).List(labels.SelectorFromSet(labels.Set{fournos.JobNameLabelKey: job.Name}))
	if err != nil {
		return 0, err
	}
	unfinished := 0
	for _, pod := range pods {
		if pod.Labels[componentLabel] == affinityAssistant {
			continue
		}
		ended := pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed
		if !ended || pod.DeletionTimestamp != nil {
			unfinished++
		}
	}
	return unfinished, nil
}
