// Package hub brings up, checks and takes down a Kubernetes hub whose parts are
// processes of this machine: the control plane, Tekton, Kueue and
// local-path-provisioner always; containerd and the kubelet as root, or a
// simulated node without.
package hub

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"

	"fournos.dev/hub/internal/build"
	"fournos.dev/hub/internal/kube"
	"fournos.dev/hub/internal/node"
	"fournos.dev/hub/internal/pki"
	"fournos.dev/hub/internal/process"
)

// Hub is one hub, running or not.
type Hub struct {
	// Root is the checkout that the hub belongs to.
	Root string
	// Dir is where the hub keeps everything, its data and its logs.
	Dir string
	// Real says that the hub has a node on which Pods really run.
	Real bool
	// Out is where progress is told.
	Out io.Writer

	ports   ports
	run     runDir
	cache   string
	records process.Records
	modules map[string]build.Built
	// started says that this run has started something.
	started atomic.Bool
}

// New returns the hub of the checkout around the working directory. A node that
// runs Pods takes root; everybody else, and root if it wants to, gets a simulated
// one.
func New(dir string, simulated bool, out io.Writer) (*Hub, error) {
	root, err := findRoot()
	if err != nil {
		return nil, err
	}
	if dir == "" {
		dir = defaultDir(root)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("no cache folder for the built programs: %w; set HOME or XDG_CACHE_HOME", err)
	}
	cache = filepath.Join(cache, "fournos-hub")
	h := &Hub{Root: root, Dir: dir, Real: os.Geteuid() == 0 && !simulated, Out: out, cache: cache}
	h.ports, h.run = rootlessPorts, runDir(filepath.Join(cache, "run"))
	if h.Real {
		h.ports, h.run = rootPorts, runDir("/run/fournos-hub")
	}
	h.records = h.run.records()
	return h, nil
}

// findRoot looks for the checkout from the working directory upwards: the hub
// is started from any folder of it.
func findRoot() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "dev", "hub", "modules")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%s is in no checkout of Fournos: run the hub from inside one", start)
		}
	}
}

func defaultDir(root string) string { return filepath.Join(root, ".hub") }

func (h *Hub) defaultDir() string { return defaultDir(h.Root) }

func (h *Hub) path(elements ...string) string {
	return filepath.Join(append([]string{h.Dir}, elements...)...)
}

// Lock keeps other commands from changing the hub until unlock is called.
func (h *Hub) Lock(ctx context.Context) (unlock func(), err error) {
	return h.run.lock(ctx, func() { h.say("waiting for another command that is changing this machine's hub") })
}

// Kubeconfig is the administrator's access to the hub.
func (h *Hub) Kubeconfig() string { return h.path("kubeconfig") }

// Program returns the path of one of the hub's own programs.
func (h *Hub) Program(name string) string { return h.path("bin", name) }

// CacheDir is where what can be made again is kept between hubs.
func (h *Hub) CacheDir() string { return h.cache }

func (h *Hub) log(name string) string { return h.path("logs", name+".log") }

// address is where the API server listens and Pods, if any, reach it.
func (h *Hub) address() string {
	if h.Real {
		return node.Address
	}
	return loopback
}

func (h *Hub) server() string { return fmt.Sprintf("https://%s:%d", h.address(), h.ports.apiserver) }

// Kubectl returns the administrator's kubectl.
func (h *Hub) Kubectl() kube.Kubectl {
	return kube.Kubectl{Path: h.Program("kubectl"), Kubeconfig: h.Kubeconfig()}
}

// Client returns the administrator's client.
func (h *Hub) Client() (*kube.Client, error) {
	authority, err := os.ReadFile(h.path("pki", "ca.crt"))
	if err != nil {
		return nil, fmt.Errorf("the hub has no certificates: %w; run `up` first", err)
	}
	admin, err := pki.Load(h.path("pki"), "admin")
	if err != nil {
		return nil, err
	}
	return kube.NewClient(h.server(), authority, admin)
}

// environment is what the hub's programs run with: nothing of the caller's but
// the search path, which containerd finds its shim and runc on.
func (h *Hub) environment(extra ...string) []string {
	return append([]string{
		"PATH=" + h.path("bin") + ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
		"HOME=" + h.Dir,
	}, extra...)
}
