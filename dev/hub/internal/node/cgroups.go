package node

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Cgroup is the control group, below the root, that all Pods are in. Having one
// of our own tells the hub's containers from any others on the machine.
const Cgroup = "/fournos-hub"

const cgroupRoot = "/sys/fs/cgroup"

// EnsureCgroup makes the group in every hierarchy that the kubelet looks for it.
func EnsureCgroup() error {
	if _, err := os.Stat(filepath.Join(cgroupRoot, "cgroup.controllers")); err == nil {
		return ensureUnified(cgroupRoot)
	}
	hierarchies, err := hierarchies("cgroup")
	if err != nil {
		return err
	}
	for _, hierarchy := range hierarchies {
		if err := ensureLegacy(hierarchy); err != nil {
			return err
		}
	}
	return nil
}

// ensureUnified makes the group of cgroup v2, with every controller that the
// machine lets us hand down. Which of them are missing, the kubelet says.
func ensureUnified(root string) error {
	group := filepath.Join(root, Cgroup)
	if err := os.MkdirAll(group, 0o755); err != nil {
		return err
	}
	controllers, err := os.ReadFile(filepath.Join(root, "cgroup.controllers"))
	if err != nil {
		return err
	}
	for _, dir := range []string{root, group} {
		for _, controller := range strings.Fields(string(controllers)) {
			err := handDown(dir, controller)
			if errors.Is(err, syscall.EBUSY) && vacate(root) == nil {
				_ = handDown(dir, controller)
			}
		}
	}
	return nil
}

func handDown(dir, controller string) error {
	return os.WriteFile(filepath.Join(dir, "cgroup.subtree_control"), []byte("+"+controller), 0o644)
}

// vacate moves the root group's processes into a group of their own. Inside of
// a container the root is a group like any other, and one that has processes
// hands no controllers down.
func vacate(root string) error {
	group := filepath.Join(root, "fournos-hub-outside")
	if err := os.MkdirAll(group, 0o755); err != nil {
		return err
	}
	processes, err := os.ReadFile(filepath.Join(root, "cgroup.procs"))
	if err != nil {
		return err
	}
	for _, pid := range strings.Fields(string(processes)) {
		// Kernel threads cannot be moved, and need not be.
		_ = os.WriteFile(filepath.Join(group, "cgroup.procs"), []byte(pid), 0o644)
	}
	return nil
}

// ensureLegacy makes the group in one hierarchy of cgroup v1. A new cpuset is
// empty there, and no process can be put into it before it is filled.
func ensureLegacy(hierarchy string) error {
	group := filepath.Join(hierarchy, Cgroup)
	if err := os.MkdirAll(group, 0o755); err != nil {
		return err
	}
	for _, file := range []string{"cpuset.cpus", "cpuset.mems"} {
		value, err := os.ReadFile(filepath.Join(hierarchy, file))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(group, file), value, 0o644); err != nil {
			return fmt.Errorf("fill %s: %w", filepath.Join(group, file), err)
		}
	}
	return nil
}

// hierarchies returns where control groups of the given kinds are mounted.
func hierarchies(kinds ...string) ([]string, error) {
	all, err := mounts()
	if err != nil {
		return nil, err
	}
	var points []string
	for _, m := range all {
		for _, kind := range kinds {
			if m.kind == kind && strings.HasPrefix(m.point, cgroupRoot) {
				points = append(points, m.point)
			}
		}
	}
	return points, nil
}

// groups returns the hub's group and all below it in every hierarchy, the
// deepest first.
func groups() ([]string, error) {
	hierarchies, err := hierarchies("cgroup", "cgroup2")
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, hierarchy := range hierarchies {
		var below []string
		err := filepath.WalkDir(filepath.Join(hierarchy, Cgroup), func(path string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err == nil && entry.IsDir() {
				below = append([]string{path}, below...)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, below...)
	}
	return dirs, nil
}

// members returns the processes in the hub's group.
func members() ([]int, error) {
	dirs, err := groups()
	if err != nil {
		return nil, err
	}
	var pids []int
	seen := map[int]bool{}
	for _, dir := range dirs {
		content, err := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
		if err != nil {
			continue // a group that was removed meanwhile has no members
		}
		for _, field := range strings.Fields(string(content)) {
			if pid, err := strconv.Atoi(field); err == nil && !seen[pid] {
				seen[pid] = true
				pids = append(pids, pid)
			}
		}
	}
	return pids, nil
}

// removeCgroup removes the group. The kernel frees it a moment after its last
// process has ended.
func removeCgroup() error {
	const patience = 5 * time.Second
	deadline := time.Now().Add(patience)
	for {
		dirs, err := groups()
		if err != nil {
			return err
		}
		var last error
		for _, dir := range dirs {
			if err := syscall.Rmdir(dir); err != nil && !errors.Is(err, syscall.ENOENT) {
				last = fmt.Errorf("remove control group %s: %w", dir, err)
			}
		}
		if last == nil || time.Now().After(deadline) {
			return last
		}
		time.Sleep(50 * time.Millisecond)
	}
}
