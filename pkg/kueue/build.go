package kueue

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// PodSetName is the one podSet of a Workload. No Pod is ever made of it: it only says what is asked for.
const PodSetName = "launcher"

// Request is what a Workload asks Kueue for.
type Request struct {
	// Namespace and Name of the Workload.
	Namespace, Name string
	// Queue is the LocalQueue.
	Queue string
	// Owner is the object whose end ends the Workload.
	Owner metav1.OwnerReference
	// JobName is the FournosJob for which it is made, if any.
	JobName string
	// Annotations of the Workload.
	Annotations map[string]string
	// Cluster pins it, unless empty.
	Cluster string
	// Exclusive asks for all slots of the cluster in place of one.
	Exclusive bool
	// GPUResource and GPUCount ask for GPUs, unless the count is 0.
	GPUResource string
	GPUCount    int64
	// Resources are asked for besides. WithoutCluster asks for them alone, and for no slot of any cluster.
	Resources      corev1.ResourceList
	WithoutCluster bool
	// NodeSelector leaves only flavors that have these labels.
	NodeSelector map[string]string
	// PriorityClass names a WorkloadPriorityClass, unless empty, and Priority is its value.
	PriorityClass string
	Priority      int32
}

// NewWorkload builds the Workload that asks for what the request says.
func NewWorkload(r *Request) *kueue.Workload {
	requests := corev1.ResourceList{}
	maps.Copy(requests, r.Resources)
	if !r.WithoutCluster {
		slots := int64(1)
		if r.Exclusive {
			slots = fournos.SlotsPerCluster
		}
		requests[fournos.ClusterSlotResource] = *resource.NewQuantity(slots, resource.DecimalSI)
	}
	if r.GPUCount > 0 {
		requests[corev1.ResourceName(r.GPUResource)] = *resource.NewQuantity(r.GPUCount, resource.DecimalSI)
	}
	template := corev1.PodTemplateSpec{
		Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyNever,
			Containers: []corev1.Container{{
				Name: PodSetName,
				// Nothing pulls it.
				Image:     PodSetName,
				Resources: corev1.ResourceRequirements{Requests: requests},
			}},
		},
	}
	template.Spec.NodeSelector = maps.Clone(r.NodeSelector)
	if r.Cluster != "" {
		if template.Spec.NodeSelector == nil {
			template.Spec.NodeSelector = map[string]string{}
		}
		template.Spec.NodeSelector[fournos.ClusterLabelKey] = r.Cluster
	}

	w := &kueue.Workload{
		ObjectMeta: metav1.ObjectMeta{
			Namespace:       r.Namespace,
			Name:            r.Name,
			Labels:          map[string]string{fournos.ManagedByLabelKey: fournos.ManagedByLabelValue},
			Annotations:     maps.Clone(r.Annotations),
			OwnerReferences: []metav1.OwnerReference{r.Owner},
			Finalizers:      []string{fournos.QuotaFinalizer},
		},
		Spec: kueue.WorkloadSpec{
			QueueName: kueue.LocalQueueName(r.Queue),
			PodSets:   []kueue.PodSet{{Name: PodSetName, Count: 1, Template: template}},
		},
	}
	if r.JobName != "" {
		w.Labels[fournos.JobNameLabelKey] = r.JobName
	}
	if r.PriorityClass != "" {
		// Kueue resolves the class for the jobs it knows, for a bare Workload nobody does: without the number the
		// API server refuses it, and without the class `kubectl` shows none.
		w.Spec.PriorityClassRef = kueue.NewWorkloadPriorityClassRef(r.PriorityClass)
		w.Spec.Priority = ptr.To(r.Priority)
	}
	return w
}
