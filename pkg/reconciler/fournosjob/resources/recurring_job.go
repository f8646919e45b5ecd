package resources

import (
	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// RecurringJob makes the job that a template stands for, without what makes it a template. As with a CronJob, the
// template's own labels stay its own: they may say to other programs what it is.
func RecurringJob(template *fournosv1.FournosJob, name string) *fournosv1.FournosJob {
	job := &fournosv1.FournosJob{ObjectMeta: objectMeta(template, name)}
	job.GenerateName = template.Name + "-"
	job.Labels = map[string]string{
		fournos.ManagedByLabelKey:       fournos.ManagedByLabelValue,
		fournos.JobNameLabelKey:         name,
		fournos.RecurringParentLabelKey: template.Name,
	}
	if creator := template.Annotations[fournos.CreatorAnnotationKey]; creator != "" {
		// Its jobs may use what its author may.
		job.Annotations = map[string]string{fournos.CreatorAnnotationKey: creator}
	}
	template.Spec.DeepCopyInto(&job.Spec)
	job.Spec.Recurrence = fournosv1.Recurrence{}
	job.Spec.ScheduledStartTime = ""
	job.Spec.Shutdown = ""
	return job
}
