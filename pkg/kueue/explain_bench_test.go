package kueue

import (
	"fmt"
	"strings"
	"testing"

	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// BenchmarkExplain is what each gate that waits does when its cluster changes hands.
func BenchmarkExplain(b *testing.B) {
	const clusters = 64
	var holders []*kueue.Workload
	var full []string
	for i := range clusters {
		cluster := fmt.Sprintf("cluster-%d", i+1)
		holders = append(holders, exclusiveOn(cluster, fmt.Sprintf("holder-%d", i+1)))
		full = append(full, fmt.Sprintf("insufficient unused quota for fournos/cluster-slot in flavor %s, 1 more needed", cluster))
	}
	lookup := HoldersAmong(holders)
	for _, bench := range []struct {
		name string
		w    *kueue.Workload
		want string
	}{
		{"pinned", rt.NewWorkload("waiting", rt.WithPin("cluster-1"), rt.WithExclusive(), rt.WithWaiting("Pending", pinnedFull)), "held by job holder-1"},
		{"any-of-64", rt.NewWorkload("waiting", rt.WithWaiting("Pending", prefix+strings.Join(full, ", "))), "All eligible clusters"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, message := ExplainWith(bench.w, nil, lookup); !strings.Contains(message, bench.want) {
					b.Fatal(message)
				}
			}
		})
	}
}
