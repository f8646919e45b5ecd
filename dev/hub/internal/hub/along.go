package hub

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"time"

	"fournos.dev/hub/internal/process"
)

// Along is a program that runs as part of the hub although the hub does not
// consist of it: what was installed, where there are no Pods.
type Along struct {
	Name           string
	Program        string
	Args, Env      []string
	Namespace      string
	ServiceAccount string
}

// RunAlong starts the program, and from now on with the hub.
func (h *Hub) RunAlong(ctx context.Context, a Along) error {
	client, err := h.Client()
	if err != nil {
		return err
	}
	if err := h.writeAccountKubeconfig(ctx, client, account{a.Namespace, a.ServiceAccount}); err != nil {
		return err
	}
	commands, err := h.alongs()
	if err != nil {
		return err
	}
	// The hub's own settings come last and win: on one machine, ports have to
	// be different and are nobody else's business.
	env := append(h.environment(), a.Env...)
	env = append(env,
		"KUBECONFIG="+h.kubeconfigOf(a.ServiceAccount),
		"METRICS_PROMETHEUS_HOST="+loopback,
	)
	command := process.Command{
		Name: a.Name, Path: a.Program, Args: a.Args, Env: append(env, h.freePorts(commands, a.Name)...), Dir: h.Dir, Log: h.log(a.Name),
		Inputs: []string{a.Program}, // the same path after every build
	}
	commands[a.Name] = command
	content, err := json.MarshalIndent(commands, "", "  ")
	if err != nil {
		return err
	}
	if err := writeFile(h.alongFile(), content); err != nil {
		return err
	}
	return h.ensureAlong(ctx, command)
}

// freePorts are the variables with the first ports that no program of another
// name has.
func (h *Hub) freePorts(commands map[string]process.Command, name string) []string {
	for n := 0; ; n++ {
		variables := []string{
			"METRICS_PROMETHEUS_PORT=" + strconv.Itoa(h.ports.controllerMetrics+n),
			"PROFILING_PORT=" + strconv.Itoa(h.ports.controllerProfile+n),
			"PROBES_PORT=" + strconv.Itoa(h.ports.controllerProbes+n),
		}
		taken := false
		for other, command := range commands {
			taken = taken || other != name && slices.Contains(command.Env, variables[0])
		}
		if !taken {
			return variables
		}
	}
}

func (h *Hub) alongFile() string { return h.path("installed", "processes.json") }

func (h *Hub) alongs() (map[string]process.Command, error) {
	commands := map[string]process.Command{}
	content, err := os.ReadFile(h.alongFile())
	if errors.Is(err, fs.ErrNotExist) {
		return commands, nil
	}
	if err != nil {
		return nil, err
	}
	return commands, json.Unmarshal(content, &commands)
}

// startAlongs starts what was installed into the data at hand.
func (h *Hub) startAlongs(ctx context.Context) error {
	commands, err := h.alongs()
	if err != nil {
		return err
	}
	for _, command := range commands {
		if err := h.ensureAlong(ctx, command); err != nil {
			return err
		}
	}
	return nil
}

// ensureAlong starts a program and watches it for a moment: what is wrong with
// its configuration or its rights ends it at once.
func (h *Hub) ensureAlong(ctx context.Context, command process.Command) error {
	c := component{Command: command}
	started, err := h.start(c)
	if err != nil || !started {
		return err
	}
	moment := time.NewTimer(2 * time.Second)
	defer moment.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-moment.C:
			return nil
		case <-time.After(100 * time.Millisecond):
			if !h.running(c.Name) {
				return c.failed(errors.New("it has ended by itself"))
			}
		}
	}
}
