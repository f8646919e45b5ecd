package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	fournosclient "fournos.dev/fournos/pkg/client/clientset/versioned/typed/fournos/v1"
)

// engine works for one job.
type engine struct {
	jobs fournosclient.FournosJobInterface
	job  string
	// artifacts is the folder of the workspace.
	artifacts     string
	vaultDir      string
	kubeconfigDir string
	log           io.Writer
}

// do does what the verb says.
func (e *engine) do(ctx context.Context, verb string) error {
	job, err := e.jobs.Get(ctx, e.job, metav1.GetOptions{})
	if err != nil {
		return err
	}
	config, err := configurationOf(job)
	if err != nil {
		return err
	}
	switch verb {
	case "resolve":
		return e.resolve(ctx, &config.Resolve)
	case "prepare":
		return e.step(ctx, verb, config.Prepare)
	case "run":
		if err := e.showGiven(job); err != nil {
			return err
		}
		return e.step(ctx, verb, config.behaviour)
	case "cleanup":
		return e.step(ctx, verb, config.Cleanup)
	}
	return fmt.Errorf("unknown verb %q: want resolve, prepare, run or cleanup", verb)
}

// step does a Task's work, and says in the job's engineStatus how far it is.
func (e *engine) step(ctx context.Context, name string, how behaviour) error {
	e.say("%s: for job %s, takes %s", name, e.job, how.Sleep.Duration)
	if err := e.report(ctx, name, "Running"); err != nil {
		return err
	}
	if err := behave(ctx, how); err != nil {
		if ctx.Err() != nil {
			return err // Who was told to end has no time left to tell.
		}
		return errors.Join(err, e.report(ctx, name, "Failed: "+err.Error()))
	}
	artifact, err := e.leaveArtifact(name)
	if err != nil {
		return err
	}
	e.say("%s: wrote %s", name, artifact)
	return e.report(ctx, name, "Done")
}

// behave takes its time, then fails or does not.
func behave(ctx context.Context, how behaviour) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(how.Sleep.Duration):
	}
	if how.Fail != "" {
		return errors.New(how.Fail)
	}
	return nil
}

// report sets a step's entry in status.engineStatus, and leaves all else as it is.
func (e *engine) report(ctx context.Context, step, state string) error {
	patch, err := json.Marshal(map[string]any{
		"status": map[string]any{"engineStatus": map[string]any{"steps": map[string]string{step: state}}},
	})
	if err != nil {
		return err
	}
	_, err = e.jobs.Patch(ctx, e.job, types.MergePatchType, patch, metav1.PatchOptions{}, "status")
	return err
}

// showGiven shows what a run is given. Of Secrets it shows the paths, never what is in them.
func (e *engine) showGiven(job *fournosv1.FournosJob) error {
	e.say("run: env %s", list(slices.Sorted(maps.Keys(job.Spec.Env))))
	vault, err := filesIn(e.vaultDir)
	if err != nil {
		return err
	}
	e.say("run: vault secrets %s", list(vault))
	kubeconfig, err := filesIn(e.kubeconfigDir)
	if err != nil {
		return err
	}
	e.say("run: kubeconfig %s", list(kubeconfig))
	return nil
}

// filesIn lists the files in a mounted volume. The kubelet keeps them behind links, in folders that begin with two dots.
func filesIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), "..") {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		below, err := filesIn(path)
		if err != nil {
			return nil, err
		}
		files = append(files, below...)
	}
	return files, nil
}

func list(of []string) string {
	if len(of) == 0 {
		return "(none)"
	}
	return strings.Join(of, " ")
}

// leaveArtifact writes a step's artifact into a folder of its own.
func (e *engine) leaveArtifact(step string) (string, error) {
	dir := filepath.Join(e.artifacts, step)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	content, err := json.Marshal(map[string]string{"job": e.job, "step": step, "at": time.Now().UTC().Format(time.RFC3339)})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "result.json")
	return path, os.WriteFile(path, append(content, '\n'), 0o644)
}

func (e *engine) say(format string, args ...any) {
	_, _ = fmt.Fprintf(e.log, format+"\n", args...) // Nobody to tell if the log is gone.
}
