//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	authenticationv1 "k8s.io/api/authentication/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"

	"fournos.dev/fournos/test"
)

// attempt is something that none of Fournos' accounts may do.
type attempt struct {
	name string
	verb string
	path string
	body string
	// as is a user to pretend to be.
	as string
}

// attempts would, if they were allowed, make more of an account than its roles say. None of them does any harm: what would
// be made is only tried.
func attempts() []attempt {
	const (
		jobs      = "/api/v1/namespaces/" + test.Namespace
		secrets   = "/api/v1/namespaces/" + test.SecretsNamespace
		dry       = "?dryRun=All"
		pod       = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"denied"},"spec":{"containers":[{"name":"x","image":"x"}]}}`
		job       = `{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"denied"},"spec":{"template":{"spec":{"restartPolicy":"Never","containers":[{"name":"x","image":"x"}]}}}}`
		status    = `{"status":{"phase":"Failed"}}`
		workloads = "/apis/kueue.x-k8s.io/v1beta2"
	)
	all := []attempt{
		{name: "list Secrets everywhere", verb: http.MethodGet, path: "/api/v1/secrets"},
		{name: "list Secrets where the jobs are", verb: http.MethodGet, path: jobs + "/secrets"},
		{name: "watch Secrets where the jobs are", verb: http.MethodGet, path: jobs + "/secrets?watch=true&timeoutSeconds=1"},
		{name: "list Secrets where the vault entries are", verb: http.MethodGet, path: secrets + "/secrets"},
		{name: "write a vault entry", verb: http.MethodPatch, path: secrets + "/secrets/vault-demo-token" + dry, body: `{"data":{}}`},
		{name: "delete a vault entry", verb: http.MethodDelete, path: secrets + "/secrets/vault-demo-token" + dry},
		{name: "read a Secret of Kubernetes'", verb: http.MethodGet, path: "/api/v1/namespaces/kube-system/secrets/x"},
		{name: "read a Secret of the controller's namespace", verb: http.MethodGet, path: "/api/v1/namespaces/" + test.SystemNamespace + "/secrets/x"},
		{name: "list nodes", verb: http.MethodGet, path: "/api/v1/nodes"},
		{name: "read a node", verb: http.MethodGet, path: "/api/v1/nodes/x"},
		{name: "run a command in a Pod", verb: http.MethodPost, path: jobs + "/pods/x/exec?command=id"},
		{name: "read a Pod's log", verb: http.MethodGet, path: jobs + "/pods/x/log"},
		{name: "make a Pod", verb: http.MethodPost, path: jobs + "/pods" + dry, body: pod},
		{name: "make a Pod elsewhere", verb: http.MethodPost, path: "/api/v1/namespaces/default/pods" + dry, body: pod},
		{name: "make a Job elsewhere", verb: http.MethodPost, path: "/apis/batch/v1/namespaces/default/jobs" + dry, body: job},
		{
			name: "make a FournosJob elsewhere", verb: http.MethodPost, path: "/apis/fournos.dev/v1/namespaces/default/fournosjobs" + dry,
			body: `{"apiVersion":"fournos.dev/v1","kind":"FournosJob","metadata":{"name":"denied"},"spec":{}}`,
		},
		{name: "make a token", verb: http.MethodPost, path: jobs + "/serviceaccounts/fournos-engine/token" + dry, body: `{"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{"audiences":[]}}`},
		{name: "make a token of the controller's", verb: http.MethodPost, path: "/api/v1/namespaces/" + test.SystemNamespace + "/serviceaccounts/fournos-controller/token" + dry, body: `{"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{"audiences":[]}}`},
		{
			name: "make a RoleBinding", verb: http.MethodPost, path: "/apis/rbac.authorization.k8s.io/v1/namespaces/" + test.Namespace + "/rolebindings" + dry,
			body: `{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"RoleBinding","metadata":{"name":"denied"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"view"}}`,
		},
		{
			name: "make a ClusterRoleBinding", verb: http.MethodPost, path: "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings" + dry,
			body: `{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":"denied"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"view"}}`,
		},
		{name: "pretend to be the scheduler", verb: http.MethodGet, path: "/api/v1/pods?limit=1", as: "system:kube-scheduler"},
		{name: "write a Pod's status", verb: http.MethodPatch, path: jobs + "/pods/x/status" + dry, body: status},
		{name: "write a Job's status", verb: http.MethodPatch, path: "/apis/batch/v1/namespaces/" + test.Namespace + "/jobs/x/status" + dry, body: status},
		{name: "write a PipelineRun's status", verb: http.MethodPatch, path: "/apis/tekton.dev/v1/namespaces/" + test.Namespace + "/pipelineruns/x/status" + dry, body: status},
		{name: "write a ClusterQueue", verb: http.MethodPatch, path: workloads + "/clusterqueues/x" + dry, body: `{"spec":{}}`},
		{name: "write a ClusterQueue's status", verb: http.MethodPatch, path: workloads + "/clusterqueues/x/status" + dry, body: status},
		{name: "make a Workload elsewhere", verb: http.MethodPost, path: workloads + "/namespaces/default/workloads" + dry, body: `{"apiVersion":"kueue.x-k8s.io/v1beta2","kind":"Workload","metadata":{"name":"denied"},"spec":{}}`},
		{name: "write an admission policy", verb: http.MethodDelete, path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/fournos-creator" + dry},
		{name: "make a namespace", verb: http.MethodPost, path: "/api/v1/namespaces" + dry, body: `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"denied"}}`},
	}
	return all
}

