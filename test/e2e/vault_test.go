//go:build e2e

package e2e

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/vaultsync"
	"fournos.dev/fournos/test"
)

// vaultSyncAccount is who vault-sync is to the API server, in a Pod and here.
const vaultSyncAccount = "fournos-vault-sync"

// aValue begins every value in the vaults of these tests: none may be in anything that is told.
const aValue = "not-to-be-seen-"

var vaultSyncProgram struct {
	sync.Once
	path string
	err  error
}

// buildVaultSync builds the program once, into the hub's folder.
func buildVaultSync(t *testing.T) string {
	t.Helper()
	p := &vaultSyncProgram
	p.Do(func() {
		p.path = filepath.Join(test.Top(t), ".hub", "tests", "vault-sync")
		build := exec.Command("go", "build", "-o", p.path, "fournos.dev/fournos/cmd/vault-sync")
		build.Env = append(os.Environ(), "GOFLAGS=-trimpath") // As the Makefile, for the same build cache.
		if out, err := build.CombinedOutput(); err != nil {
			p.err = fmt.Errorf("go build: %w: %s", err, out)
		}
	})
	if p.err != nil {
		t.Fatal(p.err)
	}
	return p.path
}

// vaultSync runs the program as its ServiceAccount, on what a vault has in one folder.
type vaultSync struct {
	*test.Clients
	program    string
	kubeconfig string
	namespace  string
	vault      *test.Vault
	token      string
	folder     string
	// env is more of the environment.
	env []string
}

func newVaultSync(t *testing.T, vault *test.Vault, namespace, folder string) *vaultSync {
	t.Helper()
	program := buildVaultSync(t)
	c := test.NewClients(t)
	// The image's name is ko's to fill in; a suspended CronJob never pulls it.
	kubectl(t, "", "apply", "--namespace=", "--server-side", "-f", filepath.Join(test.Top(t), "config/vault-sync"))
	return &vaultSync{
		Clients: c, program: program, kubeconfig: kubeconfigOf(t, c, test.SystemNamespace, vaultSyncAccount),
		namespace: namespace, vault: vault, token: vault.RootToken(), folder: folder,
	}
}

