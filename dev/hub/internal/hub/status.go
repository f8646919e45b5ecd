package hub

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"fournos.dev/hub/internal/kube"
)

// Status prints the hub's components and what they are good for. It fails when
// the hub is not ready.
func (h *Hub) Status(ctx context.Context) error {
	current, err := h.run.claimed()
	if err != nil {
		return err
	}
	if current.Dir != h.Dir {
		if current.Dir == "" {
			return fmt.Errorf("no hub is up: run `up`")
		}
		return fmt.Errorf("the hub that runs is that of %s; `up` here would end it", current.Dir)
	}
	table := tabwriter.NewWriter(h.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "COMPONENT\tPID\tRUNS\tLISTENS\tLOG")
	var dead []string
	components, err := h.everyComponent()
	if err != nil {
		return err
	}
	for _, c := range components {
		record, known := h.records.Load(c.Name)
		runs, pid := "no", "-"
		if known {
			pid = fmt.Sprint(record.PID)
		}
		if known && record.Alive() {
			runs = "yes"
		} else {
			dead = append(dead, c.Name)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", c.Name, pid, runs, strings.Join(c.listens, " "), c.Log)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(dead) > 0 {
		return fmt.Errorf("not running: %s; `up` starts them", strings.Join(dead, ", "))
	}
	return h.printReadiness(ctx)
}

func (h *Hub) printReadiness(ctx context.Context) error {
	client, err := h.Client()
	if err != nil {
		return err
	}
	fmt.Fprintln(h.Out)
	table := tabwriter.NewWriter(h.Out, 0, 0, 2, ' ', 0)
	var missing int
	for _, c := range h.checks() {
		state := "yes"
		if err := probeOnce(ctx, client, c); err != nil {
			state, missing = err.Error(), missing+1
		}
		fmt.Fprintf(table, "%s\t%s\n", c.what, state)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if missing > 0 {
		return fmt.Errorf("the hub is not ready; `up` waits until it is")
	}
	fmt.Fprintf(h.Out, "\n%s  KUBECONFIG=%s\n", h.server(), h.Kubeconfig())
	return nil
}

func probeOnce(ctx context.Context, client *kube.Client, c check) error {
	if c.probe == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return c.probe(ctx, client)
}

// components are all programs of the hub, in the order in which they start.
func (h *Hub) components() []component {
	var all []component
	if h.Real {
		all = append(all, h.containerd())
	}
	all = append(all, h.etcd(), h.apiserver(), h.controllerManager(), h.scheduler())
	if h.Real {
		all = append(all, h.kubelet(), h.proxy())
	} else {
		all = append(all, h.kwok())
	}
	return append(all, h.tektonWebhook(), h.tektonController(), h.kueue(), h.localPath())
}
