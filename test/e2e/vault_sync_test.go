//go:build e2e

package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"fournos.dev/fournos/pkg/vaultsync"
	"fournos.dev/fournos/test"
)

// TestVaultSync is about what only a real Vault server and a real API server can show.
func TestVaultSync(t *testing.T) {
	t.Parallel()
	vault := test.StartVault(t)
	for name, run := range map[string]func(t *testing.T, s *vaultSync){
		"life": vaultSyncLife, "odd": vaultSyncOdd, "limits": vaultSyncLimits, "rights": vaultSyncRights, "mounts": vaultSyncMounts,
		"others": vaultSyncOthers, "many": vaultSyncMany, "ends": vaultSyncEnds,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			run(t, newVaultSync(t, vault, ownNamespace(t, c), name))
		})
	}
}

// vaultSyncLife follows Secrets from their beginning to their end.
func vaultSyncLife(t *testing.T, s *vaultSync) {
	value := func(v string) string { return aValue + v }
	s.vault.Put(t, "life/demo", map[string]any{"user": value("u"), "password": value("p"), "secretsync/target-name": value("x")})
	s.vault.Put(t, "life/team/deep/token", map[string]any{"token": value("t")})
	s.vault.Put(t, "life/left", map[string]any{"token": value("l"), "fournos_skip_sync": value("yes")})
	s.vault.Put(t, "lifetime/other", map[string]any{"token": value("o")})
	s.run(t, vaultsync.Done, []string{"created vault-demo: +password (16 B), +user (16 B)\n", "created vault-team-deep-token", "life/left is left alone"})
	made := s.secrets(t)
	if got := s.names(t); got != "vault-demo vault-team-deep-token" {
		t.Fatalf("Secrets %s", got)
	}
	demo := made["vault-demo"]
	if diff := cmp.Diff(map[string][]byte{"user": []byte(value("u")), "password": []byte(value("p"))}, demo.Data); diff != "" || demo.Type != corev1.SecretTypeOpaque {
		t.Errorf("type %s, data (-want +got): %s", demo.Type, diff)
	}
	if diff := cmp.Diff(map[string]string{"fournos.dev/vault-entry": "true", "app.kubernetes.io/managed-by": "fournos-vault-sync"}, demo.Labels); diff != "" {
		t.Errorf("labels (-want +got): %s", diff)
	}
	if diff := cmp.Diff(map[string]string{"fournos.dev/vault-addr": s.vault.Address, "fournos.dev/vault-path": "kv/life/demo"}, demo.Annotations); diff != "" {
		t.Errorf("annotations (-want +got): %s", diff)
	}

	// Nothing has changed, and nothing is written.
	since := time.Now()
	s.run(t, vaultsync.Done, []string{"created 0, updated 0, deleted 0, unchanged 2; failed 0"})
	for _, request := range test.Requests(t, "system:serviceaccount:"+test.SystemNamespace+":"+vaultSyncAccount, since) {
		if request.ObjectRef.Namespace == s.namespace && request.Verb != "list" && request.Verb != "get" {
			t.Errorf("vault-sync asks to %s %s", request.Verb, request.URI)
		}
	}
	if diff := cmp.Diff(made, s.secrets(t)); diff != "" {
		t.Errorf("written though unchanged: %s", diff)
	}

	s.vault.Put(t, "life/demo", map[string]any{"user": value("other"), "new": ""})
	s.vault.Delete(t, "data", "life/team/deep/token") // Its latest version; the entry is listed on.
	s.run(t, vaultsync.WouldChange, []string{"would update vault-demo: +new (0 B), -password, ~user (20 B)\n", "would delete vault-team-deep-token: -token\n"}, "--dry-run")
	if diff := cmp.Diff(made, s.secrets(t)); diff != "" {
		t.Errorf("written in a dry run: %s", diff)
	}
	s.run(t, vaultsync.Done, []string{"updated vault-demo: +new (0 B), -password, ~user (20 B)\n", "deleted vault-team-deep-token: -token\n"})
	demo = s.secrets(t)["vault-demo"]
	if diff := cmp.Diff(map[string][]byte{"user": []byte(value("other")), "new": {}}, demo.Data); diff != "" || s.names(t) != "vault-demo" {
		t.Errorf("Secrets %s, data (-want +got): %s", s.names(t), diff)
	}

	s.vault.MustWrite(t, "kv/undelete/life/team/deep/token", map[string]any{"versions": []int{1}})
	s.run(t, vaultsync.Done, []string{"created vault-team-deep-token", "unchanged vault-demo"})
	for _, entry := range []string{"demo", "team/deep/token", "left"} {
		s.vault.Delete(t, "metadata", "life/"+entry)
	}
	s.run(t, vaultsync.Done, []string{"deleted vault-demo", "deleted vault-team-deep-token", "deleted 2"})
	if got := s.names(t); got != "" {
		t.Errorf("Secrets %s", got)
	}
}

