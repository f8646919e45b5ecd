package install

import (
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"fournos.dev/hub/internal/hub"
)

func TestSources(t *testing.T) {
	root := t.TempDir()
	for _, file := range []string{
		"config/500-controller.yaml", "config/100-namespace.yaml", "config/README.md", "config/other/ignored.yaml",
		"config/kueue/queue.yaml", "config/pipelines/full.yaml",
		"dev/engine/main.go", "dev/engine/tasks/run.yaml", "dev/samples/job.yaml",
	} {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	installer := Installer{Hub: &hub.Hub{Out: io.Discard}, Root: root}
	files, err := installer.sources()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, file := range files {
		name, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, name)
	}
	want := []string{
		"config/100-namespace.yaml", "config/500-controller.yaml",
		"config/kueue/queue.yaml", "config/pipelines/full.yaml", "dev/engine/tasks/run.yaml",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}

	installer.Root = t.TempDir()
	if _, err := installer.sources(); err == nil {
		t.Error("a folder without manifests is no error")
	}
}

func TestBaseIsFoundByItsDigest(t *testing.T) {
	dir := t.TempDir()
	first, err := writeBase(dir)
	if err != nil {
		t.Fatal(err)
	}
	second, err := writeBase(dir) // over what is there
	if err != nil || first != second {
		t.Fatalf("digests %s and %s, %v", first, second, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "blobs", "sha256", first[len("sha256:"):])); err != nil {
		t.Error(err)
	}
}
