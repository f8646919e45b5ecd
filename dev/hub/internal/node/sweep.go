package node

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fournos.dev/hub/internal/process"
)

// Sweep ends every container and takes away what holds it: the shims of the
// containerd at the socket, the processes in the hub's control group, the mounts
// below the folders, network namespaces among them, and the control group. It is
// for when containerd itself is not running any more.
func Sweep(socket string, dirs ...string) error {
	shims, err := process.Matching(func(args []string) bool { return isShim(args, socket) })
	if err != nil {
		return err
	}
	// The shims first: a shim that lives would report the end of its container.
	if err := process.Kill(shims); err != nil {
		return err
	}
	pids, err := members()
	if err != nil {
		return err
	}
	var containers []process.Identity
	for _, pid := range pids {
		if id, err := process.Identify(pid); err == nil {
			containers = append(containers, id)
		}
	}
	return errors.Join(process.Kill(containers), unmountBelow(dirs), removeCgroup())
}

// isShim reports whether a command line is that of a containerd shim which
// belongs to the containerd at the socket.
func isShim(args []string, socket string) bool {
	if !strings.HasPrefix(filepath.Base(args[0]), "containerd-shim") {
		return false
	}
	at := slices.Index(args, "-address")
	return at >= 0 && at+1 < len(args) && args[at+1] == socket
}

// RemoveDir deletes a folder after everything mounted below it is unmounted, as
// deleting through a mount would delete what is mounted.
func RemoveDir(dir string) error {
	if err := unmountBelow([]string{dir}); err != nil {
		return err
	}
	return os.RemoveAll(dir)
}
