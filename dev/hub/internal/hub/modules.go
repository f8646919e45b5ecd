package hub

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fournos.dev/hub/internal/build"
)

// kueueVisibilityCerts is the folder, relative to Kueue's working directory,
// that its visibility server takes its certificate from. Upstream's is fixed
// and at the root of the file system.
const kueueVisibilityCerts = "visibility-certs"

// kubernetesVersion makes a program say which version it is. Without it they
// all say v0.0.0, and clients that want a least version refuse it.
func kubernetesVersion() map[string]string {
	values := map[string]string{}
	for _, pkg := range []string{"k8s.io/component-base/version", "k8s.io/client-go/pkg/version"} {
		values[pkg+".gitVersion"] = "VERSION"
		values[pkg+".gitMajor"] = "MAJOR"
		values[pkg+".gitMinor"] = "MINOR"
		values[pkg+".gitTreeState"] = "clean"
	}
	return values
}

var (
	kubernetesModule = build.Module{
		Name:         "kubernetes",
		Upstream:     "k8s.io/kubernetes",
		LinkerValues: kubernetesVersion(),
		Programs: []build.Program{
			{Name: "kube-apiserver", Package: "k8s.io/kubernetes/cmd/kube-apiserver"},
			{Name: "kube-controller-manager", Package: "k8s.io/kubernetes/cmd/kube-controller-manager"},
			{Name: "kube-scheduler", Package: "k8s.io/kubernetes/cmd/kube-scheduler"},
			{Name: "kubelet", Package: "k8s.io/kubernetes/cmd/kubelet"},
			{Name: "kube-proxy", Package: "k8s.io/kubernetes/cmd/kube-proxy"},
			{Name: "kubectl", Package: "k8s.io/kubernetes/cmd/kubectl"},
			{Name: "etcd", Package: "go.etcd.io/etcd/server/v3"},
		},
	}
	tektonModule = build.Module{
		Name:     "tekton",
		Upstream: "github.com/tektoncd/pipeline",
		Programs: []build.Program{
			{Name: "tekton-controller", Package: "github.com/tektoncd/pipeline/cmd/controller"},
			{Name: "tekton-webhook", Package: "github.com/tektoncd/pipeline/cmd/webhook"},
			{Name: "tekton-entrypoint", Package: "github.com/tektoncd/pipeline/cmd/entrypoint"},
			{Name: "tekton-nop", Package: "github.com/tektoncd/pipeline/cmd/nop"},
			{Name: "tekton-workingdirinit", Package: "github.com/tektoncd/pipeline/cmd/workingdirinit"},
			{Name: "tekton-sidecarlogresults", Package: "github.com/tektoncd/pipeline/cmd/sidecarlogresults"},
		},
		Manifests: []string{
			"config/100-namespace/*.yaml", "config/200-*.yaml", "config/201-*.yaml", "config/clusterrole-*.yaml",
			"config/300-crds/*.yaml", "config/config-*.yaml", "config/500-webhooks.yaml",
		},
	}
	kueueModule = build.Module{
		Name:     "kueue",
		Upstream: "sigs.k8s.io/kueue",
		LinkerValues: map[string]string{
			"sigs.k8s.io/kueue/pkg/version.GitVersion": "VERSION",
			"sigs.k8s.io/kueue/pkg/visibility.certDir": kueueVisibilityCerts,
		},
		Programs:  []build.Program{{Name: "kueue", Package: "sigs.k8s.io/kueue/cmd/kueue"}},
		Manifests: []string{"config/default/"},
	}
	localPathModule = build.Module{
		Name:      "localpath",
		Upstream:  "github.com/rancher/local-path-provisioner",
		Programs:  []build.Program{{Name: "local-path-provisioner", Package: "github.com/rancher/local-path-provisioner"}},
		Manifests: []string{"deploy/local-path-storage.yaml"},
	}
	kwokModule = build.Module{
		Name:         "kwok",
		Upstream:     "sigs.k8s.io/kwok",
		LinkerValues: map[string]string{"sigs.k8s.io/kwok/pkg/consts.Version": "VERSION"},
		Programs:     []build.Program{{Name: "kwok", Package: "sigs.k8s.io/kwok/cmd/kwok"}},
		Manifests: []string{
			"kustomize/stage/node/fast/node-initialize.yaml", "kustomize/stage/pod/fast/pod-ready.yaml",
			"kustomize/stage/pod/fast/pod-complete.yaml", "kustomize/stage/pod/fast/pod-delete.yaml",
		},
	}
	koModule = build.Module{
		Name:     "ko",
		Upstream: "github.com/google/ko",
		Programs: []build.Program{{Name: "ko", Package: "github.com/google/ko"}},
	}
	// vaultModule is no part of a hub: tests read entries from a real Vault
	// server. The tag leaves out the plugins for all clouds and databases.
	vaultModule = build.Module{
		Name:     "vault",
		Upstream: "github.com/hashicorp/vault",
		Tags:     []string{"minimal"},
		Programs: []build.Program{{Name: "vault", Package: "github.com/hashicorp/vault"}},
	}
)

