package kube

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fournos.dev/hub/internal/pki"
	"sigs.k8s.io/yaml"
)

func testClient(t *testing.T, handler http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &Client{server: server.URL, http: server.Client()}
}

func TestStatusErrors(t *testing.T) {
	client := testClient(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		if r.URL.Path == "/status" {
			_, _ = w.Write([]byte(`{"kind":"Status","message":"no such node"}`))
			return
		}
		_, _ = w.Write([]byte("plain words\n"))
	})
	for path, want := range map[string]string{"/status": "no such node", "/other": "plain words"} {
		err := client.Get(t.Context(), path, nil)
		var status *StatusError
		if !errors.As(err, &status) || status.Message != want || !IsNotFound(err) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if err := client.Delete(t.Context(), "/status"); err != nil {
		t.Errorf("deleting nothing: %v", err)
	}
}

func TestToken(t *testing.T) {
	client := testClient(t, func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Spec struct{ ExpirationSeconds int }
		}
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil || request.Spec.ExpirationSeconds < 24*60*60 {
			t.Errorf("request %+v, %v", request, err)
		}
		if r.Method != http.MethodPost || r.URL.Path != "/api/v1/namespaces/ns/serviceaccounts/sa/token" {
			t.Errorf("%s %s", r.Method, r.URL.Path)
		}
		_, _ = w.Write([]byte(`{"status":{"token":"secret"}}`))
	})
	if token, err := client.Token(t.Context(), "ns", "sa"); err != nil || token != "secret" {
		t.Errorf("got %q, %v", token, err)
	}
}

func TestKubeconfigIsPrivateAndComplete(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kubeconfigs", "admin")
	config := Kubeconfig{Server: "https://127.0.0.1:1", Authority: []byte("ca"), User: "admin", Identity: pki.Pair{Cert: []byte("c"), Key: []byte("k")}}
	if err := config.Write(file); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var parsed struct {
		Clusters []struct {
			Cluster struct {
				Server    string `json:"server"`
				Authority []byte `json:"certificate-authority-data"`
			}
		}
		Users []struct {
			User struct {
				Key []byte `json:"client-key-data"`
			}
		}
	}
	if err := yaml.Unmarshal(content, &parsed); err != nil {
		t.Fatal(err)
	}
	if parsed.Clusters[0].Cluster.Server != config.Server || string(parsed.Clusters[0].Cluster.Authority) != "ca" || string(parsed.Users[0].User.Key) != "k" {
		t.Errorf("got\n%s", content)
	}
}

func TestUntil(t *testing.T) {
	calls := 0
	if err := Until(t.Context(), time.Second, func(context.Context) error {
		if calls++; calls < 3 {
			return errors.New("not yet")
		}
		return nil
	}); err != nil || calls != 3 {
		t.Errorf("%v after %d calls", err, calls)
	}
	last := errors.New("still missing")
	if err := Until(t.Context(), 0, func(context.Context) error { return last }); !errors.Is(err, last) {
		t.Errorf("got %v, want the last answer", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Until(ctx, time.Minute, func(context.Context) error { return last }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want to have been cancelled", err)
	}
}

// fakeKubectl fails twice with the given words and then succeeds.
func fakeKubectl(t *testing.T, words string) (k Kubectl, calls string) {
	t.Helper()
	dir := t.TempDir()
	calls = filepath.Join(dir, "calls")
	script := "#!/bin/sh\ncat >/dev/null\necho x >>" + calls + "\nif [ $(wc -l <" + calls + ") -lt 3 ]; then echo '" + words + "' >&2; exit 1; fi\n"
	path := filepath.Join(dir, "kubectl")
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return Kubectl{Path: path, Kubeconfig: filepath.Join(dir, "kubeconfig")}, calls
}

func TestApplyRepeatsOnlyWhatMayPass(t *testing.T) {
	for words, want := range map[string]int{
		"no matches for kind":            3,
		"failed calling webhook":         3,
		`The Job "x" is invalid: spec`:   1,
		"strict decoding error: field x": 1,
	} {
		kubectl, calls := fakeKubectl(t, words)
		err := kubectl.Apply(t.Context(), nil, time.Minute)
		content, readErr := os.ReadFile(calls)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if got := len(content) / 2; got != want || (err == nil) != (want == 3) {
			t.Errorf("%s: %d calls, %v; want %d", words, got, err, want)
		}
	}
}
