// Package hub brings up, checks and takes down a Kubernetes hub whose parts are
// processes of this machine: the control plane, Tekton, Kueue and
// local-path-provisioner always; containerd and the kubelet as root, or a
// simulated node without.
package hub

import (
	"context"
	"errors"
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

// Options say which hub is meant.
type Options struct {
	// Dir is the hub's folder; empty for the one in the checkout.
	Dir string
	// Simulated asks for a simulated node, also as root.
	Simulated bool
	// Ports is the first of the thousand ports among which the hub's programs
	// listen; 0 for the usual ones. Hubs with simulated nodes that have
	// different ports can stand side by side.
	Ports int
	// Out is where progress is told.
	Out io.Writer
}

// New returns the hub of the checkout around the working directory. A node that
// runs Pods takes root; everybody else, and root if it wants to, gets a simulated
// one.
func New(options Options) (*Hub, error) {
	root, err := findRoot()
	if err != nil {
		return nil, err
	}
	dir := options.Dir
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
	h := &Hub{Root: root, Dir: dir, Real: os.Geteuid() == 0 && !options.Simulated, Out: options.Out, cache: cache}
	if err := h.place(options.Ports); err != nil {
		return nil, err
	}
	h.records = h.run.records()
	return h, nil
}

// place says where the hub listens and where its processes are remembered.
func (h *Hub) place(firstPort int) error {
	switch {
	case h.Real && firstPort != 0:
		// Its bridge, its control group and its mounts are the machine's only ones, too.
		return errors.New("--ports is for hubs with a simulated node: add --simulated")
	case h.Real:
		h.ports, h.run = rootPorts, runDir("/run/fournos-hub")
	case firstPort == 0 || firstPort == firstRootlessPort:
		h.ports, h.run = rootlessPorts, runDir(filepath.Join(h.cache, "run"))
	case firstPort < lowestFirstPort || firstPort > highestFirstPort || firstPort%portsPerHub != 0:
		return fmt.Errorf("--ports %d: give a multiple of %d from %d to %d", firstPort, portsPerHub, lowestFirstPort, highestFirstPort)
	case firstPort == firstRootPort:
		return fmt.Errorf("--ports %d: those are the ports of the hub with a real node", firstPort)
	default:
		h.ports, h.run = portsFrom(firstPort), runDir(filepath.Join(h.cache, fmt.Sprintf("run-%d", firstPort)))
	}
	return nil
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
