package kueueadmission

import (
	"context"
	"maps"
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
	"fournos.dev/fournos/pkg/settings"
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
	if request.Cluster == "" && len(request.Resources) == 0 && len(request.NodeSelector) == 0 {
		return nil, nil
	}
	offer, err := offerOf(ctx, c, request.Namespace, request.Queue, r.settings)
	if apierrors.IsNotFound(err) {
		// Kueue says which queue is missing, and goes on when somebody has made it.
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return offer.lacks(request), nil
}

// offer is what a LocalQueue leads to: what its ClusterQueue has a quota for.
type offer struct {
	clusters []string
	// resources are those that one may ask for by name.
	resources []string
	// labels are those of the flavors, as key=value.
	labels []string
}

// lacks tells what of a request the offer has not, or nil. Kueue itself would wait for ever for a cluster, a resource or
// a label's value that does not exist, and would not care at all for a label's key that no flavor has.
func (o *offer) lacks(request *kueue.Request) *userError {
	if request.Cluster != "" && !slices.Contains(o.clusters, request.Cluster) {
		return invalid("Param '%s': Cluster '%s' not found in queue '%s'. Use one of: %s",
			fournos.ParamCluster, request.Cluster, request.Queue, listed(o.clusters))
	}
	for _, name := range slices.Sorted(maps.Keys(request.Resources)) {
		if !slices.Contains(o.resources, string(name)) {
			return invalid("Param '%s': queue '%s' has no quota of '%s'. Use some of: %s",
				fournos.ParamResources, request.Queue, name, listed(o.resources))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(request.NodeSelector)) {
		if label := key + "=" + request.NodeSelector[key]; !slices.Contains(o.labels, label) {
			return invalid("Param '%s': no flavor of queue '%s' has '%s'. Use some of: %s",
				fournos.ParamNodeSelector, request.Queue, label, listed(o.labels))
		}
	}
	return nil
}

func offerOf(ctx context.Context, c catalog, namespace, queue string, s *settings.Settings) (*offer, error) {
	local, err := c.localQueue(ctx, namespace, queue)
	if err != nil {
		return nil, err
	}
	clusterQueue, err := c.clusterQueue(ctx, string(local.Spec.ClusterQueue))
	if err != nil {
		return nil, err
	}
	o := &offer{}
	for _, group := range clusterQueue.Spec.ResourceGroups {
		for _, covered := range group.CoveredResources {
			if covered != fournos.ClusterSlotResource && !strings.HasPrefix(string(covered), s.GPUResourcePrefix) {
				o.resources = append(o.resources, string(covered))
			}
		}
		haveSlots := slices.Contains(group.CoveredResources, fournos.ClusterSlotResource)
		for _, quotas := range group.Flavors {
			flavor, err := c.flavor(ctx, string(quotas.Name))
			if apierrors.IsNotFound(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			o.add(flavor, haveSlots)
		}
	}
	for _, list := range []*[]string{&o.clusters, &o.resources, &o.labels} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return o, nil
}

func (o *offer) add(flavor *kueuev1beta2.ResourceFlavor, haveSlots bool) {
	for key, value := range flavor.Spec.NodeLabels {
		switch {
		case key != fournos.ClusterLabelKey:
			o.labels = append(o.labels, key+"="+value)
		case haveSlots && value != "":
			o.clusters = append(o.clusters, value)
		}
	}
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
