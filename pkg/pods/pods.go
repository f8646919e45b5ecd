// Package pods reads the state of Pods.
package pods

import (
	"time"

	corev1 "k8s.io/api/core/v1"
)

// Tekton's placeholder Pods, which keep the Pods of a run with their volume on one node, carry the run's labels.
const (
	componentLabel    = "app.kubernetes.io/component"
	affinityAssistant = "affinity-assistant"
)

// LostAfter is how long after the end of its grace period a Pod that is being deleted counts as lost. The kubelet kills
// what is left of a Pod when that period is over; where a Pod outlives it by minutes, there is no kubelet any more.
const LostAfter = 5 * time.Minute

// IsUnfinished tells whether a Pod runs, may yet run, or is being taken down. Tekton's placeholders do no work, and do
// not count: they go a second after their run has ended.
func IsUnfinished(pod *corev1.Pod) bool {
	if pod.Labels[componentLabel] == affinityAssistant {
		return false
	}
	ended := pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed
	return !ended || pod.DeletionTimestamp != nil
}

// Unfinished are those of some Pods that are unfinished and not lost, in their order. If any of them is being deleted,
// recheck is when the first of those will count as lost; else it is 0, and an event will tell.
func Unfinished(all []*corev1.Pod, now time.Time) (unfinished []*corev1.Pod, recheck time.Duration) {
	for _, pod := range all {
		if !IsUnfinished(pod) {
			continue
		}
		if pod.DeletionTimestamp != nil {
			// The timestamp is when the grace period ends, not when it begins.
			left := pod.DeletionTimestamp.Add(LostAfter).Sub(now)
			if left <= 0 {
				continue
			}
			if recheck == 0 || left < recheck {
				recheck = left
			}
		}
		unfinished = append(unfinished, pod)
	}
	return unfinished, recheck
}
