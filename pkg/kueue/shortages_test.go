package kueue

import (
	"fmt"
	"slices"
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

func TestShortagesIn(t *testing.T) {
	gpu, slots := Quota{"fournos/gpu-a100", "north"}, Slots("south")
	for _, test := range []struct {
		message string
		want    []shortage
	}{
		{"", nil},
		{"insufficient ", nil},
		{"insufficient unused quota for fournos/gpu-a100 in flavor north", nil},
		{"insufficient patience for fournos/gpu-a100 in flavor north, 1 more needed", nil},
		{"insufficient unused quota for two words in flavor north, 1 more needed", nil},
		{"insufficient unused quota for fournos/gpu-a100 in flavor north, 2 more needed", []shortage{{gpu, "2", false}}},
		{"insufficient quota for fournos/gpu-a100 in flavor north, previously considered podsets requests (0)", []shortage{{gpu, "", true}}},
		{
			"insufficient quota for fournos/gpu-a100 in flavor north, previously considered podsets requests (0) + current podset request (8) > maximum capacity (0), " +
				"insufficient unused quota for fournos/cluster-slot in flavor south, 99 more needed. Pending the preemption of 1 workload(s)",
			[]shortage{{gpu, "", true}, {slots, "99", false}},
		},
	} {
		if got := shortagesIn(test.message); !slices.Equal(got, test.want) {
			t.Errorf("shortagesIn(%q) = %v, want %v", test.message, got, test.want)
		}
	}
}
