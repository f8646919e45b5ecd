package hub

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fournos.dev/hub/internal/kube"
	"fournos.dev/hub/internal/node"
)

const (
	startPatience = 60 * time.Second
	stopGrace     = 3 * time.Second
)

// Up makes the hub run and returns when everything in it answers. What runs
// already is left as it is.
func (h *Hub) Up(ctx context.Context) error {
	unlock, err := h.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	p := h.progress()
	if err := p.stage(ctx, "programs are built", h.Build); err != nil {
		return err
	}
	// Only now: until then another checkout's hub is of more use than none.
	if err := h.takeOver(); err != nil {
		return err
	}
	if err := p.stage(ctx, "machine, certificates and configuration are prepared", h.prepare); err != nil {
		return err
	}
	var client *kube.Client
	err = p.stage(ctx, "etcd and the API server answer", func(ctx context.Context) error {
		client, err = h.startAPI(ctx)
		return err
	})
	if err != nil {
		return err
	}
	// The images are of interest to the first Pod, not to anybody here.
	imported := make(chan error, 1)
	go func() { imported <- h.importIfReal(ctx) }()
	if err := p.stage(ctx, "controller manager, scheduler and node are started", func(ctx context.Context) error {
		return h.startNode(ctx, client)
	}); err != nil {
		return errors.Join(err, <-imported)
	}
	if err := p.stage(ctx, "Tekton, Kueue and local-path-provisioner are installed and started", func(ctx context.Context) error {
		return h.startAddons(ctx, client)
	}); err != nil {
		return errors.Join(err, <-imported)
	}
	if err := h.awaitReady(ctx, client, p.done); err != nil {
		return errors.Join(err, <-imported)
	}
	if err := p.stage(ctx, "images are imported", func(context.Context) error { return <-imported }); err != nil {
		return err
	}
	if err := h.startAlongs(ctx); err != nil {
		return err
	}
	if h.started.Load() {
		h.say("the hub is up: export KUBECONFIG=%s", h.Kubeconfig())
	} else {
		h.say("the hub was up already: export KUBECONFIG=%s", h.Kubeconfig())
	}
	return nil
}

// takeOver makes this hub the machine's. A hub of another checkout is ended,
// for there is one set of ports and one bridge; its data stays.
func (h *Hub) takeOver() error {
	current, err := h.run.claimed()
	if err != nil {
		return err
	}
	if current.Dir != "" && current.Dir != h.Dir {
		h.say("ending the hub of %s, which this machine has no room for beside this one", current.Dir)
		if err := h.halt(current.Dir, stopGrace); err != nil {
			return fmt.Errorf("end the hub of %s: %w", current.Dir, err)
		}
	}
	if current.Dir == h.Dir && !h.hasCertificates() {
		// Somebody deleted the folder of a running hub. What still runs trusts
		// an authority that is gone.
		if err := h.halt(h.Dir, 0); err != nil {
			return err
		}
	}
	if h.Real && !h.running("containerd") {
		// What a killed hub left: shims, containers, mounts.
		if err := node.Sweep(h.run.socket(), h.runtimeDirs(h.Dir)...); err != nil {
			return err
		}
	}
	current.Dir = h.Dir
	return h.run.save(current)
}

func (h *Hub) running(name string) bool {
	record, ok := h.records.Load(name)
	return ok && record.Alive()
}

// runtimeDirs are the folders below which the containerd and the kubelet of the
// hub in dir mount.
func (h *Hub) runtimeDirs(dir string) []string {
	return []string{string(h.run), filepath.Join(dir, "data", "containerd"), filepath.Join(dir, "data", "kubelet")}
}

func (h *Hub) prepare(ctx context.Context) error {
	if h.Real {
		if err := h.prepareMachine(ctx); err != nil {
			return err
		}
	}
	if err := h.ensureCertificates(); err != nil {
		return err
	}
	return h.writeConfigFiles()
}

func (h *Hub) prepareMachine(ctx context.Context) error {
	if missing := node.MissingPackages(); len(missing) > 0 {
		h.say("installing %s", strings.Join(missing, ", "))
		if err := node.InstallPackages(ctx, missing, h.log("apt")); err != nil {
			return err
		}
	}
	forwarding, err := node.EnsureNetwork()
	if err != nil {
		return fmt.Errorf("make the bridge %s: %w", node.Bridge, err)
	}
	current, err := h.run.claimed()
	if err != nil {
		return err
	}
	if current.Forwarding == "" {
		current.Forwarding = forwarding
		if err := h.run.save(current); err != nil {
			return err
		}
	}
	if err := node.EnsureCgroup(); err != nil {
		return fmt.Errorf("make the control group %s: %w", node.Cgroup, err)
	}
	// Volumes are mounted from here by programs that run as anybody.
	return os.MkdirAll(h.path("data", "volumes"), 0o755)
}

func (h *Hub) startAPI(ctx context.Context) (*kube.Client, error) {
	if h.Real {
		if err := h.ensure(h.containerd()); err != nil {
			return nil, err
		}
	}
	etcd, apiserver := h.etcd(), h.apiserver()
	if err := h.ensure(etcd); err != nil {
		return nil, err
	}
	if err := h.await(ctx, etcd, startPatience, h.etcdAnswers); err != nil {
		return nil, err
	}
	if err := h.ensure(apiserver); err != nil {
		return nil, err
	}
	client, err := h.Client()
	if err != nil {
		return nil, err
	}
	return client, h.await(ctx, apiserver, startPatience, func(ctx context.Context) error {
		return apiserverReady(ctx, client)
	})
}

func (h *Hub) importIfReal(ctx context.Context) error {
	if !h.Real {
		return nil
	}
	if err := h.await(ctx, h.containerd(), startPatience, h.containerdAnswers); err != nil {
		return err
	}
	return h.ensureImages(ctx)
}

func (h *Hub) startNode(ctx context.Context, client *kube.Client) error {
	for _, program := range []component{h.controllerManager(), h.scheduler()} {
		if err := h.ensure(program); err != nil {
			return err
		}
	}
	if !h.Real {
		return h.startSimulatedNode(ctx, client)
	}
	if err := h.await(ctx, h.containerd(), startPatience, h.containerdAnswers); err != nil {
		return err
	}
	if err := h.ensure(h.kubelet()); err != nil {
		return err
	}
	return h.ensure(h.proxy())
}

func (h *Hub) startSimulatedNode(ctx context.Context, client *kube.Client) error {
	if !h.running("kwok") {
		// A KWOK that was killed holds the node's lease, and its successor
		// would leave the node alone until that has run out.
		if err := client.Delete(ctx, "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/"+nodeName); err != nil {
			return err
		}
	}
	if err := h.ensure(h.kwok()); err != nil {
		return err
	}
	err := client.Get(ctx, "/api/v1/nodes/"+nodeName, nil)
	if kube.IsNotFound(err) {
		err = client.Post(ctx, "/api/v1/nodes", simulatedNode(), nil)
	}
	return err
}
