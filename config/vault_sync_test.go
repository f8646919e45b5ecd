package config

import (
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/utils/ptr"

	"fournos.dev/fournos/pkg/settings"
	"fournos.dev/fournos/pkg/vaultsync"
)

// vault-sync may do what it does, where it does it, and nothing else. Secrets are listed by nobody else.
func TestVaultSyncRights(t *testing.T) {
	objects := load(t, "vault-sync")
	s, err := settings.FromEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	roles, bindings, accounts := of[*rbacv1.Role](objects), of[*rbacv1.RoleBinding](objects), of[*corev1.ServiceAccount](objects)
	if len(roles) != 1 || len(bindings) != 1 || len(accounts) != 1 || len(of[*rbacv1.ClusterRole](objects)) > 0 {
		t.Fatalf("%d Roles, %d RoleBindings, %d ServiceAccounts; want one each, and no ClusterRole", len(roles), len(bindings), len(accounts))
	}
	want := []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"secrets"}, Verbs: []string{"get", "list", "create", "patch", "delete"}}}
	if diff := cmp.Diff(want, roles[0].Rules); diff != "" || roles[0].Namespace != s.SecretsNamespace {
		t.Errorf("the Role in %s (-want +got): %s", roles[0].Namespace, diff)
	}
	subject := rbacv1.Subject{Kind: "ServiceAccount", Namespace: accounts[0].Namespace, Name: accounts[0].Name}
	if b := bindings[0]; b.Namespace != roles[0].Namespace || b.RoleRef.Name != roles[0].Name || !slices.Equal(b.Subjects, []rbacv1.Subject{subject}) {
		t.Errorf("RoleBinding %+v does not bind the account to the Role", b)
	}
}

func TestVaultSyncCronJob(t *testing.T) {
	objects := load(t, "vault-sync")
	jobs, maps, accounts := of[*batchv1.CronJob](objects), of[*corev1.ConfigMap](objects), of[*corev1.ServiceAccount](objects)
	if len(jobs) != 1 || len(maps) != 1 {
		t.Fatalf("%d CronJobs, %d ConfigMaps", len(jobs), len(maps))
	}
	job, pod := jobs[0], jobs[0].Spec.JobTemplate.Spec.Template.Spec
	if !ptr.Deref(job.Spec.Suspend, false) {
		t.Error("the CronJob is not suspended")
	}
	if pod.ServiceAccountName != accounts[0].Name || job.Namespace != accounts[0].Namespace || !ptr.Deref(pod.AutomountServiceAccountToken, false) {
		t.Errorf("the Pods run in %s as %q", job.Namespace, pod.ServiceAccountName)
	}
	container := pod.Containers[0]
	for _, source := range container.EnvFrom {
		if name := source.ConfigMapRef.Name; name != maps[0].Name {
			configMap(t, name) // Of the installation, or the test fails.
		}
	}
	// With what the Pods are given, vault-sync starts.
	for key, value := range configMap(t, "config-fournos") {
		t.Setenv(key, value)
	}
	for key, value := range maps[0].Data {
		t.Setenv(key, value)
	}
	for _, variable := range container.Env {
		if ref := variable.ValueFrom.SecretKeyRef; variable.Name != "VAULT_TOKEN" || ref.Name != "fournos-vault-token" {
			t.Errorf("variable %+v", variable)
		}
		t.Setenv(variable.Name, "a token")
	}
	c, err := vaultsync.Parse(container.Args, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if limit := ptr.Deref(job.Spec.JobTemplate.Spec.ActiveDeadlineSeconds, 0); c.Timeout.Seconds() >= float64(limit) {
		t.Errorf("the Job is killed after %d s, before vault-sync gives up after %s", limit, c.Timeout)
	}
}
