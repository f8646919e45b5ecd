package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	rbacv1 "k8s.io/api/rbac/v1"
	"sigs.k8s.io/yaml"

	"fournos.dev/fournos/test/access"
)

// TestRights holds the table of rights to the manifests: what an account may do is said, and nothing else is.
func TestRights(t *testing.T) {
	inManifests := map[string]bool{}
	for _, grant := range manifestRoles(t).Grants() {
		resource := grant.Resource
		if grant.Group != "" {
			resource += "." + grant.Group
		}
		namespace := grant.Namespace
		if namespace == "" {
			namespace = "*"
		}
		inManifests[strings.Join([]string{account(grant.Account), namespace, resource, grant.Verb}, " ")] = true
	}
	if len(inManifests) == 0 {
		t.Fatal("the manifests grant nothing")
	}
	inTable := map[string]bool{}
	for _, r := range readTables(t, "security.md")["What the accounts may do"] {
		if r["Why"] == "" {
			t.Errorf("it is not said why: %v", r)
		}
		for _, resource := range spans(r["Resource"]) {
			for _, verb := range strings.Split(r["Verbs"], ", ") {
				inTable[strings.Join([]string{spans(r["Account"])[0], spans(r["Namespace"])[0], resource, verb}, " ")] = true
			}
		}
	}
	same(t, "right", inManifests, inTable)
}

// account is the name of a ServiceAccount, without its namespace.
func account(user string) string { return user[strings.LastIndex(user, ":")+1:] }

// manifestRoles are all Roles and bindings that are installed.
func manifestRoles(t *testing.T) *access.Roles {
	t.Helper()
	var files []string
	for _, pattern := range []string{"../config/*.yaml", "../config/vault-sync/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	roles := &access.Roles{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range regexp.MustCompile(`(?m)^---$`).Split(string(content), -1) {
			if err := addRole(roles, []byte(document)); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
		}
	}
	return roles
}

func addRole(roles *access.Roles, document []byte) error {
	var kind struct{ Kind string }
	if err := yaml.Unmarshal(document, &kind); err != nil {
		return err
	}
	switch kind.Kind {
	case "Role":
		return decodeInto(&roles.Roles, document)
	case "ClusterRole":
		return decodeInto(&roles.ClusterRoles, document)
	case "RoleBinding":
		return decodeInto(&roles.RoleBindings, document)
	case "ClusterRoleBinding":
		return decodeInto(&roles.ClusterRoleBindings, document)
	}
	return nil
}

func decodeInto[T rbacv1.Role | rbacv1.ClusterRole | rbacv1.RoleBinding | rbacv1.ClusterRoleBinding](all *[]T, document []byte) error {
	var one T
	if err := yaml.Unmarshal(document, &one); err != nil {
		return err
	}
	*all = append(*all, one)
	return nil
}

// TestSecurityNamesTests wants each test that docs/security.md names to exist, and each row of its tables to name one.
func TestSecurityNamesTests(t *testing.T) {
	tests := testsOf(t)
	content, err := os.ReadFile("security.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range regexp.MustCompile("`(\\w+: (?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(string(content), -1) {
		if tests[match[1]] == "" {
			t.Errorf("there is no test %s", match[1])
		}
	}
	for heading, rows := range readTables(t, "security.md") {
		for _, r := range rows {
			if test, has := r["Test"]; has && len(spans(test)) == 0 {
				t.Errorf("%s: names no test: %v", heading, r)
			}
		}
	}
}
