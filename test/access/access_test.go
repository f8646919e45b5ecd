//go:build e2e

package access

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"fournos.dev/fournos/test"
)

// TestAccess holds what Fournos' accounts asked the API server for, from the audit log, against their roles: nothing was
// refused, and no grant is left that nothing used. It comes after the end-to-end tests, which use all there is to use.
// What the tests' further installations asked for counts as if the hub's own had: they have the same roles.
func TestAccess(t *testing.T) {
	grants := slices.DeleteFunc(liveRoles(t, test.NewClients(t)).Grants(), func(grant Grant) bool { return !isOurs(grant.Account) })
	if len(grants) == 0 {
		t.Fatal("the hub has no roles of Fournos")
	}
	var calls []Call
	endings := Endings{}
	test.EachRequest(t, func(request *test.Request) {
		if turn, ok := turnOf(request); ok {
			endings.Add(request.ObjectRef.Name, turn)
		}
		if isOurs(asOurs(request.User.Username)) && request.FromPod() {
			calls = append(calls, callOf(request))
		}
	})
	calls = slices.DeleteFunc(calls, func(call Call) bool { return wasRemoved(&call, endings) })
	for i := range calls {
		// Where it was refused counts, and not where it would have been.
		if calls[i].Code != http.StatusForbidden {
			calls[i].Account, calls[i].Namespace = asOurs(calls[i].Account), asOurs(calls[i].Namespace)
		}
	}
	t.Logf("%d calls, %d grants", len(calls), len(grants))
	for _, problem := range Compare(grants, calls, endings).Problems() {
		t.Error(problem)
	}
}

// further is the beginning of what is a further installation's.
var further = regexp.MustCompile(`further-[0-9a-f]{8}-(system|jobs|secrets)\b`)

// asOurs puts the hub's own installation in the place of a further one.
func asOurs(name string) string {
	return further.ReplaceAllStringFunc(name, func(namespace string) string {
		return map[string]string{
			"system": test.SystemNamespace, "jobs": test.Namespace, "secrets": test.SecretsNamespace,
		}[namespace[strings.LastIndex(namespace, "-")+1:]]
	})
}

// wasRemoved tells whether a further installation was being removed when it was refused something: its roles outside of
// namespaces go with its programs' namespace, and the programs a little later.
func wasRemoved(call *Call, endings Endings) bool {
	own := further.FindString(call.Account)
	return call.Code == http.StatusForbidden && own != "" && endings.At(own, call.At)
}

// isOurs tells whether a user is a ServiceAccount of the installation, and not one that hack/kubeconfig.sh has made.
func isOurs(user string) bool {
	if strings.Contains(user, ":fournos-submitter-") {
		return false
	}
	for _, namespace := range []string{test.SystemNamespace, test.Namespace} {
		if strings.HasPrefix(user, User(namespace, "fournos-")) {
			return true
		}
	}
	return false
}

// turnOf is for requests that made a namespace or began to delete it.
func turnOf(request *test.Request) (Turn, bool) {
	ref := &request.ObjectRef
	if ref.Resource != "namespaces" || ref.Subresource != "" || request.ResponseStatus.Code >= http.StatusMultipleChoices {
		return Turn{}, false
	}
	switch request.Verb {
	case "delete":
		return Turn{At: request.Received, Ending: true}, true
	case "create", "patch": // The patch may be a server-side apply, which makes what is not there.
		return Turn{At: request.Received}, request.ResponseStatus.Code == http.StatusCreated
	}
	return Turn{}, false
}

func callOf(request *test.Request) Call {
	resource := request.ObjectRef.Resource
	if request.ObjectRef.Subresource != "" {
		resource += "/" + request.ObjectRef.Subresource
	}
	return Call{
		Account: request.User.Username, Verb: request.Verb, Group: request.ObjectRef.APIGroup, Resource: resource,
		Namespace: request.ObjectRef.Namespace, Name: request.ObjectRef.Name, URI: request.URI,
		Code: request.ResponseStatus.Code, At: request.Received,
	}
}

func liveRoles(t *testing.T, c *test.Clients) *Roles {
	t.Helper()
	rbac, all := c.Kube.RbacV1(), metav1.ListOptions{}
	roles, err := rbac.Roles("").List(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	clusterRoles, err := rbac.ClusterRoles().List(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	bindings, err := rbac.RoleBindings("").List(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	clusterBindings, err := rbac.ClusterRoleBindings().List(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	return &Roles{
		Roles: roles.Items, ClusterRoles: clusterRoles.Items,
		RoleBindings: bindings.Items, ClusterRoleBindings: clusterBindings.Items,
	}
}
