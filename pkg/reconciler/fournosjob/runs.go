package fournosjob

import (
	"context"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// ensureRun finds one of the job's PipelineRuns, or makes it as build says.
func (r *Reconciler) ensureRun(ctx context.Context, job *fournosv1.FournosJob, name string, build func() (*pipelinev1.PipelineRun, error)) (*pipelinev1.PipelineRun, error) {
	found, err := r.pipelineRuns.PipelineRuns(job.Namespace).Get(name)
	if apierrs.IsNotFound(err) {
		if made, ok := r.madeRuns.Find(types.NamespacedName{Namespace: job.Namespace, Name: name}, job); ok {
			return made, nil
		}
		if err := r.awaitLeftovers(ctx, job, name); err != nil {
			return nil, err
		}
		wanted, buildErr := build()
		if buildErr != nil {
			return nil, buildErr
		}
		runs := r.tekton.TektonV1().PipelineRuns(job.Namespace)
		made, createErr := runs.Create(ctx, wanted, metav1.CreateOptions{})
		switch {
		case apierrs.IsAlreadyExists(createErr):
			found, err = runs.Get(ctx, name, metav1.GetOptions{})
		case apierrs.IsInvalid(createErr) || apierrs.IsBadRequest(createErr):
			// Tekton's webhook refuses it, and always will: the job asks for what cannot run.
			return nil, failf(ReasonPipelineRefused, "PipelineRun %s was refused: %s", name, createErr)
		case createErr == nil:
			r.madeRuns.Remember(made)
			return made, nil
		default:
			return nil, createErr
		}
	}
	if err != nil {
		return nil, err
	}
	return found, mustBeOurs(job, "PipelineRun", found)
}

// liveRun finds one of the job's PipelineRuns, in the API server if the cache has none or a former job's; nil if there is
// none.
func (r *Reconciler) liveRun(ctx context.Context, job *fournosv1.FournosJob, name string) (*pipelinev1.PipelineRun, error) {
	run, err := r.pipelineRuns.PipelineRuns(job.Namespace).Get(name)
	if apierrs.IsNotFound(err) || err == nil && !metav1.IsControlledBy(run, job) {
		run, err = r.tekton.TektonV1().PipelineRuns(job.Namespace).Get(ctx, name, metav1.GetOptions{})
	}
	if apierrs.IsNotFound(err) || err == nil && !metav1.IsControlledBy(run, job) {
		return nil, nil
	}
	return run, err
}
