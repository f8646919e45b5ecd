//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	fournosclient "fournos.dev/fournos/pkg/client/clientset/versioned"
	"fournos.dev/fournos/test"
)

// makeKubeconfig runs hack/kubeconfig.sh, as an administrator of the hub does.
func makeKubeconfig(t *testing.T, args ...string) (kubeconfig []byte, said string, err error) {
	t.Helper()
	top := test.Top(t)
	config := os.Getenv("KUBECONFIG")
	if config == "" {
		config = filepath.Join(top, test.Kubeconfig)
	}
	command := exec.CommandContext(t.Context(), filepath.Join(top, "hack/kubeconfig.sh"), args...)
	command.Env = append(os.Environ(), "KUBECONFIG="+config, "PATH="+filepath.Join(top, ".hub/bin")+":"+os.Getenv("PATH"))
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err = command.Run()
	return stdout.Bytes(), stderr.String(), err
}

// TestSubmittersKubeconfig submits a job with the kubeconfig of a submitter, who can do nothing else with it.
func TestSubmittersKubeconfig(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	name := "e2e-" + string(uuid.NewUUID())[:8]
	kubeconfig, said, err := makeKubeconfig(t, "submitter", name, "--duration", "2h")
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	t.Cleanup(func() { forget(c, test.Namespace, "fournos-submitter-"+name) })

	config, err := clientcmd.RESTConfigFromKubeConfig(kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	if left := time.Until(expiry(t, config.BearerToken)); left < time.Hour || left > 2*time.Hour {
		t.Errorf("the token is good for %v, want 2h", left)
	}
	jobs := fournosclient.NewForConfigOrDie(config).FournosV1().FournosJobs(test.Namespace)
	job, err := jobs.Create(t.Context(), &fournosv1.FournosJob{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "submitted-"},
		Spec:       fournosv1.FournosJobSpec{Clusterless: true, Exclusive: ptr.To(false), ExecutionEngine: test.Engine(t, nil)},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded)
	if err := jobs.Delete(t.Context(), job.Name, metav1.DeleteOptions{}); err != nil {
		t.Error(err)
	}
	_, err = kubernetes.NewForConfigOrDie(config).CoreV1().Secrets(test.Namespace).List(t.Context(), metav1.ListOptions{})
	if !apierrs.IsForbidden(err) {
		t.Errorf("listing Secrets: %v, want it forbidden", err)
	}
}

// TestTargetsKubeconfig makes the kubeconfig of a target cluster, which the hub is here, in a namespace of its own.
func TestTargetsKubeconfig(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	name := "e2e-" + string(uuid.NewUUID())[:8]
	namespace := "bench-" + name
	kubeconfig, said, err := makeKubeconfig(t, "target", name, "--namespace", namespace)
	t.Cleanup(func() {
		_ = c.Kube.CoreV1().Namespaces().Delete(context.Background(), namespace, metav1.DeleteOptions{})
		_ = c.Kube.RbacV1().ClusterRoleBindings().Delete(context.Background(), "fournos-target-"+name+"-"+namespace, metav1.DeleteOptions{})
	})
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	config, err := clientcmd.RESTConfigFromKubeConfig(kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	client := kubernetes.NewForConfigOrDie(config)
	if _, err := client.CoreV1().Pods(namespace).List(t.Context(), metav1.ListOptions{}); err != nil {
		t.Errorf("listing Pods: %v", err)
	}
	if _, err := client.CoreV1().Pods(test.Namespace).List(t.Context(), metav1.ListOptions{}); !apierrs.IsForbidden(err) {
		t.Errorf("listing Pods of another namespace: %v, want it forbidden", err)
	}
}

// TestKubeconfigRefusesNames tries names that would be more than names in a manifest.
func TestKubeconfigRefusesNames(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"submitter"},
		{"administrator", "x"},
		{"submitter", "x\n---\nkind: ClusterRoleBinding"},
		{"submitter", "$(id)"},
		{"submitter", "x", "--namespace", "../x"},
		{"submitter", "x", "--duration", "for ever"},
		{"submitter", "x", "--cluster", "y"},
	} {
		if out, said, err := makeKubeconfig(t, args...); err == nil || len(out) != 0 {
			t.Errorf("%q: %v, said %s, wrote %d bytes; want it refused", args, err, said, len(out))
		}
	}
}

// expiry reads when a token ends.
func expiry(t *testing.T, token string) time.Time {
	t.Helper()
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		t.Fatalf("a token of %d parts", len(parts))
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	var claims struct {
		Expires int64 `json:"exp"`
	}
	if err := json.Unmarshal(payload, &claims); err != nil {
		t.Fatal(err)
	}
	return time.Unix(claims.Expires, 0)
}

// forget deletes an account and its roles.
func forget(c *test.Clients, namespace, account string) {
	ctx := context.Background()
	_ = c.Kube.CoreV1().ServiceAccounts(namespace).Delete(ctx, account, metav1.DeleteOptions{})
	_ = c.Kube.RbacV1().Roles(namespace).Delete(ctx, account, metav1.DeleteOptions{})
	_ = c.Kube.RbacV1().RoleBindings(namespace).Delete(ctx, account, metav1.DeleteOptions{})
}
