package fournosjob

// Everything here holds Secrets. None of it logs, and no error or message carries more than a Secret's name and namespace.

import (
	"context"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// copySecrets copies the cluster's kubeconfig and the job's vault entries to where the job's Pods can mount them.
func (r *Reconciler) copySecrets(ctx context.Context, job *fournosv1.FournosJob) ([]resources.VaultCopy, error) {
	if !job.Spec.Clusterless {
		source, err := r.source(ctx, r.settings.KubeconfigSecret(job.Status.Cluster), "the kubeconfig of cluster "+job.Status.Cluster)
		if err != nil {
			return nil, err
		}
		if _, err := r.copySecret(ctx, job, names.KubeconfigSecret(job, nextAttempt(job)), source); err != nil {
			return nil, err
		}
	}
	var copies []resources.VaultCopy
	for _, ref := range job.Spec.SecretRefs {
		source, err := r.vaultSource(ctx, job, ref)
		if err != nil {
			return nil, err
		}
		copied, err := r.copySecret(ctx, job, names.VaultSecret(job, ref), source)
		if err != nil {
			return nil, err
		}
		copies = append(copies, resources.VaultCopy{Ref: ref, Keys: slices.Collect(maps.Keys(copied.Data))})
	}
	return copies, nil
}

// copySecret makes the job's copy of a Secret. One that an earlier pass made stays as it is.
func (r *Reconciler) copySecret(ctx context.Context, job *fournosv1.FournosJob, name string, source *corev1.Secret) (*corev1.Secret, error) {
	secrets := r.kube.CoreV1().Secrets(job.Namespace)
	made, err := secrets.Create(ctx, resources.SecretCopy(job, name, source), metav1.CreateOptions{})
	if apierrs.IsInvalid(err) {
		// The API server's own words may quote what is in it.
		return nil, failf(ReasonSecretNotUsable, "Secret %q in namespace %s cannot be copied: the API server refuses a copy of type %q; make it one of type %s",
			source.Name, source.Namespace, source.Type, corev1.SecretTypeOpaque)
	}
	if !apierrs.IsAlreadyExists(err) {
		return made, err
	}
	found, err := secrets.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	return found, mustBeOurs(job, "Secret", found)
}

// vaultSource reads the Secret behind a vault entry. Without the label it is no vault entry, whatever its name.
func (r *Reconciler) vaultSource(ctx context.Context, job *fournosv1.FournosJob, ref fournosv1.SecretRef) (*corev1.Secret, error) {
	source, err := r.source(ctx, r.settings.VaultSecret(string(ref)), "spec.secretRefs entry '"+string(ref)+"'")
	if err != nil {
		return nil, err
	}
	if source.Labels[fournos.VaultEntryLabelKey] != "true" {
		return nil, failf(ReasonSecretNotFound, "spec.secretRefs entry '%s' not found in namespace %s: Secret %q there is no vault entry, it lacks the label %s=true",
			ref, source.Namespace, source.Name, fournos.VaultEntryLabelKey)
	}
	return source, mayUse(job, ref, source)
}

func (r *Reconciler) source(ctx context.Context, name, what string) (*corev1.Secret, error) {
	source, err := r.kube.CoreV1().Secrets(r.settings.SecretsNamespace).Get(ctx, name, metav1.GetOptions{})
	if apierrs.IsNotFound(err) {
		return nil, failf(ReasonSecretNotFound, "Secret %q not found in namespace %s: it should hold %s", name, r.settings.SecretsNamespace, what)
	}
	return source, err
}