// modulesByName are those that can be built alone, without the others.
var modulesByName = map[string]build.Module{
	kubernetesModule.Name: kubernetesModule, koModule.Name: koModule, vaultModule.Name: vaultModule,
}

// wanted are the modules that this kind of hub is made of. Kubernetes is the
// first: the manifests of another take kubectl.
func (h *Hub) wanted() []build.Module {
	modules := []build.Module{kubernetesModule, tektonModule, kueueModule, localPathModule}
	if h.Real {
		return append(modules, koModule)
	}
	return append(modules, kwokModule)
}

// Build makes the programs that are missing and links all of them.
func (h *Hub) Build(ctx context.Context) error {
	if err := h.occupy(); err != nil {
		return err
	}
	h.modules = map[string]build.Built{}
	var all []build.Built
	var kubectl string
	for _, module := range h.wanted() {
		built, err := h.buildModule(ctx, module, kubectl)
		if err != nil {
			return err
		}
		if module.Name == kubernetesModule.Name {
			kubectl = built.Program("kubectl")
		}
		h.modules[module.Name] = built
		all = append(all, built)
	}
	// A hub does not wait for what only tests need.
	if vault, found, err := h.programs().Find(vaultModule); err == nil && found {
		all = append(all, vault)
	}
	return build.Link(h.path("bin"), all...)
}

// BuildOnly makes the programs of the modules that are named, and links them.
func (h *Hub) BuildOnly(ctx context.Context, names ...string) error {
	if err := h.occupy(); err != nil {
		return err
	}
	for _, name := range names {
		module, ok := modulesByName[name]
		if !ok {
			return fmt.Errorf("no module %q can be built alone; there are %s", name, strings.Join(slices.Sorted(maps.Keys(modulesByName)), ", "))
		}
		built, err := h.buildModule(ctx, module, "")
		if err != nil {
			return err
		}
		if err := build.Link(h.path("bin"), built); err != nil {
			return err
		}
	}
	return nil
}

// programs is the cache of built programs, shared by all checkouts.
func (h *Hub) programs() build.Cache {
	return build.Cache{
		Dir:     filepath.Join(h.cache, "programs"),
		Modules: filepath.Join(h.Root, "dev", "hub", "modules"),
		Logs:    h.path("logs"),
	}
}

func (h *Hub) buildModule(ctx context.Context, module build.Module, kubectl string) (build.Built, error) {
	done := h.slow("module %s is being built; its output: %s", module.Name, h.log("build-"+module.Name))
	defer done()
	built, err := h.programs().Build(ctx, module, kubectl)
	if err == nil && built.Took > 0 {
		h.say("built module %s in %s", module.Name, built.Took.Round(time.Second))
	}
	return built, err
}

// slow says something if what follows takes more than a moment, so that a wait
// of minutes explains itself.
func (h *Hub) slow(format string, args ...any) (done func()) {
	timer := time.AfterFunc(2*time.Second, func() { h.say(format, args...) })
	return func() { timer.Stop() }
}
