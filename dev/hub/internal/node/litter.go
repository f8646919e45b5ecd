package node

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// RemoveLitter deletes the small files that containerd and the kubelet leave in
// places which cannot be configured: links to logs below dir, cached CNI results
// of the hub's network, and sockets of shims that are gone.
func RemoveLitter(dir string) {
	// None of it does harm, so none of it is worth a failure.
	for _, link := range glob("/var/log/containers/*") {
		if target, err := os.Readlink(link); err == nil && strings.HasPrefix(target, dir+"/") {
			_ = os.Remove(link)
		}
	}
	for _, result := range glob("/var/lib/cni/results/hub-*") {
		_ = os.Remove(result)
	}
	for _, socket := range glob("/run/containerd/s/*") {
		if connection, err := net.Dial("unix", socket); err == nil {
			connection.Close()
		} else if errors.Is(err, syscall.ECONNREFUSED) {
			_ = os.Remove(socket)
		}
	}
}

func glob(pattern string) []string {
	files, _ := filepath.Glob(pattern) // fails only for a bad pattern
	return files
}