// vaultSyncOdd has entries of which no Secret is to be made, and one that is right.
func vaultSyncOdd(t *testing.T, s *vaultSync) {
	s.vault.Put(t, "odd/right", map[string]any{"k": aValue})
	s.vault.Put(t, "odd/Upper case", map[string]any{"k": aValue})
	s.vault.Put(t, "odd/what?#%2f", map[string]any{"k": aValue})
	s.vault.Put(t, "odd/Folder/x", map[string]any{"k": aValue})
	s.vault.Put(t, "odd/number", map[string]any{"k": 12345678901234567})
	s.vault.Put(t, "odd/object", map[string]any{"k": map[string]any{"inner": aValue}})
	s.vault.Put(t, "odd/key", map[string]any{"k": aValue, "odd key": aValue, "a/b": aValue})
	s.vault.Put(t, "odd/empty", map[string]any{})
	s.vault.MustWrite(t, "kv/metadata/odd/no-version", map[string]any{"max_versions": 3})
	s.vault.Put(t, "odd/same/name", map[string]any{"k": aValue})
	s.vault.Put(t, "odd/same-name", map[string]any{"k": aValue})
	s.run(t, vaultsync.Failed, []string{
		"created vault-right", `kv/odd/Upper case is skipped: "Upper case" is no name`, `"what?#%2f" is no name`, `kv/odd/Folder/ is left out with all in it`,
		`kv/odd/number is skipped: the value of key "k" is a number`, `kv/odd/object is skipped: the value of key "k" is an object`,
		`kv/odd/key: the key "odd key" is left out`, `kv/odd/key: the key "a/b" is left out`, "warning: kv/odd/empty is skipped", "warning: kv/odd/no-version is skipped",
		"kv/odd/same-name is skipped: its Secret vault-same-name would be that of same/name, too", "kv/odd/same/name is skipped", "created 2, updated 0, deleted 0, unchanged 0; failed 9",
	})
	if got := s.names(t); got != "vault-key vault-right" {
		t.Errorf("Secrets %s", got)
	}
}

// vaultSyncLimits has an entry that just fits into a Secret, and one that does not.
func vaultSyncLimits(t *testing.T, s *vaultSync) {
	half := aValue + strings.Repeat("x", corev1.MaxSecretSize/2-len(aValue))
	s.vault.Put(t, "limits/fits", map[string]any{"a": half, "b": half})
	s.vault.Put(t, "limits/large", map[string]any{"a": half, "b": half + "x"})
	s.run(t, vaultsync.Failed, []string{"created vault-fits: +a (524288 B), +b (524288 B)", "kv/limits/large is skipped: its values are 1048577 bytes together"})
	s.run(t, vaultsync.Failed, []string{"unchanged vault-fits"})
}

