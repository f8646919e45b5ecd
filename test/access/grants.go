// Package access compares what accounts may do with what they did. Its test, with the build tag e2e, does so with
// Fournos' own, after the end-to-end tests.
package access

import (
	"cmp"
	"slices"
	"strings"

	rbacv1 "k8s.io/api/rbac/v1"
)

// Grant lets an account do one thing with one kind of resource.
type Grant struct {
	// Account is the user that a ServiceAccount is to the API server.
	Account string
	// Namespace is where; "" is everywhere.
	Namespace string
	Group     string
	// Resource is a plural, with a subresource behind a slash.
	Resource string
	// Name is of the only object; "" is any.
	Name string
	Verb string
}

func (g Grant) String() string {
	where := "in all namespaces"
	if g.Namespace != "" {
		where = "in namespace " + g.Namespace
	}
	return g.Account + " " + g.Verb + " " + kind(g.Group, g.Resource, g.Name) + " " + where
}

func kind(group, resource, name string) string {
	if group != "" {
		resource += "." + group
	}
	if name != "" {
		resource += " " + name
	}
	return resource
}

// User is what a ServiceAccount is to the API server.
func User(namespace, account string) string {
	return "system:serviceaccount:" + namespace + ":" + account
}

// Roles are all the Roles and bindings of a cluster, or of a set of manifests.
type Roles struct {
	Roles               []rbacv1.Role
	ClusterRoles        []rbacv1.ClusterRole
	RoleBindings        []rbacv1.RoleBinding
	ClusterRoleBindings []rbacv1.ClusterRoleBinding
}

// Grants spells out what the bindings give to ServiceAccounts by name, in an order that is always the same.
func (r *Roles) Grants() []Grant {
	var grants []Grant
	for i := range r.RoleBindings {
		binding := &r.RoleBindings[i]
		grants = append(grants, spell(binding.Namespace, binding.Subjects, r.rules(binding.Namespace, binding.RoleRef))...)
	}
	for i := range r.ClusterRoleBindings {
		binding := &r.ClusterRoleBindings[i]
		grants = append(grants, spell("", binding.Subjects, r.rules("", binding.RoleRef))...)
	}
	slices.SortFunc(grants, compareGrants)
	return slices.Compact(grants)
}

func compareGrants(a, b Grant) int {
	return cmp.Or(
		cmp.Compare(a.Account, b.Account), cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Group, b.Group),
		cmp.Compare(a.Resource, b.Resource), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Verb, b.Verb),
	)
}

func (r *Roles) rules(namespace string, ref rbacv1.RoleRef) []rbacv1.PolicyRule {
	if ref.Kind == "ClusterRole" {
		for i := range r.ClusterRoles {
			if r.ClusterRoles[i].Name == ref.Name {
				return r.ClusterRoles[i].Rules
			}
		}
		return nil
	}
	for i := range r.Roles {
		if r.Roles[i].Namespace == namespace && r.Roles[i].Name == ref.Name {
			return r.Roles[i].Rules
		}
	}
	return nil
}

func spell(namespace string, subjects []rbacv1.Subject, rules []rbacv1.PolicyRule) []Grant {
	var grants []Grant
	for _, subject := range subjects {
		if subject.Kind != rbacv1.ServiceAccountKind {
			continue
		}
		account := User(cmp.Or(subject.Namespace, namespace), subject.Name)
		for _, rule := range rules {
			names := rule.ResourceNames
			if len(names) == 0 {
				names = []string{""}
			}
			for _, verb := range rule.Verbs {
				for _, path := range rule.NonResourceURLs {
					grants = append(grants, Grant{Account: account, Resource: path, Verb: verb})
				}
				for _, group := range rule.APIGroups {
					for _, resource := range rule.Resources {
						for _, name := range names {
							grants = append(grants, Grant{account, namespace, group, resource, name, verb})
						}
					}
				}
			}
		}
	}
	return grants
}

// allows tells whether the grant allows the call.
func (g *Grant) allows(call *Call) bool {
	return g.Account == call.Account && (g.Namespace == "" || g.Namespace == call.Namespace) &&
		matches(g.Group, call.Group) && matches(g.Resource, call.Resource) && matches(g.Verb, call.Verb) &&
		(g.Name == "" || g.Name == call.Name)
}

func matches(granted, called string) bool { return granted == "*" || granted == called }

// finalizers ends the resource whose grant the API server asks for when an object is made that blocks its owner's
// deletion. Nobody calls it.
const finalizers = "/finalizers"

func (g *Grant) isFinalizers() bool {
	return strings.HasSuffix(g.Resource, finalizers) && g.Verb == "update"
}

// toWatch is the grant to watch what this one lets read; one that lets do anything else has none.
func (g *Grant) toWatch() Grant {
	if g.Verb != "get" && g.Verb != "list" {
		return Grant{}
	}
	watch := *g
	watch.Verb = "watch"
	return watch
}
