package main

import (
	"context"
	"encoding/json"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// resolve fills in what the job's author has left to the engine.
func (e *engine) resolve(ctx context.Context, what *resolution) error {
	e.say("resolve: for job %s, takes %s", e.job, what.Sleep.Duration)
	if err := behave(ctx, what.behaviour); err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		job, err := e.jobs.Get(ctx, e.job, metav1.GetOptions{})
		if err != nil {
			return err
		}
		filled := what.fill(&job.Spec)
		if len(filled) == 0 {
			e.say("resolve: nothing to fill in")
			return nil
		}
		patch, err := json.Marshal(map[string]any{
			// Without it, what somebody else writes just now would be written over.
			"metadata": map[string]string{"resourceVersion": job.ResourceVersion},
			"spec":     filled,
		})
		if err != nil {
			return err
		}
		e.say("resolve: %s", patch)
		_, err = e.jobs.Patch(ctx, e.job, types.MergePatchType, patch, metav1.PatchOptions{})
		return err
	})
}

// fill returns the fields of the spec that are to change: hardware if the author gave none, and secretRefs if any is
// missing.
func (r *resolution) fill(spec *fournosv1.FournosJobSpec) map[string]any {
	filled := map[string]any{}
	if spec.Hardware == nil && r.Hardware != nil {
		filled["hardware"] = r.Hardware
	}
	refs := slices.Clone(spec.SecretRefs)
	for _, ref := range r.SecretRefs {
		if !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	if len(refs) > len(spec.SecretRefs) {
		filled["secretRefs"] = refs
	}
	return filled
}