// vaultSyncRights has tokens that may do less and less.
func vaultSyncRights(t *testing.T, s *vaultSync) {
	for _, entry := range []string{"one", "two", "closed", "team/three"} {
		s.vault.Put(t, "rights/"+entry, map[string]any{"k": aValue})
	}
	const (
		list = `path "kv/metadata/rights/*" { capabilities = ["list"] }` + "\n" + `path "kv/metadata/rights" { capabilities = ["list"] }` + "\n"
		read = `path "kv/data/rights/*" { capabilities = ["read"] }` + "\n"
	)
	s.token = s.vault.Token(t, "enough", list+read)
	s.run(t, vaultsync.Done, []string{"created 4"})
	s.vault.Delete(t, "metadata", "rights/two")

	s.token = s.vault.Token(t, "one-is-closed", list+read+`path "kv/data/rights/closed" { capabilities = ["deny"] }`)
	s.run(t, vaultsync.Failed, []string{"kv/rights/closed is skipped: the vault answers 403", "permission denied; the token has expired, or its policy lacks", "deleted vault-two"})
	s.vault.Delete(t, "metadata", "rights/one")

	for name, policy := range map[string]string{
		"folder-is-closed": list + read + `path "kv/metadata/rights/team/*" { capabilities = ["deny"] }` + "\n" + `path "kv/metadata/rights/team" { capabilities = ["deny"] }`,
		"no-list":          read, "nothing": `path "cubbyhole/x" { capabilities = ["read"] }`,
	} {
		s.token = s.vault.Token(t, name, policy)
		s.run(t, vaultsync.Failed, []string{"cannot be listed, nothing is deleted in this run: the vault answers 403"})
	}
	s.token = "hvs.no-such-token"
	s.run(t, vaultsync.Failed, []string{"nothing is deleted in this run: the vault answers 403"})
	if got := s.names(t); got != "vault-closed vault-one vault-team-three" {
		t.Errorf("Secrets %s", got)
	}
	s.vault.Delete(t, "metadata", "rights/closed")
	s.vault.Delete(t, "metadata", "rights/team/three")
	s.token = s.vault.Token(t, "enough-for-nothing", list+read)
	s.run(t, vaultsync.Done, []string{"deleted 3, unchanged 0; failed 0"})
}

// vaultSyncMounts looks for entries where there is no KV v2 secrets engine any more, while there are Secrets that came from it.
func vaultSyncMounts(t *testing.T, s *vaultSync) {
	s.env = []string{"VAULT_KV_MOUNT=other"}
	mount := func(version string) {
		t.Helper()
		s.vault.MustWrite(t, "sys/mounts/other", map[string]any{"type": "kv", "options": map[string]any{"version": version}})
	}
	unmount := func() {
		t.Helper()
		if err := s.vault.Client.Sys().UnmountWithContext(t.Context(), "other"); err != nil {
			t.Fatal(err)
		}
	}
	mount("2")
	s.vault.MustWrite(t, "other/data/mounts/a", map[string]any{"data": map[string]any{"k": aValue}})
	s.run(t, vaultsync.Done, []string{"created vault-a"})
	unmount()
	s.run(t, vaultsync.Failed, []string{"other/mounts/ cannot be listed, nothing is deleted in this run: the vault answers 404: no handler for route"})
	mount("1")
	s.run(t, vaultsync.Failed, []string{"other/mounts/ cannot be listed, nothing is deleted in this run: the answer is none of a KV v2 secrets engine; check VAULT_ADDR and VAULT_KV_MOUNT"})
	s.env = []string{"VAULT_KV_MOUNT=cubbyhole"}
	s.run(t, vaultsync.Failed, []string{"cubbyhole/mounts/ cannot be listed"})
	if got := s.names(t); got != "vault-a" {
		t.Errorf("Secrets %s", got)
	}
	s.env = []string{"VAULT_KV_MOUNT=other"}
	unmount()
	mount("2") // Without an entry.
	s.run(t, vaultsync.Done, []string{"deleted vault-a"})
}

