package vaultsync

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	clienttesting "k8s.io/client-go/testing"
)

// before makes the fake API server call a function before it serves some requests, and answer with its error if it has one.
func (s *testRun) before(verb string, do func() error) {
	s.kube.PrependReactor(verb, "secrets", func(clienttesting.Action) (bool, runtime.Object, error) {
		err := do()
		return err != nil, nil, err
	})
}

func TestRunAgainWritesNothing(t *testing.T) {
	v := newFakeVault(t, map[string]string{"bench/a": `{"k":"v","l":"w"}`, "bench/b": `{"k":"v"}`})
	s := newRun(t, v)
	if s.execute(t.Context()) != Done {
		t.Fatal(s.said)
	}
	v.entries["bench/a"] = `{"l":"x"}`
	s.said.Reset()
	if s.execute(t.Context()) != Done || !strings.Contains(s.said.String(), "updated vault-a: -k, ~l (1 B)\n") {
		t.Errorf("second run says %s", s.said)
	}
	if diff := cmp.Diff("vault-a l=x\nvault-b k=v", s.content(t)); diff != "" {
		t.Errorf("Secrets (-want +got): %s", diff)
	}
	s.said.Reset()
	s.before("patch", func() error { return errors.New("written") })
	if s.execute(t.Context()) != Done || !strings.Contains(s.said.String(), "created 0, updated 0, deleted 0, unchanged 2; failed 0") {
		t.Errorf("third run says %s", s.said)
	}
}

// TestRetries wants what passes to be waited out, and what does not to be asked once.
func TestRetries(t *testing.T) {
	hangUp := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	sealed := answer(http.StatusServiceUnavailable, `{"errors":["Vault is sealed"]}`)
	for name, tc := range map[string]struct {
		answers []http.HandlerFunc
		// asked is how often; 0 if it cannot be told, for the HTTP client asks again by itself when a connection breaks.
		asked  int
		status int
		says   string
	}{
		"sealed":          {answers: []http.HandlerFunc{sealed, sealed}, asked: 3},
		"too many":        {answers: []http.HandlerFunc{answer(http.StatusTooManyRequests, `{"errors":["rate limit quota exceeded"]}`)}, asked: 2},
		"not caught up":   {answers: []http.HandlerFunc{answer(http.StatusPreconditionFailed, `{"errors":["required index state not present"]}`)}, asked: 2},
		"hangs up":        {answers: []http.HandlerFunc{hangUp, hangUp}},
		"always hangs up": {answers: slices.Repeat([]http.HandlerFunc{hangUp}, 4*attempts), status: Failed, says: "the vault does not answer: EOF"},
		"denied":          {answers: []http.HandlerFunc{answer(http.StatusForbidden, `{"errors":["permission denied"]}`)}, asked: 1, status: Failed},
		"sealed for long": {answers: slices.Repeat([]http.HandlerFunc{sealed}, attempts), asked: attempts, status: Failed, says: "the vault answers 503: Vault is sealed"},
	} {
		t.Run(name, func(t *testing.T) {
			v := newFakeVault(t, map[string]string{"bench/a": `{"k":"v"}`})
			v.instead["kv/data/bench/a"] = tc.answers
			s := newRun(t, v)
			if status, asked := s.execute(t.Context()), v.asked("kv/data/bench/a"); status != tc.status || tc.asked > 0 && asked != tc.asked || !strings.Contains(s.said.String(), tc.says) {
				t.Errorf("status %d, asked %d times; want %d, %d: %s", status, asked, tc.status, tc.asked, s.said)
			}
		})
	}
}

func TestErrorsOfTheAPIServer(t *testing.T) {
	resource := schema.GroupResource{Resource: "secrets"}
	forbidden := apierrs.NewForbidden(resource, "vault-a", errors.New(`User "x" cannot patch resource "secrets"`))
	unavailable := apierrs.NewServiceUnavailable("not now")
	refused := fmt.Errorf("dial: %w", syscall.ECONNREFUSED)
	for name, tc := range map[string]struct {
		verb   string
		errors []error
		status int
		says   string
	}{
		"passes":      {verb: "patch", errors: []error{unavailable, refused}, says: "created vault-a"},
		"does not":    {verb: "patch", errors: []error{unavailable, unavailable, unavailable}, status: Failed, says: "error: vault-a: the API server refuses it, in words that may quote it and are left out: ServiceUnavailable (503)"},
		"forbidden":   {verb: "patch", errors: []error{forbidden}, status: Failed, says: `error: vault-a: secrets "vault-a" is forbidden: User "x" cannot patch`},
		"no list":     {verb: "list", errors: []error{forbidden}, status: Failed, says: "error: the Secrets cannot be listed: secrets"},
		"no get":      {verb: "get", errors: []error{forbidden}, status: Failed, says: "kv/bench/a is skipped: whether there is a Secret vault-a cannot be told: secrets"},
		"no delete":   {verb: "delete", errors: []error{forbidden}, status: Failed, says: "error: vault-gone: secrets"},
		"gone before": {verb: "delete", errors: []error{apierrs.NewNotFound(resource, "vault-gone")}, says: "deleted vault-gone"},
	} {
		t.Run(name, func(t *testing.T) {
			v := newFakeVault(t, map[string]string{"bench/a": `{"k":"v"}`})
			s := newRun(t, v, secretOfEntry(entryOf("gone", "k", "1")))
			s.before(tc.verb, func() (err error) {
				if len(tc.errors) > 0 {
					err, tc.errors = tc.errors[0], tc.errors[1:]
				}
				return err
			})
			if status := s.execute(t.Context()); status != tc.status || !strings.Contains(s.said.String(), tc.says) || len(tc.errors) > 0 {
				t.Errorf("status %d, want %d; left %v; want %q in: %s", status, tc.status, tc.errors, tc.says, s.said)
			}
		})
	}
}

