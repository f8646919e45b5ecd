package access

import (
	"slices"
	"strings"
	"testing"
	"time"

	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var controller = User("system", "controller")

// roles gives the controller a Role where the jobs are and a ClusterRole.
func roles() *Roles {
	meta := metav1.ObjectMeta{Namespace: "jobs", Name: "controller"}
	subjects := []rbacv1.Subject{
		{Kind: rbacv1.ServiceAccountKind, Namespace: "system", Name: "controller"},
		{Kind: rbacv1.GroupKind, Name: "people"},
	}
	return &Roles{
		Roles: []rbacv1.Role{{ObjectMeta: meta, Rules: []rbacv1.PolicyRule{
			{APIGroups: []string{"tekton.dev"}, Resources: []string{"pipelineruns"}, Verbs: []string{"get", "create"}},
			{APIGroups: []string{"tekton.dev"}, Resources: []string{"pipelineruns/finalizers"}, Verbs: []string{"update"}},
			{APIGroups: []string{""}, Resources: []string{"secrets"}, ResourceNames: []string{"mine"}, Verbs: []string{"get"}},
		}}},
		ClusterRoles: []rbacv1.ClusterRole{{ObjectMeta: metav1.ObjectMeta{Name: "controller"}, Rules: []rbacv1.PolicyRule{
			{APIGroups: []string{"tekton.dev"}, Resources: []string{"pipelineruns"}, Verbs: []string{"get"}},
		}}},
		RoleBindings: []rbacv1.RoleBinding{{
			ObjectMeta: meta, Subjects: subjects, RoleRef: rbacv1.RoleRef{Kind: "Role", Name: "controller"},
		}},
		ClusterRoleBindings: []rbacv1.ClusterRoleBinding{{
			ObjectMeta: metav1.ObjectMeta{Name: "controller"}, Subjects: subjects, RoleRef: rbacv1.RoleRef{Kind: "ClusterRole", Name: "controller"},
		}},
	}
}

// began is when the calls of these tests begin.
var began = time.Date(2030, 1, 31, 18, 0, 0, 0, time.UTC)

func call(verb, resource, namespace, name string, code int) Call {
	group := "tekton.dev"
	if resource == "secrets" {
		group = ""
	}
	return Call{Account: controller, Verb: verb, Group: group, Resource: resource, Namespace: namespace, Name: name, Code: code, At: began}
}

// calls use each of the roles' grants.
func calls() []Call {
	return []Call{
		call("create", "pipelineruns", "jobs", "", 201),
		call("get", "pipelineruns", "jobs", "x", 404),
		call("get", "pipelineruns", "elsewhere", "x", 200),
		call("get", "secrets", "jobs", "mine", 200),
		{Account: controller, Verb: "get", URI: "/version", Code: 200, At: began},
	}
}

func TestGrants(t *testing.T) {
	var got []string
	for _, grant := range roles().Grants() {
		got = append(got, grant.String())
	}
	want := []string{
		controller + " get pipelineruns.tekton.dev in all namespaces",
		controller + " get secrets mine in namespace jobs",
		controller + " create pipelineruns.tekton.dev in namespace jobs",
		controller + " get pipelineruns.tekton.dev in namespace jobs",
		controller + " update pipelineruns/finalizers.tekton.dev in namespace jobs",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestCompare(t *testing.T) {
	for _, tc := range []struct {
		name   string
		roles  func(*Roles)
		calls  func([]Call) []Call
		ending Endings
		want   []string // The beginning of each problem.
	}{{
		name: "what is granted is used",
	}, {
		name: "a grant removed",
		roles: func(r *Roles) {
			r.Roles[0].Rules[0].Verbs = []string{"get"}
		},
		calls: func(c []Call) []Call {
			c[0].Code = 403
			return c
		},
		want: []string{
			controller + " create pipelineruns.tekton.dev in namespace jobs (1 times): refused",
			controller + " update pipelineruns/finalizers.tekton.dev in namespace jobs: granted and never used",
		},
	}, {
		name:  "a grant added",
		roles: func(r *Roles) { r.Roles[0].Rules[0].Verbs = append(r.Roles[0].Rules[0].Verbs, "patch") },
		want:  []string{controller + " patch pipelineruns.tekton.dev in namespace jobs: granted and never used"},
	}, {
		name: "a grant for all namespaces that one for the namespace would do for",
		calls: func(c []Call) []Call {
			c[2].Namespace = "jobs"
			return c
		},
		want: []string{controller + " get pipelineruns.tekton.dev in all namespaces: granted and never used"},
	}, {
		name:  "a wildcard is one grant, used by anything",
		roles: func(r *Roles) { r.Roles[0].Rules[0].Verbs = []string{"*"} },
	}, {
		name: "another name than the granted",
		calls: func(c []Call) []Call {
			c[3].Name, c[3].Code = "others", 403
			return c
		},
		want: []string{
			controller + " get secrets in namespace jobs (1 times): refused",
			controller + " get secrets mine in namespace jobs: granted and never used",
		},
	}, {
		name: "allowed by other roles",
		calls: func(c []Call) []Call {
			return append(c, call("delete", "pipelineruns", "jobs", "x", 200), call("delete", "pipelineruns", "jobs", "y", 200))
		},
		want: []string{controller + " delete pipelineruns.tekton.dev in namespace jobs (2 times): allowed by something else"},
	}, {
		name: "refused beside resources",
		calls: func(c []Call) []Call {
			return append(c, Call{Account: controller, Verb: "get", URI: "/metrics", Code: 403, At: began})
		},
		want: []string{controller + " get /metrics (1 times): refused"},
	}, {
		name:   "refused while the namespace goes",
		calls:  func(c []Call) []Call { return append(c, call("list", "pipelineruns", "jobs", "", 403)) },
		ending: Endings{"jobs": {{At: began.Add(-time.Second), Ending: true}}},
	}, {
		name:   "refused before the namespace goes",
		calls:  func(c []Call) []Call { return append(c, call("list", "pipelineruns", "jobs", "", 403)) },
		ending: Endings{"jobs": {{At: began.Add(time.Second), Ending: true}}},
		want:   []string{controller + " list pipelineruns.tekton.dev in namespace jobs (1 times): refused"},
	}, {
		name:   "refused when the namespace has come again",
		calls:  func(c []Call) []Call { return append(c, call("list", "pipelineruns", "jobs", "", 403)) },
		ending: Endings{"jobs": {{At: began.Add(-time.Minute), Ending: true}, {At: began.Add(-time.Second)}}},
		want:   []string{controller + " list pipelineruns.tekton.dev in namespace jobs (1 times): refused"},
	}, {
		name:  "nothing was called",
		calls: func([]Call) []Call { return nil },
		want: []string{
			controller + " get pipelineruns.tekton.dev in all namespaces: granted",
			controller + " get secrets mine in namespace jobs: granted",
			controller + " create pipelineruns.tekton.dev in namespace jobs: granted",
			controller + " get pipelineruns.tekton.dev in namespace jobs: granted",
			controller + " update pipelineruns/finalizers.tekton.dev in namespace jobs: granted",
		},
	}} {
		t.Run(tc.name, func(t *testing.T) {
			r, c := roles(), calls()
			if tc.roles != nil {
				tc.roles(r)
			}
			if tc.calls != nil {
				c = tc.calls(c)
			}
			got := Compare(r.Grants(), c, tc.ending).Problems()
			if !slices.EqualFunc(got, tc.want, strings.HasPrefix) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tc.want, "\n"))
			}
		})
	}
}

func TestEndingsInAnyOrder(t *testing.T) {
	endings := Endings{}
	endings.Add("jobs", Turn{At: began.Add(time.Minute)})
	endings.Add("jobs", Turn{At: began, Ending: true})
	for at, want := range map[time.Duration]bool{-time.Second: false, 0: true, time.Second: true, time.Minute: false} {
		if got := endings.At("jobs", began.Add(at)); got != want {
			t.Errorf("%v after the deletion began: ending is %v, want %v", at, got, want)
		}
	}
	if endings.At("", began) || endings.At("others", began) {
		t.Error("another namespace ends, too")
	}
}
