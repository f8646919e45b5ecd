package fournosjob

import (
	"context"
	"slices"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// resolve runs the resolve Job and, once it has completed, checks what it found.
func (r *Reconciler) resolve(ctx context.Context, job *fournosv1.FournosJob) error {
	resolveJob, err := r.ensureResolveJob(ctx, job)
	if err != nil {
		return err
	}
	switch condition := endOf(resolveJob); {
	case condition == nil && r.podSucceeded(job, resolveJob):
	case condition == nil:
		message, err := r.resolveProgress(job, resolveJob)
		if err != nil {
			return err
		}
		job.Status.Enter(fournosv1.PhaseResolving, message)
		return nil
	case condition.Type == batchv1.JobFailed:
		why, err := r.resolveEnd(job, resolveJob, condition)
		if err != nil {
			return err
		}
		job.Status.MarkStep(fournosv1.ConditionResolved, corev1.ConditionFalse, condition.Reason, why)
		return failf(ReasonResolutionFailed, "Resolution failed: %s; see the Pods of Job %s", why, resolveJob.Name)
	}
	return r.resolved(ctx, job)
}

// ensureResolveJob finds or makes the resolve Job. One that nobody owns was made beforehand, and is used as it is.
func (r *Reconciler) ensureResolveJob(ctx context.Context, job *fournosv1.FournosJob) (*batchv1.Job, error) {
	name := names.ResolveJob(job)
	found, err := r.jobs.Jobs(job.Namespace).Get(name)
	if apierrs.IsNotFound(err) {
		if made, ok := r.madeJobs.Find(types.NamespacedName{Namespace: job.Namespace, Name: name}, job); ok {
			return made, nil
		}
		image, imageErr := r.resolveImage(ctx, job)
		if imageErr != nil {
			return nil, imageErr
		}
		if err := r.confirm(ctx, job); err != nil {
			return nil, err
		}
		made, createErr := r.kube.BatchV1().Jobs(job.Namespace).Create(ctx,
			resources.ResolveJob(job, r.resolveTemplate, image, r.settings), metav1.CreateOptions{})
		if apierrs.IsInvalid(createErr) {
			return nil, failf(ReasonResolutionFailed, "Resolution failed: Job %s was refused, look at annotation %s of Pipeline '%s': %s",
				name, fournos.ResolveImageAnnotationKey, job.Spec.Pipeline, createErr)
		}
		if createErr == nil {
			r.madeJobs.Remember(made)
			return made, nil
		}
		if !apierrs.IsAlreadyExists(createErr) {
			return nil, createErr
		}
		found, err = r.kube.BatchV1().Jobs(job.Namespace).Get(ctx, name, metav1.GetOptions{})
	}
	if err != nil {
		return nil, err
	}
	if metav1.GetControllerOf(found) == nil {
		return found, nil
	}
	return found, mustBeOurs(job, "Job", found)
}

// resolveImage is the image that the job's Pipeline names for its resolve Job.
func (r *Reconciler) resolveImage(ctx context.Context, job *fournosv1.FournosJob) (string, error) {
	pipeline, err := r.pipelines.Pipelines(job.Namespace).Get(job.Spec.Pipeline)
	if apierrs.IsNotFound(err) {
		// The cache may lag behind a Pipeline that was made just before the job.
		pipeline, err = r.tekton.TektonV1().Pipelines(job.Namespace).Get(ctx, job.Spec.Pipeline, metav1.GetOptions{})
	}
	if apierrs.IsNotFound(err) {
		return "", failf(ReasonPipelineNotUsable, "Pipeline '%s' not found in namespace %s; spec.pipeline must name a Tekton Pipeline there",
			job.Spec.Pipeline, job.Namespace)
	}
	if err != nil {
		return "", err
	}
	image := pipeline.Annotations[fournos.ResolveImageAnnotationKey]
	if image == "" || strings.TrimSpace(image) != image {
		return "", failf(ReasonPipelineNotUsable, "Pipeline '%s' has no annotation %s that names the image of the resolve Job, without blanks",
			job.Spec.Pipeline, fournos.ResolveImageAnnotationKey)
	}
	return image, nil
}

// endOf is the condition that says how a Job ended, nil if it has not.
func endOf(job *batchv1.Job) *batchv1.JobCondition {
	return conditionOf(job, batchv1.JobComplete, batchv1.JobFailed)
}

// conditionOf finds the first condition of these types that is True.
func conditionOf(job *batchv1.Job, types ...batchv1.JobConditionType) *batchv1.JobCondition {
	for i := range job.Status.Conditions {
		condition := &job.Status.Conditions[i]
		if condition.Status == corev1.ConditionTrue && slices.Contains(types, condition.Type) {
			return condition
		}
	}
	return nil
}

// resolved checks what the resolve Job wrote into the spec, and lets the job wait for a cluster.
func (r *Reconciler) resolved(ctx context.Context, job *fournosv1.FournosJob) error {
	// The Job's end may reach us before what its Pod wrote into the spec does.
	live, err := r.fournos.FournosV1().FournosJobs(job.Namespace).Get(ctx, job.Name, metav1.GetOptions{})
	if apierrs.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if live.UID != job.UID || live.DeletionTimestamp != nil || live.Status.Phase != fournosv1.PhaseResolving {
		return nil // Another job by now, on its way out, or further than we know: the watch brings it.
	}
	live.DeepCopyInto(job)
	job.SetDefaults(ctx)

	if err := job.Validate(ctx); err != nil {
		return failf(ReasonInvalidSpec, "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	if err := r.checkHardware(ctx, job); err != nil {
		return err
	}
	if err := r.checkSecretRefs(ctx, job); err != nil {
		return err
	}
	job.Status.MarkStep(fournosv1.ConditionResolved, corev1.ConditionTrue, "Resolved", "")
	if job.Spec.Clusterless {
		job.Status.Cluster = fournosv1.ClusterlessCluster
		job.Status.Enter(fournosv1.PhaseAdmitted, "Runs on the hub, needs no cluster")
		return nil
	}
	r.wait(job, fournos.ReasonPending, askingKueue(names.AdmissionRun(job, nextAttempt(job))))
	return nil
}

// checkHardware refuses a GPU type that no ClusterQueue covers.
func (r *Reconciler) checkHardware(ctx context.Context, job *fournosv1.FournosJob) error {
	if job.Spec.Hardware == nil || job.Spec.Clusterless {
		return nil
	}
	wanted := job.Spec.Hardware.GPUType
	queues, err := r.queues.List(labels.Everything())
	if err != nil {
		return err
	}
	if slices.Contains(r.gpuTypes(queues), wanted) {
		return nil
	}
	live, err := r.kueue.KueueV1beta2().ClusterQueues().List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	queues = queues[:0:0]
	for i := range live.Items {
		queues = append(queues, &live.Items[i])
	}
	valid := r.gpuTypes(queues)
	if slices.Contains(valid, wanted) {
		return nil
	}
	return failf(ReasonGPUNotAvailable, "GPU type '%s' not available. Valid types: %s (spec.hardware.gpuType)", wanted, list(valid))
}

// checkSecretRefs refuses vault entries that are not there, before the job waits for a cluster in vain.
func (r *Reconciler) checkSecretRefs(ctx context.Context, job *fournosv1.FournosJob) error {
	for _, ref := range job.Spec.SecretRefs {
		if _, err := r.vaultSource(ctx, job, ref); err != nil {
			return err
		}
	}
	return nil
}
