package fournosjob

import (
	"context"
	"encoding/json"
	"time"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// trigger makes a job of a template at once when its annotation says so.
//
// It takes three steps, so that each trigger makes one job wherever the controller may have died: "true" becomes the
// time of the trigger, the job is named after that time, and the annotation becomes "false".
func (r *Reconciler) trigger(ctx context.Context, template *fournosv1.FournosJob) error {
	value, ok := template.Annotations[fournos.TriggerNowAnnotationKey]
	if !ok || value == "false" {
		return nil
	}
	if value == "true" {
		return r.annotate(ctx, template, fournos.TriggerNowAnnotationKey, r.clock.Now().UTC().Format(time.RFC3339))
	}
	if at, err := time.Parse(time.RFC3339, value); err == nil {
		if err := r.createChild(ctx, template, names.TriggeredJob(template, at)); err != nil {
			return err
		}
	}
	return r.annotate(ctx, template, fournos.TriggerNowAnnotationKey, "false")
}

// annotate sets an annotation unless the job changed since it was read: two controllers must not both take one trigger.
func (r *Reconciler) annotate(ctx context.Context, job *fournosv1.FournosJob, key, value string) error {
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{
		"resourceVersion": job.ResourceVersion,
		"annotations":     map[string]string{key: value},
	}})
	if err != nil {
		return err
	}
	changed, err := r.fournos.FournosV1().FournosJobs(job.Namespace).Patch(ctx, job.Name, types.MergePatchType, patch, metav1.PatchOptions{})
	if apierrs.IsNotFound(err) {
		return nil // Deleted meanwhile.
	}
	if err != nil {
		return err
	}
	job.ResourceVersion = changed.ResourceVersion // The status is written over what we just wrote.
	return nil
}
