package testing

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// NewLocalQueue builds a LocalQueue that leads to a ClusterQueue.
func NewLocalQueue(name, clusterQueue string) *kueue.LocalQueue {
	return &kueue.LocalQueue{
		ObjectMeta: meta(name),
		Spec:       kueue.LocalQueueSpec{ClusterQueue: kueue.ClusterQueueReference(clusterQueue)},
	}
}

// ClusterQueueOption changes a ClusterQueue that is being built.
type ClusterQueueOption func(*kueue.ClusterQueue)

// NewClusterQueue builds a ClusterQueue without any quota.
func NewClusterQueue(name string, options ...ClusterQueueOption) *kueue.ClusterQueue {
	queue := &kueue.ClusterQueue{ObjectMeta: meta(name)}
	queue.Namespace = ""
	for _, option := range options {
		option(queue)
	}
	return queue
}

// WithQuota adds a group that covers the slots of clusters, SlotsPerCluster each, and some GPUs of each type.
func WithQuota(gpus int64, gpuResources []corev1.ResourceName, clusters ...string) ClusterQueueOption {
	return func(q *kueue.ClusterQueue) {
		slots := corev1.ResourceName(fournos.ClusterSlotResource)
		group := kueue.ResourceGroup{CoveredResources: append([]corev1.ResourceName{slots}, gpuResources...)}
		for _, cluster := range clusters {
			quotas := kueue.FlavorQuotas{Name: kueue.ResourceFlavorReference(cluster)}
			for _, covered := range group.CoveredResources {
				quantity := gpus
				if covered == slots {
					quantity = fournos.SlotsPerCluster
				}
				quotas.Resources = append(quotas.Resources,
					kueue.ResourceQuota{Name: covered, NominalQuota: *resource.NewQuantity(quantity, resource.DecimalSI)})
			}
			group.Flavors = append(group.Flavors, quotas)
		}
		q.Spec.ResourceGroups = append(q.Spec.ResourceGroups, group)
	}
}

// WithOtherQuota adds a group that covers one resource, with so much of it in each flavor.
func WithOtherQuota(name corev1.ResourceName, quantity int64, flavors ...string) ClusterQueueOption {
	return func(q *kueue.ClusterQueue) {
		group := kueue.ResourceGroup{CoveredResources: []corev1.ResourceName{name}}
		for _, flavor := range flavors {
			group.Flavors = append(group.Flavors, kueue.FlavorQuotas{
				Name:      kueue.ResourceFlavorReference(flavor),
				Resources: []kueue.ResourceQuota{{Name: name, NominalQuota: *resource.NewQuantity(quantity, resource.DecimalSI)}},
			})
		}
		q.Spec.ResourceGroups = append(q.Spec.ResourceGroups, group)
	}
}

// NewResourceFlavor builds the flavor that stands for a cluster.
func NewResourceFlavor(cluster string) *kueue.ResourceFlavor {
	flavor := &kueue.ResourceFlavor{ObjectMeta: meta(cluster)}
	flavor.Namespace = ""
	flavor.Spec.NodeLabels = map[string]string{fournos.ClusterLabelKey: cluster}
	return flavor
}

// NewWorkloadPriorityClass builds a priority class.
func NewWorkloadPriorityClass(name string, value int32) *kueue.WorkloadPriorityClass {
	class := &kueue.WorkloadPriorityClass{ObjectMeta: meta(name), Value: value}
	class.Namespace = ""
	return class
}