// vaultSyncOthers has Secrets that other people made or changed.
func vaultSyncOthers(t *testing.T, s *vaultSync) {
	secrets := s.Kube.CoreV1().Secrets(s.namespace)
	s.vault.Put(t, "others/theirs", map[string]any{"k": aValue + "ours"})
	s.vault.Put(t, "others/ours", map[string]any{"k": aValue + "ours", "gone": aValue})
	theirs := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "vault-theirs", Labels: map[string]string{"fournos.dev/vault-entry": "true"}}, StringData: map[string]string{"k": "theirs"}}
	theirs, err := secrets.Create(t.Context(), theirs, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s.run(t, vaultsync.Failed, []string{"created vault-ours", "kv/others/theirs is skipped: the Secret vault-theirs is there and not made by vault-sync"})
	if now := s.secrets(t)["vault-theirs"]; now.ResourceVersion != theirs.ResourceVersion {
		t.Errorf("somebody else's Secret was written: %+v", now.ObjectMeta)
	}
	patch := func(name, patch string) {
		t.Helper()
		if _, err := secrets.Patch(t.Context(), name, types.MergePatchType, []byte(patch), metav1.PatchOptions{FieldManager: "a-person"}); err != nil {
			t.Fatal(err)
		}
	}
	// Handed over, and the other changed by hand: a value, a key of ours and one of theirs.
	patch("vault-theirs", `{"metadata":{"labels":{"app.kubernetes.io/managed-by":"fournos-vault-sync"}}}`)
	patch("vault-ours", `{"stringData":{"k":"by hand","theirs":"x"},"metadata":{"labels":{"team":"a"}}}`)
	s.vault.Put(t, "others/ours", map[string]any{"k": aValue + "ours"})
	s.run(t, vaultsync.Done, []string{"updated vault-ours: -gone, ~k (19 B)", "updated vault-theirs: ~k (19 B)"})
	now := s.secrets(t)
	want := map[string][]byte{"k": []byte(aValue + "ours"), "theirs": []byte("x")}
	if diff := cmp.Diff(want, now["vault-ours"].Data); diff != "" || now["vault-ours"].Labels["team"] != "a" {
		t.Errorf("labels %v, data (-want +got): %s", now["vault-ours"].Labels, diff)
	}
	s.run(t, vaultsync.Done, []string{"unchanged 2; failed 0"})

	// What cannot be written is told without what is in it.
	patch("vault-ours", `{"immutable":true}`)
	s.vault.Put(t, "others/ours", map[string]any{"k": aValue + "again"})
	s.run(t, vaultsync.Failed, []string{"error: vault-ours: the API server refuses it, in words that may quote it and are left out: Invalid (422), data"})
}

// vaultSyncMany has more entries than one page of anything.
func vaultSyncMany(t *testing.T, s *vaultSync) {
	const many = 450
	for i := range many {
		s.vault.Put(t, fmt.Sprintf("many/group-%d/entry-%03d", i%3, i), map[string]any{"k": aValue})
	}
	s.run(t, vaultsync.Done, []string{fmt.Sprintf("created %d, ", many)}, "--concurrency=16")
	s.run(t, vaultsync.Done, []string{fmt.Sprintf("unchanged %d; failed 0", many)})
	if got := len(s.secrets(t)); got != many {
		t.Errorf("%d Secrets", got)
	}
}

// vaultSyncEnds ends runs before they are done.
func vaultSyncEnds(t *testing.T, s *vaultSync) {
	s.vault.Put(t, "ends/a", map[string]any{"k": aValue})
	s.run(t, vaultsync.Done, []string{"created vault-a"})

	// Its certificate is not one that the machine trusts.
	command := s.command(t.Context())
	command.Env = append(command.Env, "VAULT_CACERT=")
	out, err := command.CombinedOutput()
	s.expect(t, string(out), err, vaultsync.Failed, []string{"certificate signed by unknown authority; VAULT_CACERT names the file of the server's authority"})

	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		address, asked := silentVault(t)
		command := s.command(t.Context())
		command.Env = append(command.Env, "VAULT_ADDR="+address)
		var said strings.Builder
		command.Stdout, command.Stderr = &said, &said
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		<-asked
		if err := command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		err := command.Wait()
		s.expect(t, said.String(), err, vaultsync.Failed, []string{"interrupted; what was written stays, run again for the rest"})
	}
	address, _ := silentVault(t)
	command = s.command(t.Context(), "--timeout=2s")
	command.Env = append(command.Env, "VAULT_ADDR="+address)
	out, err = command.CombinedOutput()
	s.expect(t, string(out), err, vaultsync.Failed, []string{"not done within 2s; what was written stays, run again with a longer --timeout"})
	if got := s.names(t); got != "vault-a" {
		t.Errorf("Secrets %s", got)
	}
}

// silentVault takes requests and answers none. It tells of the first.
func silentVault(t *testing.T) (address string, asked <-chan struct{}) {
	t.Helper()
	first := make(chan struct{})
	var once sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		once.Do(func() { close(first) })
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	return server.URL, first
}
