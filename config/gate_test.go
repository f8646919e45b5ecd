package config

import (
	"slices"
	"testing"

	rbacv1 "k8s.io/api/rbac/v1"
)

// Custom tasks answer in the status of their runs. Their spec is Tekton's.
func TestGateWritesNoSpec(t *testing.T) {
	granted := map[string][]string{}
	objects := load(t, ".")
	collect := func(rules []rbacv1.PolicyRule) {
		for _, rule := range rules {
			for _, resource := range rule.Resources {
				granted[resource] = append(granted[resource], rule.Verbs...)
			}
		}
	}
	for _, role := range of[*rbacv1.Role](objects) {
		collect(role.Rules)
	}
	for _, role := range of[*rbacv1.ClusterRole](objects) {
		collect(role.Rules)
	}
	for resource, want := range map[string][]string{
		"customruns": {"get", "list", "watch"}, "customruns/status": {"update"}, "localqueues/pendingworkloads": {"get"},
	} {
		if got := granted[resource]; !slices.Equal(got, want) {
			t.Errorf("somebody may %v %s, want %v", got, resource, want)
		}
	}
}
