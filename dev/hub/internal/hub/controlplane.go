package hub

import (
	"context"
	"fmt"
	"net/http"

	"fournos.dev/hub/internal/node"
)

func (h *Hub) pki(file string) string { return h.path("pki", file) }

// etcd keeps the hub's objects. It does not wait for the disk: a hub is there
// to be thrown away, and a process that is killed loses nothing by it.
func (h *Hub) etcd() component {
	client := fmt.Sprintf("http://%s:%d", loopback, h.ports.etcd)
	peer := fmt.Sprintf("http://%s:%d", loopback, h.ports.etcdPeer)
	return h.component("etcd",
		"--name=hub",
		"--data-dir="+h.path("data", "etcd"),
		"--listen-client-urls="+client, "--advertise-client-urls="+client,
		"--listen-peer-urls="+peer, "--initial-advertise-peer-urls="+peer,
		"--initial-cluster=hub="+peer,
		"--unsafe-no-fsync",
		"--auto-compaction-mode=periodic", "--auto-compaction-retention=5m",
	).on(loopback, h.ports.etcd, h.ports.etcdPeer)
}

func (h *Hub) etcdAnswers(ctx context.Context) error {
	return answers(ctx, fmt.Sprintf("http://%s:%d/health", loopback, h.ports.etcd))
}

// answers expects success from an address on loopback.
func answers(ctx context.Context, url string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, response.Status)
	}
	return nil
}

func (h *Hub) apiserver() component {
	args := []string{
		"--etcd-servers=" + fmt.Sprintf("http://%s:%d", loopback, h.ports.etcd),
		"--bind-address=" + h.address(),
		fmt.Sprintf("--secure-port=%d", h.ports.apiserver),
		// Without a node of our own nobody follows this address, but loopback
		// is not allowed here.
		"--advertise-address=" + node.Address,
		"--service-cluster-ip-range=" + serviceSubnet,
		"--cert-dir=" + h.path("pki"),
		"--client-ca-file=" + h.pki("ca.crt"),
		"--tls-cert-file=" + h.pki("apiserver.crt"), "--tls-private-key-file=" + h.pki("apiserver.key"),
		"--kubelet-certificate-authority=" + h.pki("ca.crt"),
		"--kubelet-client-certificate=" + h.pki("apiserver-kubelet-client.crt"),
		"--kubelet-client-key=" + h.pki("apiserver-kubelet-client.key"),
		"--kubelet-preferred-address-types=InternalIP",
		"--service-account-issuer=https://kubernetes.default.svc.cluster.local",
		"--service-account-key-file=" + h.pki("service-account.crt"),
		"--service-account-signing-key-file=" + h.pki("service-account.key"),
		"--authorization-mode=Node,RBAC",
		// The second as OpenShift has it: who makes an object that blocks its owner's
		// deletion must be allowed to do so.
		"--enable-admission-plugins=NodeRestriction,OwnerReferencesPermissionEnforcement",
		"--requestheader-client-ca-file=" + h.pki("ca.crt"),
		"--requestheader-allowed-names=front-proxy-client",
		"--requestheader-username-headers=X-Remote-User",
		"--requestheader-group-headers=X-Remote-Group",
		"--requestheader-extra-headers-prefix=X-Remote-Extra-",
		"--proxy-client-cert-file=" + h.pki("front-proxy-client.crt"),
		"--proxy-client-key-file=" + h.pki("front-proxy-client.key"),
		"--allow-privileged=true",
		"--profiling=false",
		"--audit-policy-file=" + h.config("audit-policy.yaml"),
		"--audit-log-path=" + h.path("logs", "audit.log"),
		// Tests read what was asked since the hub came up.
		"--audit-log-maxsize=200", "--audit-log-maxbackup=10",
	}
	return h.component("kube-apiserver", args...).
		reading(h.config("audit-policy.yaml")).
		on(h.address(), h.ports.apiserver)
}

func (h *Hub) controllerManager() component {
	kubeconfig := h.kubeconfigOf("kube-controller-manager")
	return h.component("kube-controller-manager",
		"--kubeconfig="+kubeconfig, "--authentication-kubeconfig="+kubeconfig, "--authorization-kubeconfig="+kubeconfig,
		"--bind-address="+loopback, fmt.Sprintf("--secure-port=%d", h.ports.controllerManager),
		"--cert-dir="+h.path("data", "kube-controller-manager"),
		"--leader-elect=false",
		"--use-service-account-credentials=true",
		"--service-account-private-key-file="+h.pki("service-account.key"),
		"--root-ca-file="+h.pki("ca.crt"),
		"--cluster-signing-cert-file="+h.pki("ca.crt"), "--cluster-signing-key-file="+h.pki("ca.key"),
		"--client-ca-file="+h.pki("ca.crt"), "--requestheader-client-ca-file="+h.pki("ca.crt"),
		h.rate("--kube-api-qps=%d", 100), h.rate("--kube-api-burst=%d", 200),
		"--controllers=*,-node-ipam-controller,-node-route-controller,-service-lb-controller,-cloud-node-lifecycle-controller",
	).on(loopback, h.ports.controllerManager)
}

func (h *Hub) scheduler() component {
	kubeconfig := h.kubeconfigOf("kube-scheduler")
	return h.component("kube-scheduler",
		"--kubeconfig="+kubeconfig, "--authentication-kubeconfig="+kubeconfig, "--authorization-kubeconfig="+kubeconfig,
		"--bind-address="+loopback, fmt.Sprintf("--secure-port=%d", h.ports.scheduler),
		"--cert-dir="+h.path("data", "kube-scheduler"),
		"--leader-elect=false",
		h.rate("--kube-api-qps=%d", 50), h.rate("--kube-api-burst=%d", 100),
		"--client-ca-file="+h.pki("ca.crt"), "--requestheader-client-ca-file="+h.pki("ca.crt"),
	).on(loopback, h.ports.scheduler)
}

// rate is the flag that bounds how much a program asks of the API server. A
// simulated node is for crowds of Pods, in which it must not be that bound which
// is measured.
func (h *Hub) rate(flag string, perSecond int) string {
	if !h.Real {
		perSecond *= 8
	}
	return fmt.Sprintf(flag, perSecond)
}
