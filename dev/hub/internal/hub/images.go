package hub

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"fournos.dev/hub/internal/image"
	"fournos.dev/hub/internal/node"
)

// The hub's images. Their names are of no registry: what is not imported is
// nowhere else to be found.
const (
	busyboxImage = "ko.local/busybox:1.36"
	pauseImage   = "ko.local/pause:hub"
)

func tektonImage(program string) string { return "ko.local/tekton/" + program + ":hub" }

var tektonImagePrograms = []string{"entrypoint", "nop", "workingdirinit", "sidecarlogresults"}

const searchPath = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// ensureImages makes the hub's images and imports them, once for the life of
// containerd's data or until one of the programs in them changes.
func (h *Hub) ensureImages(ctx context.Context) error {
	fingerprint, err := h.imageFingerprint()
	if err != nil {
		return err
	}
	marker := h.path("data", "images-imported")
	if imported, err := os.ReadFile(marker); err == nil && string(imported) == fingerprint {
		return nil
	}
	images, err := h.images()
	if err != nil {
		return err
	}
	for name, img := range images {
		file := h.path("images", strings.NewReplacer("/", "-", ":", "-").Replace(name)+".tar")
		if err := img.WriteArchive(file, name); err != nil {
			return err
		}
		if err := h.importImages(ctx, file); err != nil {
			return err
		}
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	return writeFile(marker, []byte(fingerprint))
}

func (h *Hub) importImages(ctx context.Context, file string) error {
	return h.ctr(ctx, "images", "import", "--snapshotter="+node.Snapshotter(h.Dir), file)
}

// imageFingerprint is over where the programs really are: the cache has another
// folder for every version.
func (h *Hub) imageFingerprint() (string, error) {
	busybox, err := os.ReadFile(node.Busybox)
	if err != nil {
		return "", err
	}
	tekton, err := filepath.EvalSymlinks(h.Program("tekton-entrypoint"))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x %s", sha256.Sum256(busybox), filepath.Dir(tekton)), nil
}

func (h *Hub) images() (map[string]*image.Image, error) {
	images := map[string]*image.Image{}
	var err error
	if images[busyboxImage], err = busybox(image.Config{Cmd: []string{"sh"}, Env: []string{searchPath}}); err != nil {
		return nil, err
	}
	// A sandbox's first process has only to be there until it is killed.
	if images[pauseImage], err = busybox(image.Config{Entrypoint: []string{"/bin/sleep", "2147483647"}, Env: []string{searchPath}}); err != nil {
		return nil, err
	}
	for _, program := range tektonImagePrograms {
		content, err := os.ReadFile(h.Program("tekton-" + program))
		if err != nil {
			return nil, err
		}
		layer := image.NewLayer()
		path := "/ko-app/" + program
		layer.File(path, 0o755, content)
		if images[tektonImage(program)], err = image.New(layer, image.Config{Entrypoint: []string{path}, User: "65532", Env: []string{searchPath}}); err != nil {
			return nil, err
		}
	}
	return images, nil
}

// busybox is an image of the machine's static busybox under all its names.
func busybox(config image.Config) (*image.Image, error) {
	content, err := os.ReadFile(node.Busybox)
	if err != nil {
		return nil, err
	}
	names, err := exec.Command(node.Busybox, "--list").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --list: %w", node.Busybox, err)
	}
	layer := image.NewLayer()
	layer.File("/bin/busybox", 0o755, content)
	for _, name := range strings.Fields(string(names)) {
		if name != "busybox" {
			layer.Link("/bin/"+name, "busybox")
		}
	}
	// Where scripts look for it.
	layer.Link("/usr/bin/env", "/bin/busybox")
	return image.New(layer, config)
}

// Load imports image archives, as docker or an OCI tool writes them.
func (h *Hub) Load(ctx context.Context, files ...string) error {
	if !h.Real {
		return fmt.Errorf("a hub without root runs no containers, so it has no images to load")
	}
	if !h.running("containerd") {
		return fmt.Errorf("containerd is not running: run `up` first")
	}
	for _, file := range files {
		if err := h.importImages(ctx, file); err != nil {
			return err
		}
		h.say("loaded %s", file)
	}
	return nil
}
