// Package pods reads the state of Pods.
package pods

import corev1 "k8s.io/api/core/v1"

// Tekton's placeholder Pods, which keep the Pods of a run with their volume on one node, carry the run's labels.
const (
	componentLabel    = "app.kubernetes.io/component"
	affinityAssistant = "affinity-assistant"
)

// IsUnfinished tells whether a Pod runs, may yet run, or is being taken down. Tekton's placeholders do no work, and do
// not count: they go a second after their run has ended.
func IsUnfinished(pod *corev1.Pod) bool {
	if pod.Labels[componentLabel] == affinityAssistant {
		return false
	}
	ended := pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed
	return !ended || pod.DeletionTimestamp != nil
}
