package resources

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// bake is an exclusive job on oslo, changed by the options.
func bake(options ...func(*fournosv1.FournosJob)) *fournosv1.FournosJob {
	job := &fournosv1.FournosJob{
		ObjectMeta: metav1.ObjectMeta{Name: "bake", Namespace: "psap-automation", UID: types.UID("uid-of-bake")},
		Spec:       fournosv1.FournosJobSpec{Cluster: "oslo", Exclusive: ptr.To(true), Pipeline: "fournos-full"},
		Status:     fournosv1.FournosJobStatus{Cluster: "oslo"},
	}
	for _, option := range options {
		option(job)
	}
	return job
}

func shared(j *fournosv1.FournosJob) { j.Spec.Exclusive = ptr.To(false) }

func anywhere(j *fournosv1.FournosJob) {
	shared(j)
	j.Spec.Cluster = ""
}

func lock(j *fournosv1.FournosJob) { j.Spec.LockOnly = true }

func a100(j *fournosv1.FournosJob) {
	j.Spec.Hardware = &fournosv1.Hardware{GPUType: "a100", GPUCount: 4}
}

func urgent(j *fournosv1.FournosJob) { j.Spec.Priority = "high" }

func clusterless(j *fournosv1.FournosJob) {
	anywhere(j)
	j.Spec.Clusterless, j.Status.Cluster = true, fournosv1.ClusterlessCluster
}

// of is the metadata of what is made for the job bake.
func of(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Name:      name,
		Namespace: "psap-automation",
		Labels:    map[string]string{"app.kubernetes.io/managed-by": "fournos", "fournos.dev/job-name": "bake"},
		OwnerReferences: []metav1.OwnerReference{{
			APIVersion: "fournos.dev/v1", Kind: "FournosJob", Name: "bake", UID: "uid-of-bake",
			Controller: ptr.To(true), BlockOwnerDeletion: ptr.To(true),
		}},
	}
}

func TestSecretCopy(t *testing.T) {
	source := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{
			Name: "vault-registry", Namespace: "psap-secrets", UID: "uid-of-source", Finalizers: []string{"vault/keep"},
			Labels: map[string]string{"fournos.dev/vault-entry": "true"}, Annotations: map[string]string{"vault": "path"},
		},
		Type: corev1.SecretTypeDockerConfigJson,
		Data: map[string][]byte{".dockerconfigjson": []byte("{}")},
	}
	before := source.DeepCopy()
	want := &corev1.Secret{
		ObjectMeta: of("bake-registry"), // Nothing of the source's: a copy is no vault entry.
		Type:       corev1.SecretTypeDockerConfigJson,
		Data:       map[string][]byte{".dockerconfigjson": []byte("{}")},
		Immutable:  ptr.To(true),
	}
	if diff := cmp.Diff(want, SecretCopy(bake(), "bake-registry", source)); diff != "" {
		t.Errorf("SecretCopy (-want, +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, source); diff != "" {
		t.Errorf("SecretCopy changed its source (-before, +after):\n%s", diff)
	}
}
