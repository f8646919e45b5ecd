package hub

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"fournos.dev/hub/internal/kube"
	"fournos.dev/hub/internal/process"
)

// component is one program of the hub.
type component struct {
	process.Command
	// listens are the addresses that have to be free for it, host and port.
	listens []string
}

func (h *Hub) component(name string, args ...string) component {
	return component{Command: process.Command{
		Name: name,
		Path: h.Program(name),
		Args: args,
		Env:  h.environment(),
		Dir:  h.Dir,
		Log:  h.log(name),
	}}
}

func (c component) on(host string, ports ...int) component {
	for _, port := range ports {
		c.listens = append(c.listens, net.JoinHostPort(host, strconv.Itoa(port)))
	}
	return c
}

func (c component) reading(files ...string) component {
	c.Inputs = append(c.Inputs, files...)
	return c
}

// componentError tells which program's log explains a failure.
type componentError struct {
	component string
	log       string
	err       error
}

func (e *componentError) Error() string { return fmt.Sprintf("%s: %v", e.component, e.err) }
func (e *componentError) Unwrap() error { return e.err }

func (c component) failed(err error) error {
	return &componentError{component: c.Name, log: c.Log, err: err}
}

// ensure makes the component run.
func (h *Hub) ensure(c component) error {
	_, err := h.start(c)
	return err
}

// start starts the component unless it runs already just as it should.
func (h *Hub) start(c component) (started bool, err error) {
	fingerprint, err := c.Fingerprint()
	if err != nil {
		return false, c.failed(err)
	}
	if record, ok := h.records.Load(c.Name); ok && record.Alive() {
		if record.Fingerprint == fingerprint {
			return false, nil
		}
		h.say("%s runs with an older configuration and is started again", c.Name)
		if err := process.Stop([]process.Identity{record.Identity}, stopGrace); err != nil {
			return false, c.failed(err)
		}
	}
	for _, address := range c.listens {
		if err := checkFree(address); err != nil {
			return false, c.failed(err)
		}
	}
	record, err := process.Start(c.Command)
	if err != nil {
		return false, c.failed(err)
	}
	if err := h.records.Save(record); err != nil {
		return false, c.failed(errors.Join(err, process.Kill([]process.Identity{record.Identity})))
	}
	h.started.Store(true)
	return true, nil
}

func checkFree(address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w; see with `ss -ltnp` whose it is, end it, and run `up` again", address, err)
	}
	return listener.Close()
}

// await waits for the probe, but not for a component that has ended: that one
// will not answer any more.
func (h *Hub) await(ctx context.Context, c component, allow time.Duration, probe func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	err := kube.Until(ctx, allow, func(ctx context.Context) error {
		err := probe(ctx)
		if err == nil {
			return nil
		}
		if !h.running(c.Name) {
			cancel(fmt.Errorf("it has ended by itself; last answer: %w", err))
		}
		return err
	})
	if err == nil {
		return nil
	}
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	return c.failed(err)
}
