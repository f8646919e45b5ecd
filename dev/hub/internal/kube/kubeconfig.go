package kube

import (
	"os"
	"path/filepath"

	"fournos.dev/hub/internal/pki"
	"sigs.k8s.io/yaml"
)

// Kubeconfig is one user's access to the hub, whole in one file so that it can
// be copied anywhere.
type Kubeconfig struct {
	Server    string
	Authority []byte
	User      string
	// Identity or Token says who the user is.
	Identity pki.Pair
	Token    string
}

// Write puts the kubeconfig into a file that only its owner can read.
func (k Kubeconfig) Write(file string) error {
	user := map[string]any{}
	if k.Token != "" {
		user["token"] = k.Token
	} else {
		user["client-certificate-data"] = k.Identity.Cert
		user["client-key-data"] = k.Identity.Key
	}
	const cluster = "hub"
	content, err := yaml.Marshal(map[string]any{
		"apiVersion": "v1",
		"kind":       "Config",
		"clusters": []any{map[string]any{
			"name":    cluster,
			"cluster": map[string]any{"server": k.Server, "certificate-authority-data": k.Authority},
		}},
		"users":           []any{map[string]any{"name": k.User, "user": user}},
		"contexts":        []any{map[string]any{"name": cluster, "context": map[string]any{"cluster": cluster, "user": k.User}}},
		"current-context": cluster,
	})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o600)
}
