// Package node prepares the machine for real Pods and cleans it up after them:
// the system packages, the bridge, the control groups, the mounts. All of it
// needs root, and all of it is found again by where it is, not by what was
// remembered, so that a hub that was killed leaves nothing that stays.
package node

import (
	"context"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// CNIPlugins is where Debian puts the CNI plugins.
const CNIPlugins = "/usr/lib/cni"

// requirement is a file that has to be there, and the package that brings it.
type requirement struct {
	file, pkg string
	static    bool
}

var requirements = []requirement{
	{file: "containerd", pkg: "containerd"},
	{file: "containerd-shim-runc-v2", pkg: "containerd"},
	{file: "ctr", pkg: "containerd"},
	{file: "runc", pkg: "runc"},
	{file: filepath.Join(CNIPlugins, "bridge"), pkg: "containernetworking-plugins"},
	{file: filepath.Join(CNIPlugins, "host-local"), pkg: "containernetworking-plugins"},
	{file: "ip", pkg: "iproute2"},
	{file: "nft", pkg: "nftables"},
	{file: Busybox, pkg: "busybox-static", static: true},
}

// Busybox is the program that the hub's images are made of. In an image there
// is no C library for it to load, so it must be a static one.
const Busybox = "/bin/busybox"

// MissingPackages returns the Debian packages that have to be installed.
func MissingPackages() []string {
	var missing []string
	seen := map[string]bool{}
	for _, need := range requirements {
		if !need.satisfied() && !seen[need.pkg] {
			seen[need.pkg] = true
			missing = append(missing, need.pkg)
		}
	}
	return missing
}

func (r requirement) satisfied() bool {
	path, err := exec.LookPath(r.file)
	if err != nil {
		return false
	}
	return !r.static || isStatic(path)
}

func isStatic(path string) bool {
	file, err := elf.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	for _, segment := range file.Progs {
		if segment.Type == elf.PT_INTERP {
			return false
		}
	}
	return true
}

// InstallPackages installs Debian packages. The package lists are only fetched
// when what is there does not do.
func InstallPackages(ctx context.Context, packages []string, logFile string) error {
	if _, err := exec.LookPath("apt-get"); err != nil {
		return fmt.Errorf("this machine has no apt-get: install what Debian calls %s by hand", strings.Join(packages, ", "))
	}
	log, err := os.Create(logFile)
	if err != nil {
		return err
	}
	defer log.Close()
	apt := func(args ...string) error {
		cmd := exec.CommandContext(ctx, "apt-get", args...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		cmd.Stdout, cmd.Stderr = log, log
		return cmd.Run()
	}
	install := append([]string{"install", "-y", "--no-install-recommends"}, packages...)
	if apt(install...) == nil {
		return nil
	}
	// One source out of order must not stop an installation from the others:
	// whether the update was good enough, the installation will tell.
	_ = apt("update")
	if err := apt(install...); err != nil {
		return fmt.Errorf("apt-get %s: %w; see %s", strings.Join(install, " "), err, logFile)
	}
	return nil
}
