package vaultsync

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
)

// TestRun is about what a run makes of the vault's answers, and what it says.
func TestRun(t *testing.T) {
	const prefix = "kv/bench/"
	for name, tc := range map[string]struct {
		entries map[string]string
		instead map[string][]http.HandlerFunc
		there   []*corev1.Secret
		dryRun  bool

		status  int
		content string
		// says are parts of what it says.
		says []string
	}{
		"entries and folders": {
			entries: map[string]string{"bench/a": `{"k":"v"}`, "bench/team/deep/b": `{"k":"w"}`, "other/c": `{"k":"x"}`},
			content: "vault-a k=v\nvault-team-deep-b k=w",
			says:    []string{"created vault-a: +k (1 B)", "created vault-team-deep-b: +k (1 B)", "kv/bench/ in namespace secrets: created 2, updated 0, deleted 0, unchanged 0; failed 0"},
		},
		"dry run": {
			entries: map[string]string{"bench/a": `{"k":"v"}`}, dryRun: true, status: WouldChange,
			there:   []*corev1.Secret{secretOfEntry(entryOf("b", "k", "1"))},
			content: "vault-b k=1",
			says:    []string{"would create vault-a: +k (1 B)", "would delete vault-b: -k", "would create 1, would update 0, would delete 1, unchanged 0; failed 0"},
		},
		"dry run without a change": {
			entries: map[string]string{"bench/a": `{"k":"v"}`}, dryRun: true, status: Done,
			there: []*corev1.Secret{secretOfEntry(entryOf("a", "k", "v"))}, content: "vault-a k=v", says: []string{"unchanged vault-a"},
		},
		"dry run with a failure": {
			entries: map[string]string{"bench/a": `{"k":"v"}`, "bench/B": `{"k":"v"}`}, dryRun: true, status: Failed, says: []string{"would create vault-a"},
		},
		"what is skipped": {
			entries: map[string]string{
				"bench/a": `{"k":"v"}`, "bench/Upper": `{"k":"v"}`, "bench/Folder/x": `{"k":"v"}`, "bench/number": `{"n":1}`,
				"bench/odd-key": `{"k":"v","a b":"x"}`, "bench/nothing": `{}`, "bench/skip": `{"k":"new","fournos_skip_sync":"true"}`,
			},
			there:   []*corev1.Secret{secretOfEntry(entryOf("skip", "k", "old")), secretOfEntry(entryOf("number", "n", "0"))},
			status:  Failed,
			content: "vault-a k=v\nvault-number n=0\nvault-odd-key k=v\nvault-skip k=old",
			says: []string{
				prefix + `Folder/ is left out with all in it: "Folder" is no name`, prefix + `Upper is skipped: "Upper" is no name`, prefix + "number is skipped: the value of key",
				prefix + `odd-key: the key "a b" is left out, no Secret can have it: letters, digits, -, _ and . alone; rename it in the vault`,
				"warning: " + prefix + "nothing is skipped: it is empty", prefix + "skip is left alone: it holds the key fournos_skip_sync", "failed 4",
			},
		},
		"empty and left alone are no failures": {
			entries: map[string]string{"bench/nothing": `{}`, "bench/skip": `{"fournos_skip_sync":1}`}, says: []string{"is empty", "is left alone"},
		},
		"deleted in the vault": {
			entries: map[string]string{"bench/a": ""}, there: []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))},
			says: []string{"kv/bench/a is deleted in the vault", "deleted vault-a: -k"},
		},
		"all are gone": {there: []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))}, says: []string{"deleted vault-a: -k"}},
		"the mount is gone": {
			instead: map[string][]http.HandlerFunc{"kv/metadata/bench": {answer(404, `{"errors":["no handler for route \"kv/metadata/bench\". route entry not found."]}`)}},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))}, status: Failed, content: "vault-a k=1",
			says: []string{`kv/bench/ cannot be listed, nothing is deleted in this run: the vault answers 404: no handler for route`},
		},
		"the mount is another": {
			instead: map[string][]http.HandlerFunc{"sys/internal/ui/mounts/kv": {answer(200, `{"data":{"type":"kv","options":{"version":"1"}}}`)}},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))}, status: Failed, content: "vault-a k=1",
			says: []string{"the answer is none of a KV v2 secrets engine; check VAULT_ADDR and VAULT_KV_MOUNT"},
		},
		"the answer is a web page": {
			instead: map[string][]http.HandlerFunc{"kv/metadata/bench": {answer(200, `<html>Log in</html>`)}},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))}, status: Failed, content: "vault-a k=1",
			says: []string{"the answer is none of a KV v2 secrets engine"},
		},
		"no right to list": {
			instead: map[string][]http.HandlerFunc{"kv/metadata/bench": {answer(403, `{"errors":["1 error occurred:\n\t* permission denied\n\n"]}`)}},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))}, status: Failed, content: "vault-a k=1",
			says: []string{"the vault answers 403: 1 error occurred: * permission denied; the token has expired, or its policy lacks list on metadata or read on data"},
		},
		"no right to list a folder": {
			entries: map[string]string{"bench/new": `{"k":"v"}`, "bench/team/b": `{"k":"w"}`},
			instead: map[string][]http.HandlerFunc{"kv/metadata/bench/team": {answer(403, `{"errors":["permission denied"]}`)}},
			there:   []*corev1.Secret{secretOfEntry(entryOf("gone", "k", "1"))}, status: Failed,
			content: "vault-gone k=1\nvault-new k=v",
			says:    []string{"created vault-new", "kv/bench/team/ cannot be listed, nothing is deleted in this run: the vault answers 403"},
		},
		"a folder goes meanwhile": {
			entries: map[string]string{"bench/team/b": `{"k":"w"}`},
			instead: map[string][]http.HandlerFunc{"kv/metadata/bench/team": {answer(404, `{"errors":[]}`)}},
			there:   []*corev1.Secret{secretOfEntry(entryOf("team/b", "k", "1"))}, status: Failed, content: "vault-team-b k=1",
			says: []string{"it was listed and is not there now; run again"},
		},
		"an entry without a version": {
			entries: map[string]string{"bench/a": `{"k":"v"}`},
			instead: map[string][]http.HandlerFunc{"kv/data/bench/a": {answer(404, `{"errors":[]}`)}},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))}, content: "vault-a k=1", says: []string{"kv/bench/a is skipped: it is empty"},
		},
		"no right to read one": {
			entries: map[string]string{"bench/a": `{"k":"v"}`, "bench/b": `{"k":"w"}`},
			instead: map[string][]http.HandlerFunc{"kv/data/bench/a": {answer(403, `{"errors":["permission denied"]}`)}},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))}, status: Failed,
			content: "vault-a k=1\nvault-b k=w", says: []string{"kv/bench/a is skipped: the vault answers 403", "created vault-b"},
		},
		"a proxy's words": {
			entries: map[string]string{"bench/a": `{"k":"v"}`},
			instead: map[string][]http.HandlerFunc{"kv/data/bench/a": {answer(400, `<html>sent: not-to-be-seen</html>`)}}, status: Failed,
			says: []string{"kv/bench/a is skipped: the vault answers 400: not in Vault's words"},
		},
		"somebody else's Secret": {
			entries: map[string]string{"bench/a": `{"k":"v"}`},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"), func(s *corev1.Secret) { s.Labels = nil })}, status: Failed, content: "vault-a k=1",
			says: []string{"kv/bench/a is skipped: the Secret vault-a is there and not made by vault-sync"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := newFakeVault(t, tc.entries)
			for path, answers := range tc.instead {
				v.instead[path] = answers
			}
			s := newRun(t, v, tc.there...)
			s.DryRun = tc.dryRun
			if status := s.execute(t.Context()); status != tc.status {
				t.Errorf("status %d, want %d", status, tc.status)
			}
			if diff := cmp.Diff(tc.content, s.content(t)); diff != "" {
				t.Errorf("Secrets (-want +got): %s", diff)
			}
			for _, part := range tc.says {
				if !strings.Contains(s.said.String(), part) {
					t.Errorf("does not say %q", part)
				}
			}
			if t.Failed() {
				t.Log(s.said)
			}
		})
	}
}
