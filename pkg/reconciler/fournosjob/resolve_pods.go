package fournosjob

import (
	"fmt"
	"slices"
	"strings"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/caches"
)

func (r *Reconciler) resolvePods(job *fournosv1.FournosJob, resolveJob *batchv1.Job) []*corev1.Pod {
	pods := slices.DeleteFunc(r.podsOf.Get(caches.Key(job.Namespace, job.Name)), func(pod *corev1.Pod) bool {
		return pod.Labels[batchv1.JobNameLabel] != resolveJob.Name
	})
	// In a fixed order, or the message would tell of another Pod at each look.
	slices.SortFunc(pods, func(a, b *corev1.Pod) int { return strings.Compare(a.Name, b.Name) })
	return pods
}

// podSucceeded tells whether the one Pod that the resolve Job needs has succeeded. Kubernetes looks at a Job a second after
// its Pods have changed, and finds no more than this.
func (r *Reconciler) podSucceeded(job *fournosv1.FournosJob, resolveJob *batchv1.Job) bool {
	if ptr.Deref(resolveJob.Spec.Completions, 0) != 1 || conditionOf(resolveJob, batchv1.JobFailureTarget) != nil {
		return false
	}
	return slices.ContainsFunc(r.resolvePods(job, resolveJob), func(pod *corev1.Pod) bool {
		return metav1.IsControlledBy(pod, resolveJob) && pod.Status.Phase == corev1.PodSucceeded
	})
}

// resolveProgress says what the resolve Job does, or why its Pod cannot be made or cannot start.
func (r *Reconciler) resolveProgress(job *fournosv1.FournosJob, resolveJob *batchv1.Job) (string, error) {
	pods := r.resolvePods(job, resolveJob)
	takesDown := conditionOf(resolveJob, batchv1.JobFailureTarget) != nil || len(pods) == 0 && resolveJob.Status.Active > 0
	if takesDown {
		return job.Status.Message, nil // With its Pods goes what they tell.
	}
	var newest time.Time
	for _, pod := range pods {
		trouble, err := r.startTrouble(pod)
		if err != nil {
			return "", err
		}
		if trouble != "" {
			return fmt.Sprintf("Pod %s of Job %s cannot start: %s", pod.Name, resolveJob.Name, trouble), nil
		}
		if pod.CreationTimestamp.After(newest) {
			newest = pod.CreationTimestamp.Time
		}
	}
	// A warning from before a Pod was made is of a trouble that is over.
	trouble, err := r.warnings.Latest(resolveJob, newest)
	if err != nil {
		return "", err
	}
	if trouble != "" {
		return fmt.Sprintf("Job %s cannot make its Pod: %s", resolveJob.Name, trouble), nil
	}
	return lookingUp(resolveJob.Name), nil
}

// lookingUp is the message of a job whose resolve Job is in no trouble.
func lookingUp(resolveJob string) string {
	return fmt.Sprintf("Job %s looks up hardware and secrets", resolveJob)
}

// resolveEnd says why the resolve Job failed: what its container left as its last words, else what the Job says, with
// the trouble that it was in.
func (r *Reconciler) resolveEnd(job *fournosv1.FournosJob, resolveJob *batchv1.Job, condition *batchv1.JobCondition) (string, error) {
	for _, pod := range r.resolvePods(job, resolveJob) {
		if words := endTrouble(pod); words != "" {
			return words, nil
		}
		trouble, err := r.startTrouble(pod)
		if err != nil {
			return "", err
		}
		if trouble != "" {
			return fmt.Sprintf("%s (Pod %s cannot start: %s)", condition.Message, pod.Name, trouble), nil
		}
	}
	if before := job.Status.Message; before != lookingUp(resolveJob.Name) {
		return fmt.Sprintf("%s (%s)", condition.Message, before), nil
	}
	return condition.Message, nil
}
