package testing

import (
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/kmeta"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// PodOption changes a Pod that is being built.
type PodOption func(*corev1.Pod)

// NewPod builds a Pod that runs.
func NewPod(name string, options ...PodOption) *corev1.Pod {
	pod := &corev1.Pod{ObjectMeta: meta(name), Status: corev1.PodStatus{Phase: corev1.PodRunning}}
	for _, option := range options {
		option(pod)
	}
	return pod
}

// WithPodOfJob labels the Pod as a FournosJob's.
func WithPodOfJob(job string) PodOption { return WithPodLabel(fournos.JobNameLabelKey, job) }

// WithPodLabel sets a label.
func WithPodLabel(key, value string) PodOption {
	return func(p *corev1.Pod) { setLabel(p, key, value) }
}

// WithPodPhase sets the Pod's phase.
func WithPodPhase(phase corev1.PodPhase) PodOption {
	return func(p *corev1.Pod) { p.Status.Phase = phase }
}

// WithPodDeletion marks the Pod as being deleted.
func WithPodDeletion() PodOption {
	return func(p *corev1.Pod) { p.DeletionTimestamp = ptr.To(At(-time.Second)) }
}

// WithPodStatus changes the status.
func WithPodStatus(change func(*corev1.PodStatus)) PodOption {
	return func(p *corev1.Pod) { change(&p.Status) }
}

// JobOption changes a Job that is being built.
type JobOption func(*batchv1.Job)

// NewJob builds a Job that has not run.
func NewJob(name string, options ...JobOption) *batchv1.Job {
	job := &batchv1.Job{ObjectMeta: meta(name)}
	for _, option := range options {
		option(job)
	}
	return job
}

// WithJobOwner makes an object, such as a FournosJob, the Job's controller.
func WithJobOwner(owner kmeta.OwnerRefable) JobOption {
	return func(j *batchv1.Job) {
		j.OwnerReferences = []metav1.OwnerReference{*kmeta.NewControllerRef(owner)}
	}
}

// WithJobLabel sets a label.
func WithJobLabel(key, value string) JobOption {
	return func(j *batchv1.Job) { setLabel(j, key, value) }
}

// WithJobSpec changes the spec.
func WithJobSpec(change func(*batchv1.JobSpec)) JobOption {
	return func(j *batchv1.Job) { change(&j.Spec) }
}

// WithJobCondition adds a condition, such as Complete or Failed, that is True.
func WithJobCondition(conditionType batchv1.JobConditionType, reason, message string) JobOption {
	return func(j *batchv1.Job) {
		j.Status.Conditions = append(j.Status.Conditions, batchv1.JobCondition{
			Type: conditionType, Status: corev1.ConditionTrue, Reason: reason, Message: message,
		})
	}
}

// WithJobDeletion marks the Job as being deleted.
func WithJobDeletion() JobOption {
	return func(j *batchv1.Job) { j.DeletionTimestamp = ptr.To(At(-time.Second)) }
}

// NewWarning builds the event that warns, some time after Now, about an object.
func NewWarning(about metav1.Object, reason, message string, after time.Duration) *corev1.Event {
	event := &corev1.Event{
		ObjectMeta:     meta(about.GetName() + "." + reason),
		InvolvedObject: corev1.ObjectReference{Namespace: about.GetNamespace(), Name: about.GetName(), UID: about.GetUID()},
		Type:           corev1.EventTypeWarning,
		Reason:         reason,
		Message:        message,
		LastTimestamp:  At(after),
	}
	switch about.(type) {
	case *batchv1.Job:
		event.InvolvedObject.Kind = "Job"
	case *corev1.Pod:
		event.InvolvedObject.Kind = "Pod"
	}
	return event
}

// SecretOption changes a Secret that is being built.
type SecretOption func(*corev1.Secret)

// NewSecret builds a Secret with one key.
func NewSecret(namespace, name string, options ...SecretOption) *corev1.Secret {
	secret := &corev1.Secret{ObjectMeta: meta(name), Data: map[string][]byte{"key": []byte("value of " + name)}}
	secret.Namespace = namespace
	for _, option := range options {
		option(secret)
	}
	return secret
}

// WithSecretOwner makes an object, such as a FournosJob, the Secret's controller.
func WithSecretOwner(owner kmeta.OwnerRefable) SecretOption {
	return func(s *corev1.Secret) {
		s.OwnerReferences = []metav1.OwnerReference{*kmeta.NewControllerRef(owner)}
	}
}

// WithSecretLabel sets a label.
func WithSecretLabel(key, value string) SecretOption {
	return func(s *corev1.Secret) { setLabel(s, key, value) }
}

// WithSecretData replaces the keys.
func WithSecretData(data map[string]string) SecretOption {
	return func(s *corev1.Secret) {
		s.Data = map[string][]byte{}
		for key, value := range data {
			s.Data[key] = []byte(value)
		}
	}
}
