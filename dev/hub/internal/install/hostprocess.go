package install

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"fournos.dev/hub/internal/hub"
	"fournos.dev/hub/internal/manifest"
)

const importPrefix = "ko://"

// asProcess installs into a hub whose node runs nothing: the same manifests, but
// the Deployment's program runs as a process of the machine, as the Deployment's
// ServiceAccount and with what the Deployment would give it.
func (i Installer) asProcess(ctx context.Context, sources []string) error {
	content, err := readManifests(sources)
	if err != nil {
		return err
	}
	objects, err := manifest.Parse(content)
	if err != nil {
		return err
	}
	deployments, others := manifest.Split(objects, "Deployment")
	if err := i.apply(ctx, manifest.WithoutImportPaths(others, importPrefix)); err != nil {
		return err
	}
	for _, deployment := range deployments {
		if err := i.runDeployment(ctx, deployment, others); err != nil {
			return fmt.Errorf("run the program of Deployment %s: %w", deployment.Name(), err)
		}
	}
	return nil
}

func readManifests(files []string) ([]byte, error) {
	var stream bytes.Buffer
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&stream, "---\n%s\n", content)
	}
	return stream.Bytes(), nil
}

// runDeployment builds and starts the program of a Deployment.
func (i Installer) runDeployment(ctx context.Context, deployment manifest.Object, others []manifest.Object) error {
	pod, err := manifest.PodOf(deployment, others)
	if err != nil {
		return err
	}
	importPath, ok := strings.CutPrefix(pod.Image, importPrefix)
	if !ok {
		i.say("Deployment %s is of image %s, which a hub without containers cannot run: left out", deployment.Name(), pod.Image)
		return nil
	}
	dir := filepath.Join(i.Hub.Dir, "installed", deployment.Name())
	program := filepath.Join(dir, path.Base(importPath))
	if err := i.build(ctx, importPath, program); err != nil {
		return err
	}
	for name, content := range pod.Files {
		file := filepath.Join(dir, "files", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	pod = pod.MovedTo(filepath.Join(dir, "files"))
	err = i.Hub.RunAlong(ctx, hub.Along{
		Name:           deployment.Name(),
		Program:        program,
		Args:           pod.Args,
		Env:            pod.Env,
		Namespace:      deployment.Namespace(),
		ServiceAccount: pod.ServiceAccount,
	})
	if err == nil {
		i.say("%s runs as a process", deployment.Name())
	}
	return err
}

func (i Installer) build(ctx context.Context, importPath, program string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", program, importPath)
	cmd.Dir, cmd.Env = i.Root, goEnvironment()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", importPath, err, out)
	}
	return nil
}
