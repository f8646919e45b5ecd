//go:build e2e

package e2e

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestTenancy has two installations on one hub, each with a job of the same name that names the same vault entry: each job
// gets its own installation's Secret and cluster, and no account asks for anything of the other installation's, nor may.
func TestTenancy(t *testing.T) {
	t.Parallel()
	began := time.Now()
	tenants := []*test.Installation{test.Install(t), test.Install(t)}
	for _, tenant := range tenants {
		makeEntry(t, tenant)
		_, err := tenant.Fournos.FournosV1().FournosJobs(tenant.Namespace).Create(t.Context(), &fournosv1.FournosJob{
			ObjectMeta: metav1.ObjectMeta{Name: "twin"},
			Spec: fournosv1.FournosJobSpec{
				Cluster: tenant.Clusters[0], Exclusive: ptr.To(false), SecretRefs: []fournosv1.SecretRef{"tenant"}, ExecutionEngine: test.Engine(t, nil),
			},
		}, metav1.CreateOptions{})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, tenant := range tenants {
		done := tenant.UntilPhase(t, "twin", fournosv1.PhaseSucceeded).Job
		if done.Status.Cluster != tenant.Clusters[0] {
			t.Errorf("the job of %s ran on %s", tenant.Name, done.Status.Cluster)
		}
		copied, err := tenant.Kube.CoreV1().Secrets(tenant.Namespace).Get(t.Context(), "twin-tenant", metav1.GetOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(copied.Data["name"]); got != tenant.Name {
			t.Errorf("the job of %s has the vault entry of %s", tenant.Name, got)
		}
	}
	expectOwnNames(t, tenants)
	expectApart(t, tenants, began)
	for i, tenant := range tenants {
		expectRefused(t, tenant, tenants[1-i])
	}
}

// makeEntry makes a vault entry that tells whose it is.
func makeEntry(t *testing.T, tenant *test.Installation) {
	t.Helper()
	_, err := tenant.Kube.CoreV1().Secrets(tenant.SecretsNamespace).Create(t.Context(), &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: "vault-tenant", Labels: map[string]string{fournos.VaultEntryLabelKey: "true"}},
		StringData: map[string]string{"name": tenant.Name},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
}

// expectOwnNames wants each installation to have roles of its own outside of namespaces, and its own leases.
func expectOwnNames(t *testing.T, tenants []*test.Installation) {
	t.Helper()
	for _, tenant := range tenants {
		roles, err := tenant.Kube.RbacV1().ClusterRoles().List(t.Context(), metav1.ListOptions{LabelSelector: "fournos.dev/installation=" + tenant.Name})
		if err != nil || len(roles.Items) < 2 {
			t.Errorf("%d ClusterRoles of %s: %v", len(roles.Items), tenant.Name, err)
		}
		leases, err := tenant.Kube.CoordinationV1().Leases(tenant.SystemNamespace).List(t.Context(), metav1.ListOptions{})
		if err != nil || len(leases.Items) == 0 {
			t.Errorf("%d leases of %s: %v", len(leases.Items), tenant.Name, err)
		}
		pods, err := tenant.Kube.CoreV1().Pods(tenant.SystemNamespace).List(t.Context(), metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, lease := range leases.Items {
			if !slices.ContainsFunc(pods.Items, func(pod corev1.Pod) bool { return strings.Contains(ptr.Deref(lease.Spec.HolderIdentity, ""), pod.Name) }) {
				t.Errorf("lease %s of %s is held by %s, none of its Pods", lease.Name, tenant.Name, ptr.Deref(lease.Spec.HolderIdentity, "nobody"))
			}
		}
	}
}

// expectApart reads in the audit log that an installation's accounts ask only for what is in its own namespaces, or
// read what is in none.
func expectApart(t *testing.T, tenants []*test.Installation, since time.Time) {
	t.Helper()
	asked := map[string]int{}
	test.EachRequest(t, func(request *test.Request) {
		for _, tenant := range tenants {
			if request.Received.Before(since) || !strings.HasPrefix(request.User.Username, "system:serviceaccount:"+tenant.Name+"-") {
				continue
			}
			asked[tenant.Name]++
			ref := &request.ObjectRef
			reads := request.Verb == "get" || request.Verb == "list" || request.Verb == "watch"
			own := []string{tenant.Namespace, tenant.SystemNamespace, tenant.SecretsNamespace}
			ofAll := reads && (ref.Resource == "" || ref.APIGroup == "kueue.x-k8s.io" && ref.Resource != "workloads")
			if ref.Namespace == "" && !ofAll || ref.Namespace != "" && !slices.Contains(own, ref.Namespace) {
				t.Errorf("%s asked for %s %s", request.User.Username, request.Verb, request.URI)
			}
		}
	})
	for _, tenant := range tenants {
		if asked[tenant.Name] == 0 {
			t.Errorf("the accounts of %s asked for nothing", tenant.Name)
		}
	}
}

// expectRefused tries with the tokens of an installation's accounts for what is another's.
func expectRefused(t *testing.T, mine, others *test.Installation) {
	t.Helper()
	for namespace, accounts := range map[string][]string{
		mine.SystemNamespace: {"fournos-controller", "fournos-quota"}, mine.Namespace: {"fournos-resolver", "fournos-engine"},
	} {
		for _, account := range accounts {
			config := configOf(t, mine.Clients, namespace, account)
			for _, what := range []attempt{
				{verb: http.MethodGet, path: "/apis/fournos.dev/v1/namespaces/" + others.Namespace + "/fournosjobs/twin"},
				{verb: http.MethodGet, path: "/apis/fournos.dev/v1/namespaces/" + others.Namespace + "/fournosjobs"},
				{verb: http.MethodPatch, path: "/apis/fournos.dev/v1/namespaces/" + others.Namespace + "/fournosjobs/twin?dryRun=All", body: `{}`},
				{verb: http.MethodPatch, path: "/apis/tekton.dev/v1/namespaces/" + others.Namespace + "/pipelineruns/twin?dryRun=All", body: `{}`},
				{verb: http.MethodGet, path: "/api/v1/namespaces/" + others.Namespace + "/secrets/twin-tenant"},
				{verb: http.MethodGet, path: "/api/v1/namespaces/" + others.SecretsNamespace + "/secrets/vault-tenant"},
				{verb: http.MethodGet, path: "/apis/coordination.k8s.io/v1/namespaces/" + others.SystemNamespace + "/leases"},
				{verb: http.MethodGet, path: "/api/v1/namespaces/" + others.SystemNamespace + "/configmaps"},
			} {
				if said := try(context.Background(), config, what); said != "" {
					t.Errorf("%s of %s: %s %s: %s", account, mine.Name, what.verb, what.path, said)
				}
			}
		}
	}
}