// TestDenied tries, with a token of each account's own, what none of them may do.
func TestDenied(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	tried := 0
	for _, namespace := range []string{test.SystemNamespace, test.Namespace} {
		accounts, err := c.Kube.CoreV1().ServiceAccounts(namespace).List(t.Context(), metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, account := range accounts.Items {
			if !strings.HasPrefix(account.Name, "fournos-") || strings.HasPrefix(account.Name, "fournos-submitter-") {
				continue // Not of the installation.
			}
			if account.Name == vaultSyncAccount {
				continue // It comes and goes with its own tests, and writes vault entries: config/vault-sync holds what it may do.
			}
			tried++
			t.Run(account.Name, func(t *testing.T) {
				config := configOf(t, c, namespace, account.Name)
				for _, what := range attempts() {
					if said := try(t.Context(), config, what); said != "" {
						t.Errorf("%s: %s", what.name, said)
					}
				}
			})
		}
	}
	if tried < 3 {
		t.Errorf("there are %d accounts", tried)
	}
}

// configOf is for who has nothing but an account's token.
func configOf(t *testing.T, c *test.Clients, namespace, account string) *rest.Config {
	t.Helper()
	token, err := c.Kube.CoreV1().ServiceAccounts(namespace).CreateToken(t.Context(), account, &authenticationv1.TokenRequest{
		Spec: authenticationv1.TokenRequestSpec{ExpirationSeconds: ptr.To[int64](3600)},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	config := rest.AnonymousClientConfig(c.Config)
	config.BearerToken = token.Status.Token
	config.QPS, config.Burst = 200, 400
	return config
}

// try makes a request, and says what is wrong about the answer if it is not that this is forbidden.
func try(ctx context.Context, config *rest.Config, what attempt) string {
	config = rest.CopyConfig(config)
	config.Impersonate.UserName = what.as
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err.Error()
	}
	contentType := "application/json"
	if what.verb == http.MethodPatch {
		contentType = "application/merge-patch+json"
	}
	request := client.RESTClient().Verb(what.verb).RequestURI(what.path).SetHeader("Content-Type", contentType)
	if what.body != "" {
		if !json.Valid([]byte(what.body)) {
			return "the body is no JSON"
		}
		request = request.Body([]byte(what.body))
	}
	var code int
	err = request.Do(ctx).StatusCode(&code).Error()
	// The words are the authorizer's: an admission plugin that forbids something has let it in that far.
	if code != http.StatusForbidden || err == nil || !strings.Contains(err.Error(), " cannot ") {
		return "answered " + http.StatusText(code) + ": " + errorText(err)
	}
	return ""
}

func errorText(err error) string {
	if err == nil {
		return "no error"
	}
	return err.Error()
}

// TestAttemptsAreTried shows that the attempts are refused for want of roles and not for want of sense: the administrator's
// are never refused.
func TestAttemptsAreTried(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	for _, what := range attempts() {
		if said := try(t.Context(), c.Config, what); said == "" {
			t.Errorf("%s: refused to the administrator, too", what.name)
		}
	}
}
