package kueueadmission

import (
	"context"
	"slices"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/clientset/versioned"
	kueuelisters "fournos.dev/fournos/pkg/client/kueue/listers/kueue/v1beta2"
	"fournos.dev/fournos/pkg/kueue"
)

// catalog is where what a request names is looked up: in the caches, or in the API server.
type catalog interface {
	localQueue(ctx context.Context, namespace, name string) (*kueuev1beta2.LocalQueue, error)
	clusterQueue(ctx context.Context, name string) (*kueuev1beta2.ClusterQueue, error)
	flavor(ctx context.Context, name string) (*kueuev1beta2.ResourceFlavor, error)
	priorityClass(ctx context.Context, name string) (*kueuev1beta2.WorkloadPriorityClass, error)
}

// lookUp checks the names in a request, and fills in the value of its priority class. Caches may lag behind, so before
// a name is called unknown the API server is asked.
func (r *Reconciler) lookUp(ctx context.Context, request *kueue.Request) (*userError, error) {
	unknown, err := r.lookUpIn(ctx, r.cached, request)
	if unknown == nil && err == nil {
		return nil, nil
	}
	return r.lookUpIn(ctx, r.live, request)
}

func (r *Reconciler) lookUpIn(ctx context.Context, c catalog, request *kueue.Request) (*userError, error) {
	if request.PriorityClass != "" {
		class, err := c.priorityClass(ctx, request.PriorityClass)
		if apierrors.IsNotFound(err) {
			return invalid("Param '%s': there is no WorkloadPriorityClass '%s'. Use one of: %s",
				fournos.ParamPriority, request.PriorityClass, r.priorityClassNames()), nil
		}
		if err != nil {
			return nil, err
		}
		request.Priority = class.Value
	}
	if request.Cluster == "" {
		return nil, nil
	}
	clusters, err := clustersOf(ctx, c, request.Namespace, request.Queue)
	if apierrors.IsNotFound(err) {
		// Kueue says which queue is missing, and goes on when somebody has made it.
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	// Kueue itself would wait for ever for a cluster that does not exist, or, without any cluster, not care.
	if !slices.Contains(clusters, request.Cluster) {
		return invalid("Param '%s': Cluster '%s' not found in queue '%s'. Use one of: %s",
			fournos.ParamCluster, request.Cluster, request.Queue, listed(clusters)), nil
	}
	return nil, nil
}

// clustersOf names the clusters that a LocalQueue leads to: those for whose slots its ClusterQueue has a quota.
func clustersOf(ctx context.Context, c catalog, namespace, queue string) ([]string, error) {
	local, err := c.localQueue(ctx, namespace, queue)
	if err != nil {
		return nil, err
	}
	clusterQueue, err := c.clusterQueue(ctx, string(local.Spec.ClusterQueue))
	if err != nil {
		return nil, err
	}
	var clusters []string
	for _, group := range clusterQueue.Spec.ResourceGroups {
		if !slices.Contains(group.CoveredResources, fournos.ClusterSlotResource) {
			continue
		}
		for _, quotas := range group.Flavors {
			flavor, err := c.flavor(ctx, string(quotas.Name))
			if apierrors.IsNotFound(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			if cluster := flavor.Spec.NodeLabels[fournos.ClusterLabelKey]; cluster != "" {
				clusters = append(clusters, cluster)
			}
		}
	}
	slices.Sort(clusters)
	return clusters, nil
}

func (r *Reconciler) priorityClassNames() string {
	classes, err := r.cached.priorityClasses.List(labels.Everything())
	if err != nil {
		return ""
	}
	var names []string
	for _, class := range classes {
		names = append(names, class.Name)
	}
	slices.Sort(names)
	return listed(names)
}

func listed(names []string) string {
	if len(names) == 0 {
		return "(none exist)"
	}
	return strings.Join(names, ", ")
}

type cachedCatalog struct {
	localQueues     kueuelisters.LocalQueueLister
	clusterQueues   kueuelisters.ClusterQueueLister
	flavors         kueuelisters.ResourceFlavorLister
	priorityClasses kueuelisters.WorkloadPriorityClassLister
}

var _ catalog = (*cachedCatalog)(nil)

func (c *cachedCatalog) localQueue(_ context.Context, namespace, name string) (*kueuev1beta2.LocalQueue, error) {
	return c.localQueues.LocalQueues(namespace).Get(name)
}

func (c *cachedCatalog) clusterQueue(_ context.Context, name string) (*kueuev1beta2.ClusterQueue, error) {
	return c.clusterQueues.Get(name)
}

func (c *cachedCatalog) flavor(_ context.Context, name string) (*kueuev1beta2.ResourceFlavor, error) {
	return c.flavors.Get(name)
}

func (c *cachedCatalog) priorityClass(_ context.Context, name string) (*kueuev1beta2.WorkloadPriorityClass, error) {
	return c.priorityClasses.Get(name)
}

type liveCatalog struct {
	client kueueclient.Interface
}

var _ catalog = (*liveCatalog)(nil)

func (c *liveCatalog) localQueue(ctx context.Context, namespace, name string) (*kueuev1beta2.LocalQueue, error) {
	return c.client.KueueV1beta2().LocalQueues(namespace).Get(ctx, name, metav1.GetOptions{})
}

func (c *liveCatalog) clusterQueue(ctx context.Context, name string) (*kueuev1beta2.ClusterQueue, error) {
	return c.client.KueueV1beta2().ClusterQueues().Get(ctx, name, metav1.GetOptions{})
}

func (c *liveCatalog) flavor(ctx context.Context, name string) (*kueuev1beta2.ResourceFlavor, error) {
	return c.client.KueueV1beta2().ResourceFlavors().Get(ctx, name, metav1.GetOptions{})
}

func (c *liveCatalog) priorityClass(ctx context.Context, name string) (*kueuev1beta2.WorkloadPriorityClass, error) {
	return c.client.KueueV1beta2().WorkloadPriorityClasses().Get(ctx, name, metav1.GetOptions{})
}
