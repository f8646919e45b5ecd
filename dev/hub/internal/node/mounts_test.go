package node

import (
	"reflect"
	"testing"
)

const procMounts = `/dev/vda / ext4 rw 0 0
cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0
tmpfs /run tmpfs rw 0 0
nsfs /run/fournos-hub/containerd/netns/1 nsfs rw 0 0
overlay /run/fournos-hub/containerd/task/1/rootfs overlay rw 0 0
tmpfs /home/a\040b/.hub/data/kubelet/pods/1/volumes tmpfs rw 0 0
tmpfs /run/fournos-hub-other tmpfs rw 0 0
tmpfs /odd\134name tmpfs rw 0 0
broken
`

func TestParseMounts(t *testing.T) {
	all := parseMounts(procMounts)
	if len(all) != 8 {
		t.Fatalf("%d mounts, want 8: %v", len(all), all)
	}
	for i, want := range map[int]mount{
		1: {point: "/sys/fs/cgroup/cpu", kind: "cgroup"},
		5: {point: "/home/a b/.hub/data/kubelet/pods/1/volumes", kind: "tmpfs"},
		7: {point: `/odd\name`, kind: "tmpfs"},
	} {
		if all[i] != want {
			t.Errorf("mount %d is %+v, want %+v", i, all[i], want)
		}
	}
}

func TestBelow(t *testing.T) {
	all := parseMounts(procMounts)
	for name, tc := range map[string]struct{ dirs, want []string }{
		"deepest first, no namesakes": {
			dirs: []string{"/run/fournos-hub"},
			want: []string{"/run/fournos-hub/containerd/task/1/rootfs", "/run/fournos-hub/containerd/netns/1"},
		},
		"the folder itself": {dirs: []string{"/run/fournos-hub-other/"}, want: []string{"/run/fournos-hub-other"}},
		"a path with a blank": {
			dirs: []string{"/home/a b/.hub/data"},
			want: []string{"/home/a b/.hub/data/kubelet/pods/1/volumes"},
		},
		"nothing": {dirs: []string{"/srv"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := below(all, tc.dirs); !reflect.DeepEqual(got, tc.want) {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func TestIsShim(t *testing.T) {
	const socket = "/run/fournos-hub/containerd.sock"
	for name, tc := range map[string]struct {
		args []string
		want bool
	}{
		"ours":               {[]string{"/usr/bin/containerd-shim-runc-v2", "-namespace", "k8s.io", "-address", socket}, true},
		"another containerd": {[]string{"/usr/bin/containerd-shim-runc-v2", "-address", "/run/containerd/containerd.sock"}, false},
		"no address":         {[]string{"containerd-shim-runc-v2", "-address"}, false},
		"another program":    {[]string{"/usr/bin/less", "-address", socket}, false},
	} {
		if got := isShim(tc.args, socket); got != tc.want {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}
