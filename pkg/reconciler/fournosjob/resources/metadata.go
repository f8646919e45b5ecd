// Package resources builds what is made for a FournosJob: objects in, objects out, no clients.
package resources

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"knative.dev/pkg/kmeta"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// Labels are on every object that is made for a job.
func Labels(job *fournosv1.FournosJob) map[string]string {
	return map[string]string{
		fournos.ManagedByLabelKey: fournos.ManagedByLabelValue,
		fournos.JobNameLabelKey:   job.Name,
	}
}

// objectMeta is the metadata of an object that is the job's: deleted with it, found by its labels.
func objectMeta(job *fournosv1.FournosJob, name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Name:            name,
		Namespace:       job.Namespace,
		Labels:          Labels(job),
		OwnerReferences: []metav1.OwnerReference{*kmeta.NewControllerRef(job)},
	}
}
