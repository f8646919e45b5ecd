package install

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"fournos.dev/hub/internal/image"
)

// repository is what the images are called. It has no server: the images go to
// containerd through a file.
const repository = "fournos.local"

// resolve lets ko build the images that the manifests name, loads them into the
// hub, and returns the manifests with the images' digests.
func (i Installer) resolve(ctx context.Context, sources []string) ([]byte, error) {
	work, err := os.MkdirTemp(i.Hub.Dir, "install-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	built, err := i.ko(ctx, sources, work, filepath.Join(i.Hub.CacheDir(), "ko"))
	if err != nil {
		return nil, err
	}
	return built.manifests, i.load(ctx, built, filepath.Join(work, "images.tar"))
}

// built is what ko has made.
type built struct {
	manifests []byte
	// layout is a folder with the images, and references are their names with
	// their digests, in order.
	layout     string
	references []string
}

// ko builds the images that the manifests name into a folder.
func (i Installer) ko(ctx context.Context, sources []string, work, cache string) (*built, error) {
	base, err := writeBase(filepath.Join(cache, "img"))
	if err != nil {
		return nil, fmt.Errorf("base image: %w", err)
	}
	layout, references := filepath.Join(work, "layout"), filepath.Join(work, "references")

	// Only with a tarball does ko call the images by the repository's name;
	// only a layout keeps the digests that it writes into the manifests.
	args := []string{
		"resolve", "--push=false", "--sbom=none", "--base-import-paths", "--platform=linux/" + runtime.GOARCH,
		"--oci-layout-path=" + layout, "--tarball=" + filepath.Join(work, "unused.tar"), "--image-refs=" + references,
	}
	for _, source := range sources {
		args = append(args, "--filename="+source)
	}
	cmd := exec.CommandContext(ctx, i.Hub.Program("ko"), args...)
	cmd.Dir = i.Root
	cmd.Env = append(goEnvironment(),
		"KOCACHE="+cache,
		"KO_DEFAULTBASEIMAGE="+repository+"/base@"+base,
		"KO_DOCKER_REPO="+repository,
	)
	var messages strings.Builder
	cmd.Stderr = &messages
	resolved, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("ko resolve: %w\n%s", err, messages.String())
	}
	content, err := os.ReadFile(references)
	if err != nil {
		return nil, err
	}
	// ko builds them at once, and writes them as they come.
	names := strings.Fields(string(content))
	slices.Sort(names)
	return &built{manifests: resolved, layout: layout, references: slices.Compact(names)}, nil
}

// load imports what ko has built, under the names that it has written.
func (i Installer) load(ctx context.Context, built *built, archive string) error {
	names, err := image.ByDigest(built.references)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return nil // manifests without any image of ours
	}
	if err := image.ArchiveLayout(built.layout, archive, names); err != nil {
		return err
	}
	return i.Hub.Load(ctx, archive)
}

// writeBase writes the image that ko puts the programs on, where ko looks for
// it before it would ask a registry: that needs its name to be by digest.
func writeBase(dir string) (digest string, err error) {
	layer := image.NewLayer()
	// Go programs look for authorities here; a machine may have none.
	const authorities = "/etc/ssl/certs/ca-certificates.crt"
	if content, err := os.ReadFile(authorities); err == nil {
		layer.File(authorities, 0o644, content)
	}
	base, err := image.New(layer, image.Config{
		User: "65532",
		Env:  []string{"PATH=/usr/local/bin:/usr/bin:/bin", "SSL_CERT_FILE=" + authorities},
	})
	if err != nil {
		return "", err
	}
	return base.Digest(), base.WriteLayout(dir)
}

// goEnvironment makes a build the same in every checkout, so that it comes from
// the build cache.
func goEnvironment() []string {
	return append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOWORK=off")
}
