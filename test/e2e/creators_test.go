//go:build e2e

package e2e

import (
	"context"
	"maps"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	fournosclient "fournos.dev/fournos/pkg/client/clientset/versioned"
	"fournos.dev/fournos/test"
)

// jobsAs are FournosJobs as a user sees them who has the role edit where the jobs are.
func jobsAs(t *testing.T, c *test.Clients, user string) fournosclient.Interface {
	t.Helper()
	bindings := c.Kube.RbacV1().RoleBindings(test.Namespace)
	binding, err := bindings.Create(t.Context(), &rbacv1.RoleBinding{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "creators-"},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "edit"},
		Subjects:   []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: rbacv1.UserKind, Name: user}},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bindings.Delete(context.Background(), binding.Name, metav1.DeleteOptions{}) })
	config := rest.CopyConfig(c.Config)
	config.Impersonate = rest.ImpersonationConfig{UserName: user}
	jobs := fournosclient.NewForConfigOrDie(config)
	test.Eventually(t, func(ctx context.Context) error { // The API server has yet to hear of the role.
		_, err := jobs.FournosV1().FournosJobs(test.Namespace).Create(ctx, creatorsJob(t, nil), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		return err
	})
	return jobs
}

func creatorsJob(t *testing.T, annotations map[string]string, refs ...fournosv1.SecretRef) *fournosv1.FournosJob {
	return &fournosv1.FournosJob{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "creators-", Annotations: maps.Clone(annotations)},
		Spec: fournosv1.FournosJobSpec{
			Clusterless: true, Exclusive: ptr.To(false), ExecutionEngine: test.Engine(t, nil), SecretRefs: refs,
		},
	}
}

// keptEntry makes a vault entry that is kept for a user.
func keptEntry(t *testing.T, c *test.Clients, user string) fournosv1.SecretRef {
	t.Helper()
	ref := "kept-" + string(uuid.NewUUID())[:8]
	secrets := c.Kube.CoreV1().Secrets(test.SecretsNamespace)
	_, err := secrets.Create(t.Context(), &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{
			Name: "vault-" + ref, Labels: map[string]string{fournos.VaultEntryLabelKey: "true"},
			Annotations: map[string]string{fournos.AllowedCreatorsAnnotationKey: "somebody@example.com, " + user},
		},
		StringData: map[string]string{"token": "not-a-token"},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = secrets.Delete(context.Background(), "vault-"+ref, metav1.DeleteOptions{}) })
	return fournosv1.SecretRef(ref)
}

// TestVaultEntriesForSome keeps a vault entry for one user: her jobs have it, those of others do not, whatever they say.
func TestVaultEntriesForSome(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	ann, bob := "ann-"+string(uuid.NewUUID())[:8], "bob-"+string(uuid.NewUUID())[:8]
	users := map[string]fournosclient.Interface{ann: jobsAs(t, c, ann), bob: jobsAs(t, c, bob)}
	ref := keptEntry(t, c, ann)

	create := func(user string, annotations map[string]string, schedule string) (*fournosv1.FournosJob, error) {
		job := creatorsJob(t, annotations, ref)
		job.Spec.Schedule = schedule
		made, err := users[user].FournosV1().FournosJobs(test.Namespace).Create(t.Context(), job, metav1.CreateOptions{})
		if err == nil {
			t.Cleanup(func() {
				_ = c.Fournos.FournosV1().FournosJobs(test.Namespace).Delete(context.Background(), made.Name, metav1.DeleteOptions{})
			})
		}
		return made, err
	}
	says := func(user string) map[string]string { return map[string]string{fournos.CreatorAnnotationKey: user} }

	hers, err := create(ann, says(ann), "")
	if err != nil {
		t.Fatalf("the job of %s: %v", ann, err)
	}
	c.UntilPhase(t, hers.Name, fournosv1.PhaseSucceeded)

	if _, err := create(bob, says(ann), ""); !apierrs.IsForbidden(err) || !strings.Contains(err.Error(), "must be "+bob) {
		t.Errorf("%s says to be %s: %v, want it forbidden", bob, ann, err)
	}
	for what, annotations := range map[string]map[string]string{"kept for others": says(bob), "kept for some": nil} {
		his, err := create(bob, annotations, "")
		if err != nil {
			t.Fatalf("the job of %s: %v", bob, err)
		}
		ended := c.UntilPhase(t, his.Name, fournosv1.PhaseFailed).Job
		if got := ended.Status.GetCondition(fournosv1.ConditionSucceeded).GetReason(); got != "SecretNotAllowed" || !strings.Contains(ended.Status.Message, what) {
			t.Errorf("job with annotations %v ended %s: %s", annotations, got, ended.Status.Message)
		}
	}

	// Her template makes jobs that are hers, and nobody else has it do something else.
	template, err := create(ann, says(ann), "0 0 29 2 *")
	if err != nil {
		t.Fatal(err)
	}
	c.UntilPhase(t, template.Name, fournosv1.PhaseRecurring)
	patch := func(user, patch string) error {
		_, err := users[user].FournosV1().FournosJobs(test.Namespace).Patch(t.Context(), template.Name, types.MergePatchType, []byte(patch), metav1.PatchOptions{})
		return err
	}
	for _, forbidden := range []string{
		`{"metadata":{"annotations":{"fournos.dev/creator":"` + bob + `"}}}`,
		`{"metadata":{"annotations":{"fournos.dev/creator":null}}}`,
		`{"spec":{"executionEngine":{"mock":{"fail":"told his own"}}}}`,
		`{"spec":{"env":{"SEND_TO":"bob.example.com"}}}`,
		`{"spec":{"pipeline":"fournos-run-only"}}`,
		`{"spec":{"secretRefs":[]}}`,
	} {
		if err := patch(bob, forbidden); !apierrs.IsForbidden(err) {
			t.Errorf("%s patches the job of %s with %s: %v, want it forbidden", bob, ann, forbidden, err)
		}
	}
	if err := patch(ann, `{"spec":{"env":{"MODE":"fast"}}}`); err != nil {
		t.Errorf("%s edits her template: %v", ann, err)
	}
	if err := patch(bob, `{"spec":{"suspend":true}}`); err != nil {
		t.Errorf("%s suspends the template of %s: %v", bob, ann, err)
	}
	child := trigger(t, c, template.Name, 1)[0]
	made := c.UntilPhase(t, child.Name, fournosv1.PhaseSucceeded).Job
	if got := made.Annotations[fournos.CreatorAnnotationKey]; got != ann {
		t.Errorf("the creator of the template's job is %q, want %s", got, ann)
	}
}
