package config

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/settings"
)

func TestEveryFlavorHasEveryResourceAndAllSlots(t *testing.T) {
	objects := load(t, "kueue")
	clusters := map[string]bool{}
	for _, flavor := range of[*kueuev1beta2.ResourceFlavor](objects) {
		clusters[flavor.Name] = true
		if got := flavor.Spec.NodeLabels[fournos.ClusterLabelKey]; got != flavor.Name {
			t.Errorf("ResourceFlavor %s stands for %q", flavor.Name, got)
		}
	}
	for _, queue := range of[*kueuev1beta2.ClusterQueue](objects) {
		for _, group := range queue.Spec.ResourceGroups {
			for _, flavor := range group.Flavors {
				if !clusters[string(flavor.Name)] {
					t.Errorf("there is no ResourceFlavor %s", flavor.Name)
				}
				delete(clusters, string(flavor.Name))
				checkFlavor(t, group.CoveredResources, flavor)
			}
		}
	}
	for cluster := range clusters {
		t.Errorf("no ClusterQueue has a quota for %s", cluster)
	}
}

func checkFlavor(t *testing.T, covered []corev1.ResourceName, flavor kueuev1beta2.FlavorQuotas) {
	t.Helper()
	var names []corev1.ResourceName
	for _, quota := range flavor.Resources {
		names = append(names, quota.Name)
		if quota.Name == fournos.ClusterSlotResource && quota.NominalQuota.Value() != fournos.SlotsPerCluster {
			t.Errorf("%s has %s slots, want %d", flavor.Name, &quota.NominalQuota, fournos.SlotsPerCluster)
		}
	}
	if !slices.Equal(names, covered) {
		t.Errorf("%s lists %v, want %v", flavor.Name, names, covered)
	}
}

func TestLocalQueueIsTheOneThatIsAsked(t *testing.T) {
	s, err := settings.FromEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	objects := load(t, "kueue")
	queue := of[*kueuev1beta2.LocalQueue](objects)[0]
	if queue.Name != s.KueueLocalQueueName || queue.Namespace != s.WorkloadNamespace {
		t.Errorf("LocalQueue is %s/%s", queue.Namespace, queue.Name)
	}
	if got := of[*kueuev1beta2.ClusterQueue](objects)[0].Name; string(queue.Spec.ClusterQueue) != got {
		t.Errorf("LocalQueue is of %s, the ClusterQueue is %s", queue.Spec.ClusterQueue, got)
	}
}