// kubeconfigOf is a file with the access of a ServiceAccount.
func kubeconfigOf(t *testing.T, c *test.Clients, namespace, account string) string {
	t.Helper()
	request, err := c.Kube.CoreV1().ServiceAccounts(namespace).CreateToken(t.Context(), account, &authenticationv1.TokenRequest{}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	config := clientcmdapi.NewConfig()
	config.Clusters["hub"] = &clientcmdapi.Cluster{Server: c.Config.Host, CertificateAuthorityData: c.Config.CAData, CertificateAuthority: c.Config.CAFile}
	config.AuthInfos["account"] = &clientcmdapi.AuthInfo{Token: request.Status.Token}
	config.Contexts["hub"] = &clientcmdapi.Context{Cluster: "hub", AuthInfo: "account"}
	config.CurrentContext = "hub"
	file := filepath.Join(t.TempDir(), "kubeconfig")
	if err := clientcmd.WriteToFile(*config, file); err != nil {
		t.Fatal(err)
	}
	return file
}

// ownNamespace makes a namespace in which vault-sync has the rights that it has where the secrets are.
func ownNamespace(t *testing.T, c *test.Clients) string {
	t.Helper()
	namespace, err := c.Kube.CoreV1().Namespaces().Create(t.Context(), &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "vault-"}}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Kube.CoreV1().Namespaces().Delete(context.Background(), namespace.Name, metav1.DeleteOptions{})
	})
	kubectl(t, "", "apply", "--namespace=", "--server-side", "-f", filepath.Join(test.Top(t), "config/vault-sync"))
	role, err := c.Kube.RbacV1().Roles(test.SecretsNamespace).Get(t.Context(), vaultSyncAccount, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	meta := metav1.ObjectMeta{Name: vaultSyncAccount, Namespace: namespace.Name}
	if _, err := c.Kube.RbacV1().Roles(namespace.Name).Create(t.Context(), &rbacv1.Role{ObjectMeta: meta, Rules: role.Rules}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	_, err = c.Kube.RbacV1().RoleBindings(namespace.Name).Create(t.Context(), &rbacv1.RoleBinding{
		ObjectMeta: meta,
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: vaultSyncAccount},
		Subjects:   []rbacv1.Subject{{Kind: "ServiceAccount", Namespace: test.SystemNamespace, Name: vaultSyncAccount}},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return namespace.Name
}

// command is a run that tells as much as it can.
func (s *vaultSync) command(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, s.program, append([]string{"--verbose", "--namespace=" + s.namespace, "--kubeconfig=" + s.kubeconfig}, args...)...)
	command.Env = append([]string{
		"HOME=/nonexistent", "VAULT_ADDR=" + s.vault.Address, "VAULT_CACERT=" + s.vault.CACert, "VAULT_TOKEN=" + s.token, "VAULT_SECRET_PATH=" + s.folder,
		"VAULT_LOG_LEVEL=trace",
	}, s.env...)
	return command
}

// run wants an exit status, and some words among those that are told.
func (s *vaultSync) run(t *testing.T, status int, says []string, args ...string) {
	t.Helper()
	out, err := s.command(t.Context(), args...).CombinedOutput()
	s.expect(t, string(out), err, status, says)
}

func (s *vaultSync) expect(t *testing.T, said string, err error, status int, says []string) {
	t.Helper()
	got := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	if got != status {
		t.Errorf("exit status %d, want %d", got, status)
	}
	for _, part := range says {
		if !strings.Contains(said, part) {
			t.Errorf("does not say %q", part)
		}
	}
	for _, secret := range []string{aValue, aValue[:8], s.token, s.vault.RootToken()} {
		if strings.Contains(said, secret) {
			t.Errorf("tells %q", secret)
		}
	}
	if t.Failed() {
		t.Fatalf("vault-sync says:\n%s", said)
	}
}

// secrets are those of the namespace, with their keys and the sizes of their values.
func (s *vaultSync) secrets(t *testing.T) map[string]corev1.Secret {
	t.Helper()
	list, err := s.Kube.CoreV1().Secrets(s.namespace).List(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]corev1.Secret{}
	for _, secret := range list.Items {
		found[secret.Name] = secret
	}
	return found
}

func (s *vaultSync) names(t *testing.T) string {
	t.Helper()
	return strings.Join(slices.Sorted(maps.Keys(s.secrets(t))), " ")
}

// TestFromVaultToFile takes the way of docs/secrets.md: an entry of a vault, a Secret, a job that names it, a file in its Pod.
func TestFromVaultToFile(t *testing.T) {
	t.Parallel()
	vault := test.StartVault(t)
	s := newVaultSync(t, vault, test.SecretsNamespace, "bench/fournos")
	value := aValue + "line 1\nline 2, with ä and \\ and no newline at its end"
	vault.Put(t, "bench/fournos/from-vault/token", map[string]any{"token": value, "user.name": aValue + "user"})
	t.Cleanup(func() {
		_ = s.Kube.CoreV1().Secrets(s.namespace).Delete(context.Background(), "vault-from-vault-token", metav1.DeleteOptions{})
	})

	s.run(t, vaultsync.WouldChange, []string{"would create vault-from-vault-token: +token (" + fmt.Sprint(len(value)) + " B), +user.name (19 B)"}, "--dry-run")
	if _, found := s.secrets(t)["vault-from-vault-token"]; found {
		t.Fatal("a dry run made a Secret")
	}
	s.run(t, vaultsync.Done, []string{"created vault-from-vault-token"})

	job := s.Create(t, "from-vault", fournosv1.FournosJobSpec{
		Clusterless: true, Exclusive: new(bool), Pipeline: showingFiles(t, s.Clients), SecretRefs: []fournosv1.SecretRef{"from-vault-token"},
		ExecutionEngine: test.Engine(t, nil),
	})
	s.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded)
	want := fmt.Sprintf("%x  from-vault-token/token", sha256.Sum256([]byte(value)))
	if log := s.TaskLog(t, job.Name, "show"); !strings.Contains(log, want) || !strings.Contains(log, "from-vault-token/user.name") {
		t.Errorf("the files in the Pod: %s\nwant %s", log, want)
	}

	// Gone from the vault, the Secret goes; the job's copy is the job's.
	vault.Delete(t, "metadata", "bench/fournos/from-vault/token")
	s.run(t, vaultsync.Done, []string{"deleted vault-from-vault-token: -token, -user.name"})
	_, err := s.Kube.CoreV1().Secrets(s.namespace).Get(t.Context(), "vault-from-vault-token", metav1.GetOptions{})
	if !apierrs.IsNotFound(err) {
		t.Errorf("the Secret is still there (%v)", err)
	}
	expectOwnSecrets(t, s.Clients, job, job.Name+"-from-vault-token")
	for _, namespace := range []string{test.Namespace, test.SecretsNamespace, test.SystemNamespace} {
		events, err := s.Kube.CoreV1().Events(namespace).List(t.Context(), metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, event := range events.Items {
			if strings.Contains(event.Message, aValue) {
				t.Errorf("a value is in an event of %s %s: %s", event.InvolvedObject.Kind, event.InvolvedObject.Name, event.Reason)
			}
		}
	}
}

// showingFiles makes a Pipeline that tells of each of its vault files the checksum, and returns its name.
func showingFiles(t *testing.T, c *test.Clients) string {
	t.Helper()
	pipelines := c.Tekton.TektonV1().Pipelines(test.Namespace)
	pipeline, err := pipelines.Get(t.Context(), "fournos-run-only", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pipeline.ObjectMeta = metav1.ObjectMeta{GenerateName: "show-files-", Namespace: test.Namespace, Annotations: pipeline.Annotations}
	pipeline.Spec.Workspaces = []pipelinev1.PipelineWorkspaceDeclaration{{Name: "artifacts", Optional: true}}
	pipeline.Spec.Tasks = []pipelinev1.PipelineTask{{Name: "show", TaskSpec: &pipelinev1.EmbeddedTask{TaskSpec: pipelinev1.TaskSpec{
		Steps: []pipelinev1.Step{{
			Name: "show", Image: test.Shell, ImagePullPolicy: corev1.PullIfNotPresent,
			Script:       "#!/bin/sh\ncd /var/run/secrets/fournos && sha256sum */*\n",
			VolumeMounts: []corev1.VolumeMount{{Name: "vault-secrets", MountPath: "/var/run/secrets/fournos", ReadOnly: true}},
		}},
	}}}}
	made, err := pipelines.Create(t.Context(), pipeline, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pipelines.Delete(context.Background(), made.Name, metav1.DeleteOptions{}) })
	return made.Name
}
