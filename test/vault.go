package test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/hashicorp/vault/api"
	"k8s.io/apimachinery/pkg/util/wait"
)

const (
	// vaultProgram is a Vault server, from the top of the checkout.
	vaultProgram = ".hub/bin/vault"
	// vaultRootToken is that of the server's administrator.
	vaultRootToken = "the-root-token-of-a-test"
	// vaultStarts bounds how often a server is started: the ports that it gets may be taken.
	vaultStarts = 5
	// vaultDeadline is how long one may take to answer.
	vaultDeadline = 2 * time.Minute
)

// Vault is a real Vault server in dev mode, on loopback, with TLS and an authority of its own.
type Vault struct {
	// Address and CACert are the values of VAULT_ADDR and VAULT_CACERT for it.
	Address, CACert string
	// Client is the administrator's.
	Client *api.Client
}

// StartVault starts a server that ends with the test, with a KV v2 secrets engine mounted at kv.
func StartVault(t testing.TB) *Vault {
	t.Helper()
	program := filepath.Join(Top(t), vaultProgram)
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("no Vault server to test with, `make e2e` and `go run -C dev/hub . build vault` build one: %v", err)
	}
	var failure error
	for range vaultStarts {
		var v *Vault
		if v, failure = startVault(t, program); failure == nil {
			v.MustWrite(t, "sys/mounts/kv", map[string]any{"type": "kv", "options": map[string]any{"version": "2"}})
			return v
		}
		t.Log(failure)
	}
	t.Fatalf("no Vault server: %v", failure)
	return nil
}

func startVault(t testing.TB, program string) (*Vault, error) {
	dir := t.TempDir()
	// The server takes the next port, too. Both are below those that outgoing connections get.
	address := fmt.Sprintf("127.0.0.1:%d", 24000+2*rand.IntN(4000))
	log, err := os.Create(filepath.Join(dir, "vault.log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	server := exec.Command(program, "server", "-dev", "-dev-tls", "-dev-tls-cert-dir="+dir, "-dev-no-store-token",
		"-dev-root-token-id="+vaultRootToken, "-dev-listen-address="+address)
	server.Env = []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "VAULT_DISABLE_MLOCK=true"}
	server.Stdout, server.Stderr = log, log
	if err := server.Start(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go func() {
		_ = server.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		<-ended
	})
	v := &Vault{Address: "https://" + address, CACert: filepath.Join(dir, "vault-ca.pem")}
	err = wait.PollUntilContextTimeout(t.Context(), 100*time.Millisecond, vaultDeadline, true, func(ctx context.Context) (bool, error) {
		select {
		case <-ended:
			return false, fmt.Errorf("the server has ended")
		default:
			return v.connect(ctx) == nil, nil
		}
	})
	if err != nil {
		said, _ := os.ReadFile(log.Name())
		return nil, fmt.Errorf("vault at %s: %w: %s", address, err, said)
	}
	return v, nil
}

// connect makes the client, once the server has written its certificates and answers.
func (v *Vault) connect(ctx context.Context) error {
	config := api.DefaultConfig()
	if err := config.ConfigureTLS(&api.TLSConfig{CACert: v.CACert}); err != nil {
		return err
	}
	config.Address, config.MaxRetries = v.Address, 0
	client, err := api.NewClient(config)
	if err != nil {
		return err
	}
	client.SetToken(vaultRootToken)
	health, err := client.Sys().HealthWithContext(ctx)
	if err == nil && (!health.Initialized || health.Sealed) {
		err = fmt.Errorf("not ready: %+v", health)
	}
	v.Client = client
	return err
}

// MustWrite writes something to a path.
func (v *Vault) MustWrite(t testing.TB, path string, data map[string]any) *api.Secret {
	t.Helper()
	secret, err := v.Client.Logical().WriteWithContext(t.Context(), path, data)
	if err != nil {
		t.Fatalf("writing %s of the vault: %v", path, err)
	}
	return secret
}

// Put writes a version of an entry of the mount kv.
func (v *Vault) Put(t testing.TB, entry string, fields map[string]any) {
	t.Helper()
	v.MustWrite(t, "kv/data/"+entry, map[string]any{"data": fields})
}

// Delete deletes the latest version of an entry, or, with "metadata" for what, the entry with all its versions.
func (v *Vault) Delete(t testing.TB, what, entry string) {
	t.Helper()
	if _, err := v.Client.Logical().DeleteWithContext(t.Context(), "kv/"+what+"/"+entry); err != nil {
		t.Fatalf("deleting %s of the vault: %v", entry, err)
	}
}

// Token makes a token with a policy of its own.
func (v *Vault) Token(t testing.TB, name, policy string) string {
	t.Helper()
	v.MustWrite(t, "sys/policies/acl/"+name, map[string]any{"policy": policy})
	secret := v.MustWrite(t, "auth/token/create", map[string]any{"policies": []string{name}, "no_default_policy": true, "ttl": "1h"})
	return secret.Auth.ClientToken
}

// RootToken is the administrator's token.
func (v *Vault) RootToken() string { return vaultRootToken }
