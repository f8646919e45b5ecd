package hub

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// The hub's folder holds a file that says which kind of hub made it. It keeps
// the two kinds out of each other's folders, whose files the other may not even
// be able to read, and `down` from deleting a folder that is no hub's.
func (h *Hub) kindFile() string { return h.path("kind") }

func (h *Hub) kind() string {
	if h.Real {
		return "a hub with a real node"
	}
	return "a hub with a simulated node"
}

// occupy makes the folder the hub's, or finds that it is.
func (h *Hub) occupy() error {
	ours, err := h.occupied()
	if err != nil || ours {
		return err
	}
	entries, err := os.ReadDir(h.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 && h.Dir != h.defaultDir() {
		return fmt.Errorf("%s is not empty and no hub's folder: choose another with --dir", h.Dir)
	}
	return writeFile(h.kindFile(), []byte(h.kind()))
}

// occupied reports whether the folder is that of a hub of this kind. One of the
// other kind is an error.
func (h *Hub) occupied() (bool, error) {
	content, err := os.ReadFile(h.kindFile())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w; if another user's hub is in %s, choose another folder with --dir", err, h.Dir)
	}
	if was := strings.TrimSpace(string(content)); was != h.kind() {
		return false, fmt.Errorf("%s is the folder of %s and this would be %s: take that one down first, or choose another folder with --dir", h.Dir, was, h.kind())
	}
	return true, nil
}
