package build

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func sortedKeys(values map[string]string) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// writeManifests collects what the module publishes as YAML. It is kept beside
// the programs because the two must be of one version, and so that starting a
// hub needs no module cache.
func (m Module) writeManifests(ctx context.Context, dir, target, kubectl string) error {
	if len(m.Manifests) == 0 {
		return nil
	}
	source, err := m.upstreamDir(ctx, dir)
	if err != nil {
		return err
	}
	var stream bytes.Buffer
	for _, entry := range m.Manifests {
		if folder, ok := strings.CutSuffix(entry, "/"); ok {
			err = kustomize(ctx, &stream, kubectl, filepath.Join(source, folder))
		} else {
			err = concatenate(&stream, filepath.Join(source, entry))
		}
		if err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(target, ManifestsFile), stream.Bytes(), 0o644)
}

func kustomize(ctx context.Context, stream *bytes.Buffer, kubectl, folder string) error {
	cmd := exec.CommandContext(ctx, kubectl, "kustomize", folder)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("kubectl kustomize %s: %w", folder, err)
	}
	fmt.Fprintf(stream, "---\n%s\n", out)
	return nil
}

func concatenate(stream *bytes.Buffer, pattern string) error {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("no file matches %s: this version keeps its manifests elsewhere, change the module's entry in modules.go", pattern)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		fmt.Fprintf(stream, "---\n%s\n", content)
	}
	return nil
}
