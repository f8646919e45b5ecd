//go:build e2e

package access

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"fournos.dev/fournos/test"
)

// TestAccess holds what Fournos' accounts asked the API server for, from the audit log, against their roles: nothing was
// refused, and no grant is left that nothing used. It comes after the end-to-end tests, which use all there is to use.
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
		if isOurs(request.User.Username) && request.FromPod() {
			calls = append(calls, callOf(request))
		}
	})
	t.Logf("%d calls, %d grants", len(calls), len(grants))
	for _, problem := range Compare(grants, calls, endings).Problems() {
		t.Error(problem)
	}
}

// isOurs tells whether a user is a ServiceAccount of the installation.
func isOurs(user string) bool {
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
