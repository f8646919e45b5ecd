package resources

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// SecretCopy makes the job's own copy of a Secret, which lives as long as the job does and cannot be changed: a run that
// has begun sees what the source held when the cluster was given.
func SecretCopy(job *fournosv1.FournosJob, name string, source *corev1.Secret) *corev1.Secret {
	return &corev1.Secret{
		ObjectMeta: objectMeta(job, name),
		Type:       source.Type,
		Data:       source.Data,
		Immutable:  ptr.To(true),
	}
}
