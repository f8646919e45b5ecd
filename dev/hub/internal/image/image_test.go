package image

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func testImage(t *testing.T) *Image {
	t.Helper()
	layer := NewLayer()
	layer.File("/ko-app/tool", 0o755, []byte("program"))
	layer.Link("/bin/sh", "busybox")
	img, err := New(layer, Config{Entrypoint: []string{"/ko-app/tool"}, User: "65532"})
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestEqualContentsEqualDigests(t *testing.T) {
	if one, two := testImage(t).Digest(), testImage(t).Digest(); one != two {
		t.Errorf("digests %s and %s of the same image", one, two)
	}
}

func TestLayer(t *testing.T) {
	layer := NewLayer()
	layer.File("/a/b/c", 0o600, []byte("content"))
	layer.File("/a/b/d", 0o600, nil)
	content, err := layer.bytes()
	if err != nil {
		t.Fatal(err)
	}
	modes := map[string]int64{}
	for reader := tar.NewReader(bytes.NewReader(content)); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := modes[header.Name]; twice {
			t.Errorf("%s is there twice", header.Name)
		}
		modes[header.Name] = header.Mode
	}
	for name, mode := range map[string]int64{"tmp/": 0o1777, "etc/passwd": 0o644, "a/": 0o755, "a/b/": 0o755, "a/b/c": 0o600} {
		if got, ok := modes[name]; !ok || got != mode {
			t.Errorf("%s has mode %o (%v), want %o", name, got, ok, mode)
		}
	}
}

func TestWriteArchive(t *testing.T) {
	img := testImage(t)
	file := filepath.Join(t.TempDir(), "images", "tool.tar")
	if err := img.WriteArchive(file, "ko.local/tool:1"); err != nil {
		t.Fatal(err)
	}
	files := untar(t, file)
	if _, ok := files["oci-layout"]; !ok {
		t.Error("no oci-layout")
	}
	idx := parseIndex(t, files["index.json"])
	if len(idx.Manifests) != 1 || idx.Manifests[0].Annotations[nameAnnotation] != "ko.local/tool:1" {
		t.Fatalf("index %+v, want one manifest with the name", idx)
	}
	var manifest struct {
		Config descriptor
		Layers []descriptor
	}
	blob(t, files, idx.Manifests[0], &manifest)
	var config struct {
		Config Config
		Rootfs struct {
			DiffIDs []string `json:"diff_ids"`
		}
	}
	blob(t, files, manifest.Config, &config)
	if config.Config.User != "65532" || len(manifest.Layers) != 1 || config.Rootfs.DiffIDs[0] != manifest.Layers[0].Digest {
		t.Errorf("config %+v does not go with manifest %+v", config, manifest)
	}
}

func TestArchiveLayoutNamesAndDrops(t *testing.T) {
	img := testImage(t)
	dir := t.TempDir()
	if err := img.WriteLayout(dir); err != nil {
		t.Fatal(err)
	}
	// What an earlier build left: a manifest that nobody asks for.
	index := filepath.Join(dir, "index.json")
	content, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	old := parseIndex(t, content)
	stale := old.Manifests[0]
	stale.Digest = "sha256:0000"
	old.Manifests = append(old.Manifests, stale)
	if content, err = json.Marshal(old); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(index, content, 0o644); err != nil {
		t.Fatal(err)
	}

	names, err := ByDigest([]string{"fournos.local/tool@" + img.Digest()})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "images.tar")
	if err := ArchiveLayout(dir, file, names); err != nil {
		t.Fatal(err)
	}
	idx := parseIndex(t, untar(t, file)["index.json"])
	if len(idx.Manifests) != 1 || idx.Manifests[0].Annotations[nameAnnotation] != "fournos.local/tool@"+img.Digest() {
		t.Errorf("index %+v, want only the named image", idx)
	}
	if err := ArchiveLayout(dir, file, map[string]string{"sha256:1111": "fournos.local/missing"}); err == nil {
		t.Error("an image that is not in the layout is no error")
	}
}

func TestByDigestWantsDigests(t *testing.T) {
	if _, err := ByDigest([]string{"fournos.local/tool:latest"}); err == nil {
		t.Error("a reference by tag is no error")
	}
}

func untar(t *testing.T, file string) map[string][]byte {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for reader := tar.NewReader(bytes.NewReader(content)); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[header.Name], err = io.ReadAll(reader); err != nil {
			t.Fatal(err)
		}
	}
}

func parseIndex(t *testing.T, content []byte) index {
	t.Helper()
	var idx index
	if err := json.Unmarshal(content, &idx); err != nil {
		t.Fatal(err)
	}
	return idx
}

func blob(t *testing.T, files map[string][]byte, d descriptor, into any) {
	t.Helper()
	content, ok := files["blobs/sha256/"+d.Digest[len("sha256:"):]]
	if !ok || int64(len(content)) != d.Size {
		t.Fatalf("blob %+v: %d bytes, %v", d, len(content), ok)
	}
	if err := json.Unmarshal(content, into); err != nil {
		t.Fatal(err)
	}
}
