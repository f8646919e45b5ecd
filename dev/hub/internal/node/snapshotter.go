package node

import "syscall"

// Snapshotter returns the containerd snapshotter that works in the folder.
// Overlays cannot be stacked on an overlay, which is what a checkout inside of
// a container often is on; there, layers are copied.
func Snapshotter(dir string) string {
	const overlayMagic = 0x794c7630
	var info syscall.Statfs_t
	if err := syscall.Statfs(dir, &info); err == nil && info.Type == overlayMagic {
		return "native"
	}
	return "overlayfs"
}
