package testing

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"knative.dev/pkg/kmeta"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// WorkloadOption changes a Workload that is being built.
type WorkloadOption func(*kueue.Workload)

// NewWorkload builds a Workload that asks for one slot of any cluster, and that Kueue has not looked at.
func NewWorkload(name string, options ...WorkloadOption) *kueue.Workload {
	w := &kueue.Workload{
		ObjectMeta: meta(name),
		Spec: kueue.WorkloadSpec{
			QueueName: "fournos-queue",
			PodSets:   []kueue.PodSet{{Name: "launcher", Count: 1}},
		},
	}
	w.Spec.PodSets[0].Template.Spec.Containers = []corev1.Container{{Name: "launcher", Image: "fournos-launcher"}}
	WithRequest(fournos.ClusterSlotResource, 1)(w)
	for _, option := range options {
		option(w)
	}
	return w
}

// WithRequest asks for a quantity of a resource.
func WithRequest(name corev1.ResourceName, quantity int64) WorkloadOption {
	return func(w *kueue.Workload) {
		requests := &w.Spec.PodSets[0].Template.Spec.Containers[0].Resources.Requests
		if *requests == nil {
			*requests = corev1.ResourceList{}
		}
		(*requests)[name] = *resource.NewQuantity(quantity, resource.DecimalSI)
	}
}

// WithoutCluster asks for no slot of any cluster.
func WithoutCluster() WorkloadOption {
	return func(w *kueue.Workload) {
		delete(w.Spec.PodSets[0].Template.Spec.Containers[0].Resources.Requests, fournos.ClusterSlotResource)
	}
}

// WithExclusive asks for all slots of a cluster.
func WithExclusive() WorkloadOption {
	return WithRequest(fournos.ClusterSlotResource, fournos.SlotsPerCluster)
}

// WithPin asks for one cluster by its name.
func WithPin(cluster string) WorkloadOption {
	return func(w *kueue.Workload) {
		w.Spec.PodSets[0].Template.Spec.NodeSelector = map[string]string{fournos.ClusterLabelKey: cluster}
	}
}

// WithWorkloadQueue names the LocalQueue.
func WithWorkloadQueue(name string) WorkloadOption {
	return func(w *kueue.Workload) { w.Spec.QueueName = kueue.LocalQueueName(name) }
}

// WithWorkloadOwner makes an object the Workload's controller.
func WithWorkloadOwner(owner kmeta.OwnerRefable) WorkloadOption {
	return func(w *kueue.Workload) {
		w.OwnerReferences = []metav1.OwnerReference{*kmeta.NewControllerRef(owner)}
	}
}

// WithWorkloadLabel sets a label.
func WithWorkloadLabel(key, value string) WorkloadOption {
	return func(w *kueue.Workload) { setLabel(w, key, value) }
}

// WithWorkloadAnnotation sets an annotation.
func WithWorkloadAnnotation(key, value string) WorkloadOption {
	return func(w *kueue.Workload) { setAnnotation(w, key, value) }
}

// WithWorkloadFinalizer adds a finalizer.
func WithWorkloadFinalizer(name string) WorkloadOption {
	return func(w *kueue.Workload) { w.Finalizers = append(w.Finalizers, name) }
}

// WithWorkloadDeletion marks the Workload as being deleted.
func WithWorkloadDeletion() WorkloadOption {
	return func(w *kueue.Workload) { w.DeletionTimestamp = ptr.To(At(-time.Second)) }
}

// WithWorkloadCondition sets a condition.
func WithWorkloadCondition(conditionType string, status metav1.ConditionStatus, reason, message string) WorkloadOption {
	return func(w *kueue.Workload) {
		apimeta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{
			Type: conditionType, Status: status, Reason: reason, Message: message, LastTransitionTime: At(0),
		})
	}
}

// WithReserved gives the Workload quota for slots in a flavor, or for nothing when the flavor is empty, without
// admitting it.
func WithReserved(flavor string) WorkloadOption {
	return func(w *kueue.Workload) {
		assignment := kueue.PodSetAssignment{Name: "launcher", Count: ptr.To[int32](1)}
		if flavor != "" {
			requests := w.Spec.PodSets[0].Template.Spec.Containers[0].Resources.Requests
			assignment.Flavors = map[corev1.ResourceName]kueue.ResourceFlavorReference{}
			for name := range requests {
				assignment.Flavors[name] = kueue.ResourceFlavorReference(flavor)
			}
			assignment.ResourceUsage = requests.DeepCopy()
		}
		w.Status.Admission = &kueue.Admission{
			ClusterQueue: "fournos", PodSetAssignments: []kueue.PodSetAssignment{assignment},
		}
		WithWorkloadCondition(kueue.WorkloadQuotaReserved, metav1.ConditionTrue, "QuotaReserved", "Quota reserved in ClusterQueue fournos")(w)
	}
}

// WithAdmitted gives the Workload quota in a flavor, or in none when it is empty, and admits it. It comes after what
// asks for resources.
func WithAdmitted(flavor string) WorkloadOption {
	return func(w *kueue.Workload) {
		WithReserved(flavor)(w)
		WithWorkloadCondition(kueue.WorkloadAdmitted, metav1.ConditionTrue, "Admitted", "The workload is admitted")(w)
	}
}

// WithPodsReady says that the Workload's Pods are ready, as Fournos does for an admitted one.
func WithPodsReady(message string) WorkloadOption {
	return WithWorkloadCondition(kueue.WorkloadPodsReady, metav1.ConditionTrue, kueue.WorkloadStarted, message)
}

// WithWaiting says in Kueue's words why the Workload has no quota.
func WithWaiting(reason, message string) WorkloadOption {
	return WithWorkloadCondition(kueue.WorkloadQuotaReserved, metav1.ConditionFalse, reason, message)
}

// WithEvicted says that Kueue wants the quota back.
func WithEvicted(reason, message string) WorkloadOption {
	return WithWorkloadCondition(kueue.WorkloadEvicted, metav1.ConditionTrue, reason, message)
}

// WithDeactivated says that Kueue will not admit the Workload any more.
func WithDeactivated() WorkloadOption {
	return func(w *kueue.Workload) {
		w.Spec.Active = ptr.To(false)
		WithEvicted(kueue.WorkloadDeactivated, "The workload is deactivated")(w)
	}
}
