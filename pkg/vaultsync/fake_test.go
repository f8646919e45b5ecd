package vaultsync

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/kubernetes/fake"
)

// fakeVault answers as Vault's API describes KV v2, for what a real server does not do when it is asked to.
type fakeVault struct {
	*httptest.Server
	// entries by path below the mount kv: the JSON of their fields.
	entries map[string]string
	// instead answers some paths, the ones before others, each once.
	instead map[string][]http.HandlerFunc

	lock sync.Mutex
	// requests are the paths that were asked for.
	requests []string
}

func newFakeVault(t *testing.T, entries map[string]string) *fakeVault {
	t.Helper()
	v := &fakeVault{entries: entries, instead: map[string][]http.HandlerFunc{}}
	v.Server = httptest.NewServer(v)
	t.Cleanup(v.Close)
	return v
}

// answer with a status and a body.
func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

func (v *fakeVault) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/v1/")
	v.lock.Lock()
	v.requests = append(v.requests, path)
	serve := v.serve
	if queue := v.instead[path]; len(queue) > 0 {
		serve, v.instead[path] = queue[0], queue[1:]
	}
	v.lock.Unlock()
	serve(w, r)
}

func (v *fakeVault) serve(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/v1/kv/")
	folder, isList := strings.CutPrefix(path, "metadata/")
	entry, isRead := strings.CutPrefix(path, "data/")
	switch {
	case r.Header.Get("X-Vault-Token") != theToken:
		answer(http.StatusForbidden, `{"errors":["permission denied"]}`)(w, r)
	case isList && r.URL.Query().Get("list") == "true":
		keys := map[string]bool{}
		for name := range v.entries {
			if rest, found := strings.CutPrefix(name, folder+"/"); found {
				first, _, deeper := strings.Cut(rest, "/")
				if deeper {
					first += "/"
				}
				keys[first] = true
			}
		}
		if len(keys) == 0 {
			answer(http.StatusNotFound, `{"errors":[]}`)(w, r)
			return
		}
		list, _ := json.Marshal(slices.Sorted(maps.Keys(keys)))
		answer(http.StatusOK, `{"data":{"keys":`+string(list)+`}}`)(w, r)
	case isRead && v.entries[entry] == "":
		answer(http.StatusNotFound, `{"data":{"data":null,"metadata":{"version":2,"deletion_time":"2026-01-01T00:00:00Z"}}}`)(w, r)
	case isRead:
		answer(http.StatusOK, `{"data":{"data":`+v.entries[entry]+`,"metadata":{"version":1}}}`)(w, r)
	case strings.HasSuffix(r.URL.Path, "/sys/internal/ui/mounts/kv"):
		answer(http.StatusOK, `{"data":{"type":"kv","options":{"version":"2"}}}`)(w, r)
	default:
		answer(http.StatusNotFound, `{"errors":["no handler for route"]}`)(w, r)
	}
}

// asked counts the requests for a path.
func (v *fakeVault) asked(path string) int {
	v.lock.Lock()
	defer v.lock.Unlock()
	count := 0
	for _, request := range v.requests {
		if request == path {
			count++
		}
	}
	return count
}

const (
	// namespace of the Secrets in these tests.
	namespace = "secrets"
	// theToken is the one that the fake vault takes.
	theToken = "hvs.the-token-itself"
)

// testRun is a run against a fake vault and a fake API server.
type testRun struct {
	*run
	kube *fake.Clientset
	// said is all that it tells.
	said *strings.Builder
}

func newRun(t *testing.T, v *fakeVault, there ...*corev1.Secret) *testRun {
	t.Helper()
	environment(t, map[string]string{"VAULT_ADDR": v.URL, "VAULT_TOKEN": theToken, "VAULT_SECRET_PATH": "bench"})
	said := &strings.Builder{}
	c, err := Parse([]string{"--namespace=" + namespace, "--verbose"}, said)
	if err != nil {
		t.Fatal(err)
	}
	report := &Report{Out: said, Err: said, Verbose: true}
	kube := fake.NewClientset()
	for _, secret := range there {
		secret.Annotations[addressAnnotation] = v.URL
		applied := corev1ac.Secret(secret.Name, namespace).WithLabels(secret.Labels).WithAnnotations(secret.Annotations).WithData(secret.Data)
		if _, err := kube.CoreV1().Secrets(namespace).Apply(t.Context(), applied, metav1.ApplyOptions{FieldManager: managedBy}); err != nil {
			t.Fatal(err)
		}
	}
	s := &run{Config: c, from: c.source(), report: report, secrets: &secrets{
		client: kube.CoreV1().Secrets(namespace), report: report, again: wait.Backoff{Duration: time.Millisecond, Steps: 3},
	}}
	if s.vault, err = newVault(c, report); err != nil {
		t.Fatal(err)
	}
	s.vault.client.SetMinRetryWait(time.Millisecond)
	s.vault.client.SetMaxRetryWait(2 * time.Millisecond)
	return &testRun{run: s, kube: kube, said: said}
}

// content is what is in the namespace: Secrets, keys and values, one key a line.
func (s *testRun) content(t *testing.T) string {
	t.Helper()
	list, err := s.secrets.client.List(context.Background(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, secret := range list.Items {
		for key, value := range secret.Data {
			lines = append(lines, fmt.Sprintf("%s %s=%s", secret.Name, key, value))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
