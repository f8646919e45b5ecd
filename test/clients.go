// Package test holds what the end-to-end tests share: clients of the hub under test, and ways to watch jobs on it.
package test

import (
	"os"
	"path/filepath"
	"testing"

	pipelineclient "github.com/tektoncd/pipeline/pkg/client/clientset/versioned"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	fournosclient "fournos.dev/fournos/pkg/client/clientset/versioned"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/clientset/versioned"
)

const (
	// Namespace is where the hub's installation expects jobs.
	Namespace = "psap-automation"
	// SecretsNamespace is where the hub's installation expects kubeconfigs and vault entries.
	SecretsNamespace = "psap-secrets"
	// SystemNamespace is where the hub's installation runs the controller.
	SystemNamespace = "fournos-system"
	// Kubeconfig is the local hub's kubeconfig, from the top of the checkout. The variable KUBECONFIG names another.
	Kubeconfig = ".hub/kubeconfig"
)

// Clients talk to the hub as its administrator.
type Clients struct {
	// Namespace has the jobs that the clients' methods are about.
	Namespace string

	Config  *rest.Config
	Kube    kubernetes.Interface
	Fournos fournosclient.Interface
	Tekton  pipelineclient.Interface
	Kueue   kueueclient.Interface
}

// NewClients connects to the hub.
func NewClients(t testing.TB) *Clients {
	t.Helper()
	path := os.Getenv("KUBECONFIG")
	if path == "" {
		path = filepath.Join(Top(t), Kubeconfig)
	}
	config, err := clientcmd.BuildConfigFromFlags("", path)
	if err != nil {
		t.Fatalf("no hub to test on, bring one up with `make hub-up`: %v", err)
	}
	// Tests in parallel wait on many objects.
	config.QPS, config.Burst = 200, 400
	return &Clients{
		Namespace: Namespace,

		Config:  config,
		Kube:    kubernetes.NewForConfigOrDie(config),
		Fournos: fournosclient.NewForConfigOrDie(config),
		Tekton:  pipelineclient.NewForConfigOrDie(config),
		Kueue:   kueueclient.NewForConfigOrDie(config),
	}
}

// Top is the top folder of the checkout.
func Top(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	t.Fatal("not inside the checkout")
	return ""
}
