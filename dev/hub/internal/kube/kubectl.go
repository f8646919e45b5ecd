package kube

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Kubectl runs the hub's own kubectl as the administrator.
type Kubectl struct {
	Path, Kubeconfig string
}

// Run returns what kubectl prints.
func (k Kubectl) Run(ctx context.Context, stdin []byte, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, k.Path, args...)
	cmd.Env = append(os.Environ(),
		"KUBECONFIG="+k.Kubeconfig,
		// Its cache of discovery would otherwise land in the caller's home.
		"KUBECACHEDIR="+filepath.Join(filepath.Dir(k.Kubeconfig), "kubectl-cache"),
		// Whatever proxy the machine has, the hub is not behind it.
		"NO_PROXY=*", "no_proxy=*",
	)
	cmd.Stdin = bytes.NewReader(stdin)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("kubectl %s: %w\n%s", strings.Join(args, " "), err, strings.TrimSpace(errOut.String()))
	}
	return out.String(), nil
}

// Apply applies manifests on the server's side, as often as it takes within
// the time allowed: just after a CRD or a webhook appears, what it stands for
// may be refused for a moment.
func (k Kubectl) Apply(ctx context.Context, manifests []byte, allow time.Duration, flags ...string) error {
	args := append([]string{"apply", "--server-side", "--force-conflicts", "-f", "-"}, flags...)
	deadline := time.Now().Add(allow)
	for {
		_, err := k.Run(ctx, manifests, args...)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil || time.Now().After(deadline) || isFinal(err) {
			return err
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// isFinal reports whether an object was refused for what it is, which no
// waiting changes.
func isFinal(err error) bool {
	for _, words := range []string{"is invalid:", "strict decoding error", "error parsing"} {
		if strings.Contains(err.Error(), words) {
			return true
		}
	}
	return false
}
