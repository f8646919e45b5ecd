package node

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
)

// The hub's own network. The bridge's address is the node's address, and the
// only one beside loopback that the hub listens on.
const (
	Bridge  = "hub0"
	Address = "10.88.0.1"
	Subnet  = "10.88.0.0/16"
)

const forwarding = "/proc/sys/net/ipv4/ip_forward"

// EnsureNetwork makes the bridge and lets the kernel forward, as a Service's
// traffic between Pods needs it to. It returns the forwarding value before.
func EnsureNetwork() (forwardedBefore string, err error) {
	if _, err := net.InterfaceByName(Bridge); err != nil {
		if err := ip("link", "add", Bridge, "type", "bridge"); err != nil {
			return "", err
		}
	}
	bridge, err := net.InterfaceByName(Bridge)
	if err != nil {
		return "", err
	}
	addresses, err := bridge.Addrs()
	if err != nil {
		return "", err
	}
	if !hasAddress(addresses) {
		if err := ip("addr", "add", Address+"/16", "dev", Bridge); err != nil {
			return "", err
		}
	}
	if err := ip("link", "set", Bridge, "up"); err != nil {
		return "", err
	}
	before, err := os.ReadFile(forwarding)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(before)), os.WriteFile(forwarding, []byte("1"), 0o644)
}

func hasAddress(addresses []net.Addr) bool {
	for _, address := range addresses {
		if network, ok := address.(*net.IPNet); ok && network.IP.String() == Address {
			return true
		}
	}
	return false
}

// RemoveNetwork removes the bridge and kube-proxy's tables, and sets the
// forwarding value back if it is known.
func RemoveNetwork(forwardedBefore string) error {
	if _, err := net.InterfaceByName(Bridge); err == nil {
		if err := ip("link", "delete", Bridge); err != nil {
			return err
		}
	}
	for _, family := range []string{"ip", "ip6"} {
		// kube-proxy's own name for its tables; when there is none, nft fails,
		// and nothing is left to do.
		_ = exec.Command("nft", "delete", "table", family, "kube-proxy").Run()
	}
	if forwardedBefore == "" {
		return nil
	}
	return os.WriteFile(forwarding, []byte(forwardedBefore), 0o644)
}

func ip(args ...string) error {
	if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("ip %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(string(out)))
	}
	return nil
}
