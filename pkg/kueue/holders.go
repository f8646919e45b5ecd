package kueue

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// maxNamed bounds how many holders and how many clusters a message names.
const maxNamed = 3

// Quota is one resource of one flavor: what Kueue counts, and what Workloads hold.
type Quota struct {
	Resource corev1.ResourceName
	Flavor   string
}

// Slots are those of a cluster.
func Slots(cluster string) Quota { return Quota{fournos.ClusterSlotResource, cluster} }

// Key is the quota as a key of an index.
func (q Quota) Key() string { return string(q.Resource) + "@" + q.Flavor }

// HolderLookup finds the Workloads that have some of a quota.
type HolderLookup func(Quota) []*kueue.Workload

// HeldQuotas lists that of which the Workload has some.
func HeldQuotas(w *kueue.Workload) []Quota {
	if !HasQuota(w) {
		return nil
	}
	var quotas []Quota
	for _, s := range given(w) {
		if q := (Quota{s.resource, string(s.flavor)}); q.Flavor != "" && !slices.Contains(quotas, q) {
			quotas = append(quotas, q)
		}
	}
	return quotas
}

// HoldersAmong is a HolderLookup over a list.
func HoldersAmong(workloads []*kueue.Workload) HolderLookup {
	byQuota := map[Quota][]*kueue.Workload{}
	for _, w := range workloads {
		for _, quota := range HeldQuotas(w) {
			byQuota[quota] = append(byQuota[quota], w)
		}
	}
	return func(quota Quota) []*kueue.Workload { return byQuota[quota] }
}

// HolderName names a Workload as people know it: by its FournosJob, or by what it was made for, if there is either.
func HolderName(w *kueue.Workload) string {
	if job := w.Labels[fournos.JobNameLabelKey]; job != "" {
		return "job " + job
	}
	if owner := metav1.GetControllerOf(w); owner != nil {
		return owner.Kind + " " + owner.Name
	}
	return "Workload " + w.Name
}

// holder is one Workload with some of one quota.
type holder struct {
	name     string
	quantity resource.Quantity
}

// holdersOf lists who, other than the waiting Workload, has some of a quota, with the greatest first.
func holdersOf(quota Quota, waiting *kueue.Workload, lookup HolderLookup) []holder {
	var holders []holder
	for _, w := range lookup(quota) {
		if w.Name == waiting.Name && w.Namespace == waiting.Namespace {
			continue
		}
		if held := held(w, quota); held.Sign() > 0 {
			holders = append(holders, holder{name: HolderName(w), quantity: held})
		}
	}
	slices.SortFunc(holders, func(a, b holder) int {
		if c := b.quantity.Cmp(a.quantity); c != 0 {
			return c
		}
		return strings.Compare(a.name, b.name)
	})
	return holders
}

func held(w *kueue.Workload, quota Quota) resource.Quantity {
	var total resource.Quantity
	if !HasQuota(w) {
		return total
	}
	for _, s := range given(w) {
		if s.resource == quota.Resource && string(s.flavor) == quota.Flavor {
			total.Add(s.quantity)
		}
	}
	return total
}

// exclusiveHolder is who has all slots of a cluster, or "".
func exclusiveHolder(holders []holder) string {
	if len(holders) > 0 && holders[0].quantity.CmpInt64(fournos.SlotsPerCluster) >= 0 {
		return holders[0].name
	}
	return ""
}

func holderNames(holders []holder) string {
	names := make([]string, 0, len(holders))
	for _, h := range holders {
		names = append(names, h.name)
	}
	return bounded(names, ", ")
}

// bounded joins the first few and counts the rest.
func bounded(items []string, separator string) string {
	if more := len(items) - maxNamed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(items[:maxNamed], separator), more)
	}
	return strings.Join(items, separator)
}
