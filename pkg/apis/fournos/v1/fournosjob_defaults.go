package v1

import (
	"context"

	"k8s.io/utils/ptr"
)

// DefaultPipeline is the Pipeline of a job that names none.
const DefaultPipeline = "fournos-full"

// SetDefaults fills what the schema's defaults fill, for jobs that were stored before a default was added and for jobs
// that never went through an API server. It implements apis.Defaultable.
func (j *FournosJob) SetDefaults(context.Context) {
	if j.Spec.Pipeline == "" {
		j.Spec.Pipeline = DefaultPipeline
	}
	if j.Spec.Exclusive == nil {
		j.Spec.Exclusive = ptr.To(true)
	}
	if j.Spec.OnEviction == "" {
		j.Spec.OnEviction = EvictionRequeue
	}
}

// IsExclusive tells whether the job takes its whole cluster.
func (s *FournosJobSpec) IsExclusive() bool {
	return ptr.Deref(s.Exclusive, true)
}

// TakesWholeCluster tells whether the job asks for all slots of its cluster: to run alone, or to lock it.
func (s *FournosJobSpec) TakesWholeCluster() bool {
	return s.IsExclusive() || s.LockOnly
}
