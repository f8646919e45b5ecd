package fournosjob

import (
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
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

// startTrouble says why a Pod cannot start, or "". While the kubelet sets a Pod up, only an event tells what keeps it from
// that: a volume whose Secret is missing, or a network that gives no address.
func (r *Reconciler) startTrouble(pod *corev1.Pod) (string, error) {
	if trouble := startTrouble(pod); trouble != "" || !isBeingSetUp(pod) {
		return trouble, nil
	}
	return r.warnings.Latest(pod, time.Time{})
}

// isBeingSetUp tells whether the kubelet has taken a Pod, and it has not all its volumes and its network yet.
func isBeingSetUp(pod *corev1.Pod) bool {
	is := func(wanted corev1.PodConditionType) bool {
		return slices.ContainsFunc(pod.Status.Conditions, func(condition corev1.PodCondition) bool {
			return condition.Type == wanted && condition.Status == corev1.ConditionTrue
		})
	}
	return pod.Status.Phase == corev1.PodPending && is(corev1.PodScheduled) && !is(corev1.PodReadyToStartContainers)
}

// endTrouble says how a Pod's container failed, or "": why it was killed, or the message that it left.
func endTrouble(pod *corev1.Pod) string {
	for _, container := range pod.Status.ContainerStatuses {
		end := container.State.Terminated
		switch {
		case end == nil || end.ExitCode == 0:
		case end.Message != "":
			return fmt.Sprintf("%s (exit code %d)", lastWords(end.Message), end.ExitCode)
		default:
			return fmt.Sprintf("%s, exit code %d", end.Reason, end.ExitCode)
		}
	}
	return ""
}

// longestLastWords bounds, in bytes, what a container may add to a message.
const longestLastWords = 500

func lastWords(message string) string {
	words := strings.Join(strings.Fields(message), " ")
	if len(words) > longestLastWords {
		words = "…" + strings.ToValidUTF8(words[len(words)-longestLastWords:], "")
	}
	return words
}
