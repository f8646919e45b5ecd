package hub

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"fournos.dev/hub/internal/node"
)

// system makes a component of a program that Debian brings.
func (h *Hub) system(name string, args ...string) component {
	c := h.component(name, args...)
	if path, err := exec.LookPath(name); err == nil {
		c.Path = path
	}
	return c
}

func (h *Hub) containerd() component {
	return h.system("containerd", "--config="+h.config("containerd.toml")).
		reading(h.config("containerd.toml")).
		on(loopback, h.ports.streams)
}

func (h *Hub) containerdAnswers(ctx context.Context) error {
	return h.ctr(ctx, "version")
}

// ctr runs containerd's client in the namespace of the kubelet's images.
func (h *Hub) ctr(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, "ctr", append([]string{"--address", h.run.socket(), "--namespace", "k8s.io"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("ctr %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(string(out)))
	}
	return nil
}

// kubeletDir is the kubelet's folder. The kubelet makes sockets in it, so with a
// long path to the checkout it has to be elsewhere.
func (h *Hub) kubeletDir() string {
	const longestSocket, longestName = 107, "pod-resources/kubelet.sock-0000000000"
	if dir := h.path("data", "kubelet"); len(filepath.Join(dir, longestName)) <= longestSocket {
		return dir
	}
	return h.run.path("kubelet")
}

func (h *Hub) kubelet() component {
	return h.component("kubelet",
		"--config="+h.config("kubelet.yaml"),
		"--kubeconfig="+h.kubeconfigOf("kubelet"),
		"--hostname-override="+nodeName,
		"--node-ip="+node.Address,
		"--root-dir="+h.kubeletDir(),
		"--cert-dir="+filepath.Join(h.kubeletDir(), "pki"),
		"--v=2",
	).reading(h.config("kubelet.yaml")).
		on(node.Address, h.ports.kubelet).
		on(loopback, h.ports.kubeletHealth)
}

func (h *Hub) proxy() component {
	return h.component("kube-proxy", "--config="+h.config("kube-proxy.yaml")).
		reading(h.config("kube-proxy.yaml")).
		on(loopback, h.ports.proxyHealth, h.ports.proxyMetrics)
}

// kwok plays the node when there is none.
func (h *Hub) kwok() component {
	return h.component("kwok",
		"--kubeconfig="+h.Kubeconfig(),
		"--config="+h.config("stages.yaml"),
		"--manage-all-nodes=false",
		"--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake",
		"--node-lease-duration-seconds=40",
		fmt.Sprintf("--server-address=%s:%d", loopback, h.ports.kwok),
	).reading(h.config("stages.yaml")).on(loopback, h.ports.kwok)
}

// simulatedNode is the Node object that KWOK keeps ready.
func simulatedNode() map[string]any {
	return map[string]any{
		"apiVersion": "v1",
		"kind":       "Node",
		"metadata": map[string]any{
			"name":        nodeName,
			"annotations": map[string]any{"kwok.x-k8s.io/node": "fake", "node.alpha.kubernetes.io/ttl": "0"},
			"labels": map[string]any{
				"kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64",
				"kubernetes.io/hostname": nodeName, "type": "kwok",
			},
		},
	}
}
