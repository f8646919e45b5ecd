package testing

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/apis"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// Namespace is where builders put what has a namespace: the default of WORKLOAD_NAMESPACE.
const Namespace = "psap-automation"

// Key is the key of an object of this name in Namespace.
func Key(name string) string { return Namespace + "/" + name }

// UID is the UID that builders give to the object of this name.
func UID(name string) types.UID { return types.UID("uid-of-" + name) }

// At is a time this long after Now, or before it when negative.
func At(d time.Duration) metav1.Time { return metav1.NewTime(Now.Add(d)) }

func meta(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: name, Namespace: Namespace, UID: UID(name)}
}

func setLabel(object metav1.Object, key, value string) {
	labels := object.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels[key] = value
	object.SetLabels(labels)
}

func setAnnotation(object metav1.Object, key, value string) {
	annotations := object.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[key] = value
	object.SetAnnotations(annotations)
}

// FournosJobOption changes a FournosJob that is being built.
type FournosJobOption func(*fournosv1.FournosJob)

// NewFournosJob builds a job as the API server stores it: with an engine, and with the schema's defaults filled in.
func NewFournosJob(name string, options ...FournosJobOption) *fournosv1.FournosJob {
	job := &fournosv1.FournosJob{
		ObjectMeta: meta(name),
		Spec: fournosv1.FournosJobSpec{
			ExecutionEngine: map[string]runtime.RawExtension{"forge": {Raw: []byte(`{}`)}},
		},
	}
	job.Generation = 1
	job.SetDefaults(context.Background())
	for _, option := range options {
		option(job)
	}
	return job
}

// WithSpec changes the spec.
func WithSpec(change func(*fournosv1.FournosJobSpec)) FournosJobOption {
	return func(j *fournosv1.FournosJob) { change(&j.Spec) }
}

// WithCluster pins the job.
func WithCluster(cluster string) FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.Spec.Cluster = cluster }
}

// WithShared makes the job share its cluster.
func WithShared() FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.Spec.Exclusive = ptr.To(false) }
}

// WithClusterless makes the job run on the hub.
func WithClusterless() FournosJobOption {
	return func(j *fournosv1.FournosJob) {
		j.Spec.Clusterless, j.Spec.Exclusive = true, ptr.To(false)
	}
}

// WithLockOnly makes the job hold its cluster and run nothing.
func WithLockOnly() FournosJobOption {
	return func(j *fournosv1.FournosJob) {
		j.Spec.LockOnly, j.Spec.ExecutionEngine = true, nil
	}
}

// WithHardware asks for GPUs.
func WithHardware(gpuType string, count int32) FournosJobOption {
	return func(j *fournosv1.FournosJob) {
		j.Spec.Hardware = &fournosv1.Hardware{GPUType: gpuType, GPUCount: count}
	}
}

// WithPriority names a WorkloadPriorityClass.
func WithPriority(name string) FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.Spec.Priority = name }
}

// WithSecretRefs names vault entries.
func WithSecretRefs(refs ...fournosv1.SecretRef) FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.Spec.SecretRefs = refs }
}

// WithShutdown asks for the job's end.
func WithShutdown(shutdown fournosv1.Shutdown) FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.Spec.Shutdown = shutdown }
}

// WithUID gives the job another UID: another job of the same name.
func WithUID(uid types.UID) FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.UID = uid }
}

// WithDeletion marks the job as being deleted.
func WithDeletion() FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.DeletionTimestamp = ptr.To(At(-time.Second)) }
}

// WithPhase puts the job into a phase that is not final, as Enter does.
func WithPhase(phase fournosv1.Phase, message string) FournosJobOption {
	return func(j *fournosv1.FournosJob) {
		j.Status.InitializeConditions()
		j.Status.ObservedGeneration = j.Generation
		j.Status.Enter(phase, message)
	}
}

// WithStep sets the condition of a step on the way.
func WithStep(step apis.ConditionType, status corev1.ConditionStatus, reason, message string) FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.Status.MarkStep(step, status, reason, message) }
}

// WithFinish puts the job into a final phase at Now.
func WithFinish(phase fournosv1.Phase, reason, message string) FournosJobOption {
	return func(j *fournosv1.FournosJob) {
		j.Status.InitializeConditions()
		j.Status.ObservedGeneration = j.Generation
		j.Status.Finish(phase, reason, message, At(0))
	}
}

// WithStatus changes the status.
func WithStatus(change func(*fournosv1.FournosJobStatus)) FournosJobOption {
	return func(j *fournosv1.FournosJob) { change(&j.Status) }
}
