package hub

import (
	"context"
	"errors"
	"os"
	"time"

	"fournos.dev/hub/internal/node"
	"fournos.dev/hub/internal/process"
)

// stopOrder is the order in which programs are ended; those that are not in it
// go first. The kubelet goes before what it would restart, and the API server
// and etcd after all who still want to write their last word.
var stopOrder = [][]string{
	{"kubelet", "kube-proxy", "kwok"},
	{"kube-apiserver"},
	{"etcd", "containerd"},
}

// Down ends the hub. Its data is deleted unless it is to be kept for the next
// `up`.
func (h *Hub) Down(ctx context.Context, keep bool) error {
	unlock, err := h.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	p := h.progress()
	ours, err := h.occupied()
	if err != nil {
		return err
	}
	current, err := h.run.claimed()
	if err != nil {
		return err
	}
	// The machine's hub may be another checkout's; that one is not ours to end.
	if current.Dir == "" || current.Dir == h.Dir {
		grace := stopGrace
		if !keep {
			grace = 0 // there will be nothing left to have been written in order
		}
		if err := h.halt(h.Dir, grace); err != nil {
			return err
		}
		p.done("processes are ended")
		if h.Real {
			node.RemoveLitter(h.Dir)
			if err := node.RemoveNetwork(current.Forwarding); err != nil {
				return err
			}
		}
		if err := os.RemoveAll(h.run.path("hub.json")); err != nil {
			return err
		}
	} else {
		h.say("the hub that runs is that of %s: it is left alone", current.Dir)
	}
	if keep || (!ours && h.Dir != h.defaultDir()) {
		return nil
	}
	if err := node.RemoveDir(h.Dir); err != nil {
		return err
	}
	p.done("data is deleted")
	return nil
}

// halt ends every process of the machine's hub, whose folder is dir, and what
// containerd has left. A process that has not ended by itself after grace is killed.
func (h *Hub) halt(dir string, grace time.Duration) error {
	records, err := h.records.All()
	if err != nil {
		return err
	}
	for _, group := range inStopOrder(records) {
		var ids []process.Identity
		for _, record := range group {
			ids = append(ids, record.Identity)
		}
		if err := process.Stop(ids, grace); err != nil {
			return err
		}
		for _, record := range group {
			if err := h.records.Remove(record.Name); err != nil {
				return err
			}
		}
	}
	if !h.Real {
		return nil
	}
	return errors.Join(
		node.Sweep(h.run.socket(), h.runtimeDirs(dir)...),
		os.RemoveAll(h.run.path("containerd")),
		os.RemoveAll(h.run.socket()),
		os.RemoveAll(h.run.socket()+".ttrpc"),
	)
}

func inStopOrder(records []process.Record) [][]process.Record {
	groups := make([][]process.Record, len(stopOrder)+1)
	for _, record := range records {
		at := 0
		for i, names := range stopOrder {
			for _, name := range names {
				if name == record.Name {
					at = i + 1
				}
			}
		}
		groups[at] = append(groups[at], record)
	}
	return groups
}
