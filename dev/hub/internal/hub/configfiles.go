package hub

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"text/template"

	"fournos.dev/hub/internal/node"
)

//go:embed etc
var etc embed.FS

// fileValues is what the templates of the programs' configuration may name.
type fileValues struct {
	Dir, Run, Socket        string
	PauseImage              string
	Bridge, Address, Subnet string
	CNIPlugins, Cgroup      string
	Snapshotter             string
	Node                    string
	Ports                   struct {
		Streams                                                  int
		Kubelet, KubeletHealth, ProxyHealth, ProxyMetrics        int
		KueueProbes, KueueMetrics, KueueWebhook, KueueVisibility int
	}
}

// configFiles are the programs' configurations, and where under config/ they go.
var configFiles = map[string]string{
	"audit-policy.yaml": "audit-policy.yaml",
	"kueue.yaml":        "kueue.yaml",
	"containerd.toml":   "containerd.toml",
	"10-hub.conflist":   "cni/10-hub.conflist",
	"kubelet.yaml":      "kubelet.yaml",
	"kube-proxy.yaml":   "kube-proxy.yaml",
	"resolv.conf":       "resolv.conf",
}

func (h *Hub) fileValues() fileValues {
	values := fileValues{
		Dir: h.Dir, Run: string(h.run), Socket: h.run.socket(),
		PauseImage: pauseImage,
		Bridge:     node.Bridge, Address: node.Address, Subnet: node.Subnet,
		CNIPlugins: node.CNIPlugins, Cgroup: node.Cgroup,
		Snapshotter: node.Snapshotter(h.Dir),
		Node:        nodeName,
	}
	p := &values.Ports
	p.Streams = h.ports.streams
	p.Kubelet, p.KubeletHealth = h.ports.kubelet, h.ports.kubeletHealth
	p.ProxyHealth, p.ProxyMetrics = h.ports.proxyHealth, h.ports.proxyMetrics
	p.KueueProbes, p.KueueMetrics = h.ports.kueueProbes, h.ports.kueueMetrics
	p.KueueWebhook, p.KueueVisibility = h.ports.kueueWebhook, h.ports.kueueVisibility
	return values
}

func (h *Hub) writeConfigFiles() error {
	values := h.fileValues()
	for name, target := range configFiles {
		parsed, err := template.ParseFS(etc, "etc/"+name)
		if err != nil {
			return err
		}
		var content bytes.Buffer
		if err := parsed.Execute(&content, values); err != nil {
			return fmt.Errorf("configuration %s: %w", name, err)
		}
		if err := writeFile(h.config(target), content.Bytes()); err != nil {
			return err
		}
	}
	if h.Real {
		return nil
	}
	return h.writeStages()
}

// writeStages puts the hub's stages behind upstream's, in the one file that
// KWOK reads. They are templates too, but KWOK's.
func (h *Hub) writeStages() error {
	upstream, err := h.modules[kwokModule.Name].Manifests()
	if err != nil {
		return err
	}
	own, err := etc.ReadFile("etc/stages.yaml")
	if err != nil {
		return err
	}
	return writeFile(h.config("stages.yaml"), append(append(upstream, "\n---\n"...), own...))
}

func (h *Hub) config(name string) string { return h.path("config", name) }

// writeFile leaves a file alone that is right already: kube-proxy ends itself
// when its configuration is touched.
func writeFile(file string, content []byte) error {
	if have, err := os.ReadFile(file); err == nil && bytes.Equal(have, content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o644)
}
