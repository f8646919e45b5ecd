package fournosjob

import (
	"slices"
	"strings"
	"unicode"

	corev1 "k8s.io/api/core/v1"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// mayUse refuses a vault entry that is kept for the jobs of others. A job's creator is who its annotation says: the
// admission policy fournos-creator lets nobody write another's name there. The message names nobody whom the entry is for.
func mayUse(job *fournosv1.FournosJob, ref fournosv1.SecretRef, source *corev1.Secret) error {
	allowed, kept := source.Annotations[fournos.AllowedCreatorsAnnotationKey]
	if !kept {
		return nil
	}
	creator := job.Annotations[fournos.CreatorAnnotationKey]
	if creator == "" {
		return failf(ReasonSecretNotAllowed, "spec.secretRefs entry '%s' is kept for some users; create the job with your name in its annotation %s, as kubectl auth whoami tells it",
			ref, fournos.CreatorAnnotationKey)
	}
	users := strings.FieldsFunc(allowed, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if !slices.Contains(users, creator) {
		return failf(ReasonSecretNotAllowed, "spec.secretRefs entry '%s' is kept for others: annotation %s of Secret %q in namespace %s does not list '%s', who created the job",
			ref, fournos.AllowedCreatorsAnnotationKey, source.Name, source.Namespace, creator)
	}
	return nil
}
