package kueue

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// maxNamed bounds how many holders and how many clusters a message names.
const maxNamed = 3

// HolderLookup finds the Workloads that have slots of a cluster.
type HolderLookup func(cluster string) []*kueue.Workload

// HeldClusters names the clusters of which the Workload has slots, as index keys for a HolderLookup.
func HeldClusters(w *kueue.Workload) []string {
	if !HasQuota(w) {
		return nil
	}
	var clusters []string
	for _, assignment := range w.Status.Admission.PodSetAssignments {
		if cluster := string(assignment.Flavors[fournos.ClusterSlotResource]); cluster != "" && !slices.Contains(clusters, cluster) {
			clusters = append(clusters, cluster)
		}
	}
	return clusters
}

// HoldersAmong is a HolderLookup over a list.
func HoldersAmong(workloads []*kueue.Workload) HolderLookup {
	byCluster := map[string][]*kueue.Workload{}
	for _, w := range workloads {
		for _, cluster := range HeldClusters(w) {
			byCluster[cluster] = append(byCluster[cluster], w)
		}
	}
	return func(cluster string) []*kueue.Workload { return byCluster[cluster] }
}

// HolderName names a Workload as people know it: by its FournosJob if it has one.
func HolderName(w *kueue.Workload) string {
	if job := w.Labels[fournos.JobNameLabelKey]; job != "" {
		return "job " + job
	}
	return "Workload " + w.Name
}

// holder is one Workload with slots of one cluster.
type holder struct {
	name  string
	slots int64
}

// holdersOf lists who, other than the waiting Workload, has slots of a cluster, with the greatest first.
func holdersOf(cluster string, waiting *kueue.Workload, lookup HolderLookup) []holder {
	var holders []holder
	for _, w := range lookup(cluster) {
		if w.Name == waiting.Name && w.Namespace == waiting.Namespace {
			continue
		}
		if slots := heldSlots(w, cluster); slots > 0 {
			holders = append(holders, holder{name: HolderName(w), slots: slots})
		}
	}
	slices.SortFunc(holders, func(a, b holder) int {
		return cmp.Or(cmp.Compare(b.slots, a.slots), cmp.Compare(a.name, b.name))
	})
	return holders
}

func heldSlots(w *kueue.Workload, cluster string) int64 {
	if !HasQuota(w) {
		return 0
	}
	var slots int64
	for _, assignment := range w.Status.Admission.PodSetAssignments {
		if string(assignment.Flavors[fournos.ClusterSlotResource]) == cluster {
			usage := assignment.ResourceUsage[fournos.ClusterSlotResource]
			slots += usage.Value()
		}
	}
	return slots
}

// exclusiveHolder is who has all slots of a cluster, or "".
func exclusiveHolder(holders []holder) string {
	if len(holders) > 0 && holders[0].slots >= fournos.SlotsPerCluster {
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
