package config

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
)

// held is a rule of a role and where it counts.
type held struct {
	role      string
	namespace string // "" for a ClusterRole.
	rbacv1.PolicyRule
}

// rules are those of all roles that are bound to accounts, not of those that are there for people.
func rules(t *testing.T) []held {
	t.Helper()
	objects := load(t, ".")
	var all []held
	for _, role := range of[*rbacv1.ClusterRole](objects) {
		if strings.HasPrefix(role.Name, "fournos-aggregate-") {
			continue
		}
		for _, rule := range role.Rules {
			all = append(all, held{"ClusterRole " + role.Name, "", rule})
		}
	}
	for _, role := range of[*rbacv1.Role](objects) {
		for _, rule := range role.Rules {
			all = append(all, held{"Role " + role.Namespace + "/" + role.Name, role.Namespace, rule})
		}
	}
	if len(all) == 0 {
		t.Fatal("no roles")
	}
	return all
}

func TestRolesHaveNoWildcards(t *testing.T) {
	for _, rule := range rules(t) {
		for _, list := range [][]string{rule.Verbs, rule.Resources, rule.APIGroups, rule.NonResourceURLs} {
			if slices.Contains(list, "*") {
				t.Errorf("%s: %v", rule.role, rule.PolicyRule)
			}
		}
	}
}

// Who may list Secrets has them all. One must know the name.
func TestSecretsAreReadByName(t *testing.T) {
	for _, rule := range rules(t) {
		if !slices.Contains(rule.Resources, "secrets") {
			continue
		}
		allowed := []string{"get"}
		switch rule.namespace {
		case "psap-automation":
			allowed = []string{"get", "create", "delete"}
		case "psap-secrets":
		default:
			t.Errorf("%s is about Secrets", rule.role)
		}
		for _, verb := range rule.Verbs {
			if !slices.Contains(allowed, verb) {
				t.Errorf("%s may %s Secrets", rule.role, verb)
			}
		}
	}
}

// What would make more of an account than its roles do.
func TestNoRoleLeadsToAnother(t *testing.T) {
	for _, rule := range rules(t) {
		for _, verb := range []string{"bind", "escalate", "impersonate", "deletecollection", "approve", "sign"} {
			if slices.Contains(rule.Verbs, verb) {
				t.Errorf("%s may %s", rule.role, verb)
			}
		}
		if slices.Contains(rule.APIGroups, rbacv1.GroupName) {
			t.Errorf("%s is about roles: %v", rule.role, rule.PolicyRule)
		}
		for _, resource := range []string{
			"nodes", "nodes/proxy", "pods/exec", "pods/attach", "pods/portforward", "pods/ephemeralcontainers",
			"serviceaccounts", "serviceaccounts/token", "users", "groups", "userextras",
		} {
			if slices.Contains(rule.Resources, resource) {
				t.Errorf("%s is about %s", rule.role, resource)
			}
		}
	}
}

// Pods are made by Kubernetes and Tekton alone: who can make one can take any account and Secret of its namespace.
func TestNobodyMakesPods(t *testing.T) {
	for _, rule := range rules(t) {
		if !slices.Contains(rule.Resources, "pods") {
			continue
		}
		for _, verb := range rule.Verbs {
			if !slices.Contains([]string{"get", "list", "watch"}, verb) {
				t.Errorf("%s may %s Pods", rule.role, verb)
			}
		}
	}
}

// clusterWide are the only resources that a ClusterRole is for, with what more than reading it may give.
var clusterWide = map[string][]string{
	"clusterqueues.kueue.x-k8s.io":           nil,
	"resourceflavors.kueue.x-k8s.io":         nil,
	"workloadpriorityclasses.kueue.x-k8s.io": nil,
	// When the workload namespace is deleted, its Roles go first.
	"workloads.kueue.x-k8s.io": {"patch"},
	"pipelineruns.tekton.dev":  nil,
	"pods.":                    nil,
}