// TestInterrupt wants what is being written to be written, and nothing else to be begun.
func TestInterrupt(t *testing.T) {
	entries := map[string]string{"bench/a": `{"k":"v"}`, "bench/b": `{"k":"v"}`, "bench/c": `{"k":"v"}`}
	gone := func() *corev1.Secret { return secretOfEntry(entryOf("gone", "k", "1")) }

	t.Run("while writing", func(t *testing.T) {
		s := newRun(t, newFakeVault(t, entries), gone())
		s.Concurrency = 1
		ctx, interrupt := context.WithCancel(t.Context())
		s.before("patch", func() error { interrupt(); return nil })
		status := s.execute(ctx)
		content := s.content(t)
		// The next of them may have been handed out just before.
		if status != Failed || content != "vault-a k=v\nvault-gone k=1" && content != "vault-a k=v\nvault-b k=v\nvault-gone k=1" {
			t.Errorf("status %d, content %s", status, content)
		}
		if !strings.Contains(s.said.String(), "error: interrupted; what was written stays, run again for the rest") {
			t.Errorf("says %s", s.said)
		}
	})
	t.Run("while reading", func(t *testing.T) {
		v := newFakeVault(t, entries)
		ctx, interrupt := context.WithCancel(t.Context())
		v.instead["kv/data/bench/b"] = []http.HandlerFunc{func(_ http.ResponseWriter, r *http.Request) { interrupt(); <-r.Context().Done() }}
		s := newRun(t, v, gone())
		if status, content := s.execute(ctx), s.content(t); status != Failed || content != "vault-gone k=1" {
			t.Errorf("status %d, content %s: %s", status, content, s.said)
		}
	})
	t.Run("too late", func(t *testing.T) {
		v := newFakeVault(t, entries)
		v.instead["kv/metadata/bench"] = []http.HandlerFunc{func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }}
		s := newRun(t, v, gone())
		s.Timeout = 50 * time.Millisecond
		if status, content := s.execute(t.Context()), s.content(t); status != Failed || content != "vault-gone k=1" {
			t.Errorf("status %d, content %s", status, content)
		}
		if !strings.Contains(s.said.String(), "error: not done within 50ms; what was written stays, run again with a longer --timeout") {
			t.Errorf("says %s", s.said)
		}
	})
}

// TestRunTakesOver is about Secrets that an earlier run made of other entries.
func TestRunTakesOver(t *testing.T) {
	v := newFakeVault(t, map[string]string{"bench/a": `{"k":"v"}`})
	s := newRun(t, v, secretOfEntry(entryOf("a", "k", "v")), secretOfEntry(entryOf("b", "k", "v")), secretOfEntry(entryOf("c", "k", "v"), annotated(pathAnnotation, "kv/else/c")))
	s.from.address = "https://now"
	if s.execute(t.Context()) != Done {
		t.Error("failed")
	}
	for _, line := range []string{
		"updated vault-a: labels, annotations or owner of the keys\n", "kept vault-b: it comes from " + v.URL + " kv/bench/b\n", "kept vault-c: it comes from " + v.URL + " kv/else/c\n",
	} {
		if !strings.Contains(s.said.String(), line) {
			t.Errorf("does not say %q: %s", line, s.said)
		}
	}
	if diff := cmp.Diff("vault-a k=v\nvault-b k=v\nvault-c k=v", s.content(t)); diff != "" {
		t.Errorf("Secrets (-want +got): %s", diff)
	}
}

func TestRunWarnsOfPlainText(t *testing.T) {
	const warning = "VAULT_ADDR is not https: whoever is on the way can read the token and all values"
	for address, want := range map[string]bool{
		"http://vault.example.com:8200": true, "https://vault.example.com:8200": false, "http://127.0.0.1:8200": false, "http://[::1]:8200": false, "http://localhost": false,
	} {
		s := newRun(t, newFakeVault(t, nil))
		s.Address = address
		s.execute(t.Context())
		if got := strings.Contains(s.said.String(), warning); got != want {
			t.Errorf("%s: warned %t, want %t", address, got, want)
		}
	}
}

func TestRunWithoutKubernetes(t *testing.T) {
	s := newRun(t, newFakeVault(t, nil))
	s.Kubeconfig = filepath.Join(t.TempDir(), "none")
	status := Run(t.Context(), s.Config, s.report)
	if said := s.said.String(); status != Failed || !strings.Contains(said, "no access to Kubernetes: ") || !strings.Contains(said, "; check --kubeconfig") {
		t.Errorf("status %d, says %s", status, said)
	}
}
