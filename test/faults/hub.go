package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// hub is a hub of this program's own, with a simulated node.
type hub struct {
	// top is the checkout, dir the hub's folder in it.
	top, dir string
	// program is the hub command, built once.
	program string
	ports   int
}

func newHub(ctx context.Context, top, dir string, ports int) (*hub, error) {
	h := &hub{top: top, dir: filepath.Join(top, dir), ports: ports}
	h.program = filepath.Join(os.TempDir(), fmt.Sprintf("fournos-hub-%d", os.Getpid()))
	build := exec.CommandContext(ctx, "go", "build", "-C", filepath.Join(top, "dev", "hub"), "-o", h.program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the hub command: %w: %s", err, out)
	}
	return h, nil
}

// run calls the hub command.
func (h *hub) run(ctx context.Context, verb string, args ...string) error {
	all := append([]string{verb, "--simulated", "--dir", h.dir, "--ports", strconv.Itoa(h.ports)}, args...)
	cmd := exec.CommandContext(ctx, h.program, all...)
	cmd.Dir = h.top
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("hub %s: %w: %s", strings.Join(append([]string{verb}, args...), " "), err, out)
	}
	return nil
}

// up brings the hub up anew, with Fournos installed and none of its programs running.
func (h *hub) up(ctx context.Context) error {
	for _, verb := range []string{"down", "up", "install"} {
		if err := h.run(ctx, verb); err != nil {
			return err
		}
	}
	return nil
}

func (h *hub) down(ctx context.Context) error {
	defer os.Remove(h.program)
	return h.run(ctx, "down")
}

// installed is one of Fournos' programs as the hub runs it.
type installed struct {
	Name string   `json:"name"`
	Path string   `json:"path"`
	Args []string `json:"args"`
	Env  []string `json:"env"`
	Dir  string   `json:"dir"`
}

// takeOver ends Fournos' programs, which the hub would start again, and says how they are run.
func (h *hub) takeOver(ctx context.Context) (map[string]installed, error) {
	file := filepath.Join(h.dir, "installed", "processes.json")
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	programs := map[string]installed{}
	if err := json.Unmarshal(content, &programs); err != nil {
		return nil, err
	}
	for name := range programs {
		if err := h.run(ctx, "kill", name); err != nil {
			return nil, err
		}
	}
	return programs, os.Remove(file)
}

// restart kills components of the hub and starts them again, and what did not outlive that.
func (h *hub) restart(ctx context.Context, components ...string) error {
	if err := h.run(ctx, "kill", components...); err != nil {
		return err
	}
	if err := h.run(ctx, "up", append([]string{"--alone"}, components...)...); err != nil {
		return err
	}
	return h.run(ctx, "up")
}