// ofNamespaces are those of them that are in namespaces. What gives quota back alone has them everywhere.
var ofNamespaces = []string{"workloads", "pipelineruns", "pods"}

func TestClusterRolesAreForWhatRolesCannotGive(t *testing.T) {
	for _, rule := range rules(t) {
		if rule.namespace != "" {
			continue
		}
		for _, group := range rule.APIGroups {
			for _, resource := range rule.Resources {
				more, known := clusterWide[resource+"."+group]
				if !known || slices.Contains(ofNamespaces, resource) && rule.role != "ClusterRole fournos-quota" {
					t.Errorf("%s is about %s %s: a Role can give that", rule.role, group, resource)
				}
				for _, verb := range rule.Verbs {
					if !slices.Contains(append([]string{"get", "list", "watch"}, more...), verb) {
						t.Errorf("%s may %s %s everywhere", rule.role, verb, resource)
					}
				}
			}
		}
	}
}

// What an engine brings runs with these accounts, so they are for its jobs alone.
func TestEnginesHaveTheirJobs(t *testing.T) {
	want := map[string][]string{
		"Role psap-automation/fournos-resolver": {"get fournosjobs", "patch fournosjobs"},
		"Role psap-automation/fournos-engine":   {"get fournosjobs", "patch fournosjobs/status"},
	}
	got := map[string][]string{}
	for _, rule := range rules(t) {
		if want[rule.role] == nil {
			continue
		}
		for _, resource := range rule.Resources {
			for _, verb := range rule.Verbs {
				got[rule.role] = append(got[rule.role], verb+" "+resource)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Tokens are in the Pods that ask for them, and in those of an engine's tasks, for which Tekton does not ask.
func TestTokensAreAskedFor(t *testing.T) {
	objects := load(t, ".")
	for _, account := range of[*corev1.ServiceAccount](objects) {
		mount := account.AutomountServiceAccountToken
		if mount == nil || *mount != (account.Name == resources.EngineServiceAccount) {
			t.Errorf("ServiceAccount %s: automountServiceAccountToken is %v", account.Name, ptr.Deref(mount, true))
		}
	}
	for _, deployment := range of[*appsv1.Deployment](objects) {
		pod := deployment.Spec.Template.Spec
		if pod.ServiceAccountName == "" || !ptr.Deref(pod.AutomountServiceAccountToken, false) {
			t.Errorf("Deployment %s does not ask for the token of an account of its own", deployment.Name)
		}
	}
}

// A Pod of a job cannot be called, of whatever kind it is.
func TestJobsTakeNoCalls(t *testing.T) {
	policies := of[*networkingv1.NetworkPolicy](load(t, "."))
	for _, namespace := range []string{"psap-automation", "fournos-system"} {
		if !slices.ContainsFunc(policies, func(policy *networkingv1.NetworkPolicy) bool { return policy.Namespace == namespace }) {
			t.Errorf("no NetworkPolicy in namespace %s", namespace)
		}
	}
	job := &fournosv1.FournosJob{ObjectMeta: metav1.ObjectMeta{Name: "x", Namespace: "psap-automation"}}
	for _, policy := range policies {
		if policy.Namespace != "psap-automation" {
			continue
		}
		selector, err := metav1.LabelSelectorAsSelector(&policy.Spec.PodSelector)
		if err != nil {
			t.Fatal(err)
		}
		if !selector.Matches(labels.Set(resources.Labels(job))) {
			t.Errorf("NetworkPolicy %s does not select what is made for a job", policy.Name)
		}
		if len(policy.Spec.Ingress) != 0 || !slices.Equal(policy.Spec.PolicyTypes, []networkingv1.PolicyType{networkingv1.PolicyTypeIngress}) {
			t.Errorf("NetworkPolicy %s lets something in, or is about more than that: %v", policy.Name, policy.Spec)
		}
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
	check := func(name, role string, subjects []rbacv1.Subject) { // Neither people nor Kubernetes' own roles.
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
