package v1

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/utils/ptr"
)

func TestSetDefaults(t *testing.T) {
	given := FournosJobSpec{Pipeline: "bread", Exclusive: ptr.To(false), OnEviction: EvictionFail, Cluster: "oslo"}
	for _, test := range []struct {
		name     string
		in, want FournosJobSpec
	}{
		{"empty", FournosJobSpec{}, FournosJobSpec{Pipeline: "fournos-full", Exclusive: ptr.To(true), OnEviction: EvictionRequeue}},
		{"what is given stays", given, given},
	} {
		t.Run(test.name, func(t *testing.T) {
			job := &FournosJob{Spec: test.in}
			for range 2 {
				job.SetDefaults(context.Background())
				if diff := cmp.Diff(&FournosJob{Spec: test.want}, job); diff != "" {
					t.Errorf("SetDefaults (-want, +got):\n%s", diff)
				}
			}
		})
	}
}

func TestIsExclusive(t *testing.T) {
	for _, test := range []struct {
		given *bool
		want  bool
	}{{nil, true}, {ptr.To(true), true}, {ptr.To(false), false}} {
		if got := (&FournosJobSpec{Exclusive: test.given}).IsExclusive(); got != test.want {
			t.Errorf("IsExclusive() = %t, want %t", got, test.want)
		}
	}
}

// A lock that took one slot would lock nothing.
func TestTakesWholeCluster(t *testing.T) {
	for _, test := range []struct {
		spec FournosJobSpec
		want bool
	}{
		{FournosJobSpec{}, true},
		{FournosJobSpec{Exclusive: ptr.To(true)}, true},
		{FournosJobSpec{Exclusive: ptr.To(false)}, false},
		{FournosJobSpec{Exclusive: ptr.To(false), LockOnly: true}, true},
	} {
		if got := test.spec.TakesWholeCluster(); got != test.want {
			t.Errorf("TakesWholeCluster() of %+v = %t", test.spec, got)
		}
	}
}
