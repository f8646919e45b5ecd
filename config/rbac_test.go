package config

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
)

func TestRolesGrantNoMoreThanTheySay(t *testing.T) {
	objects := load(t, ".")
	check := func(name string, rules []rbacv1.PolicyRule) {
		for _, rule := range rules {
			for _, list := range [][]string{rule.Verbs, rule.Resources, rule.APIGroups} {
				if slices.Contains(list, "*") {
					t.Errorf("%s has a wildcard: %v", name, rule)
				}
			}
			if !slices.Contains(rule.Resources, "secrets") {
				continue
			}
			for _, verb := range []string{"list", "watch", "deletecollection"} {
				if slices.Contains(rule.Verbs, verb) {
					t.Errorf("%s may %s Secrets", name, verb)
				}
			}
		}
	}
	for _, role := range of[*rbacv1.ClusterRole](objects) {
		check(role.Name, role.Rules)
	}
	for _, role := range of[*rbacv1.Role](objects) {
		check(role.Namespace+"/"+role.Name, role.Rules)
	}
}

// A binding to a Role or ServiceAccount that is not there gives nothing, without a word.
func TestBindingsBindWhatThereIs(t *testing.T) {
	objects := load(t, ".")
	there := map[string]bool{}
	for _, role := range of[*rbacv1.ClusterRole](objects) {
		there["ClusterRole/"+role.Name] = true
	}
	for _, role := range of[*rbacv1.Role](objects) {
		there["Role/"+role.Namespace+"/"+role.Name] = true
	}
	for _, account := range of[*corev1.ServiceAccount](objects) {
		there["ServiceAccount/"+account.Namespace+"/"+account.Name] = true
	}
	check := func(name, role string, subjects []rbacv1.Subject) {
		if !there[role] {
			t.Errorf("%s: there is no %s", name, role)
		}
		for _, subject := range subjects {
			if account := subject.Kind + "/" + subject.Namespace + "/" + subject.Name; !there[account] {
				t.Errorf("%s: there is no %s", name, account)
			}
		}
	}
	for _, binding := range of[*rbacv1.ClusterRoleBinding](objects) {
		check(binding.Name, "ClusterRole/"+binding.RoleRef.Name, binding.Subjects)
	}
	for _, binding := range of[*rbacv1.RoleBinding](objects) {
		check(binding.Namespace+"/"+binding.Name, "Role/"+binding.Namespace+"/"+binding.RoleRef.Name, binding.Subjects)
	}
}
