// Package vaultsync makes Secrets of the entries of a HashiCorp Vault, on demand: one Opaque Secret for each entry below a
// path of a KV v2 mount, as jobs name them in spec.secretRefs. No value of an entry ever gets into what it prints.
package vaultsync

import (
	"errors"
	"flag"
	"io"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/validation"

	"fournos.dev/fournos/pkg/settings"
)

// maxConcurrency bounds what one run may ask of Vault and the API server at a time.
const maxConcurrency = 32

// Config is what one run is told by its environment and flags.
type Config struct {
	// Address of the Vault server, as VAULT_ADDR has it.
	Address string
	// Token that may list and read below Path.
	Token string
	// Mount of the KV v2 secrets engine.
	Mount string
	// Path of the folder in Mount with the entries; empty for all of the mount.
	Path string
	// VaultNamespace is that of Vault Enterprise; empty for none.
	VaultNamespace string

	// Namespace of the Secrets.
	Namespace string
	// Kubeconfig is a file's path; empty for the usual ones, and for the account of a Pod.
	Kubeconfig string
	// Settings of the installation, which name the Secrets.
	Settings *settings.Settings

	// DryRun shows what would be written and writes nothing.
	DryRun bool
	// Verbose tells each request, too.
	Verbose bool
	// Timeout bounds the whole run.
	Timeout time.Duration
	// Concurrency bounds the requests at a time.
	Concurrency int
}

// Parse reads the environment and the flags. Its error names all that is off.
func Parse(args []string, usage io.Writer) (*Config, error) {
	s, err := settings.FromEnvironment()
	if err != nil {
		return nil, err
	}
	c := &Config{
		Address:        strings.TrimSuffix(os.Getenv("VAULT_ADDR"), "/"),
		Token:          strings.TrimSpace(os.Getenv("VAULT_TOKEN")), // A token from a file often ends in a newline.
		Mount:          strings.Trim(os.Getenv("VAULT_KV_MOUNT"), "/"),
		Path:           os.Getenv("VAULT_SECRET_PATH"),
		VaultNamespace: strings.Trim(os.Getenv("VAULT_NAMESPACE"), "/"),
		Settings:       s,
	}
	if c.Mount == "" {
		c.Mount = "kv"
	}
	flags := flag.NewFlagSet("vault-sync", flag.ContinueOnError)
	flags.SetOutput(usage)
	flags.BoolVar(&c.DryRun, "dry-run", false, "show creates, updates and deletes, and make none; exit 2 if there would be any")
	flags.StringVar(&c.Namespace, "namespace", s.SecretsNamespace, "the namespace of the Secrets")
	flags.StringVar(&c.Kubeconfig, "kubeconfig", "", "the kubeconfig; by default KUBECONFIG, ~/.kube/config, or the account of the Pod")
	flags.BoolVar(&c.Verbose, "verbose", false, "tell each request, and what is left as it is")
	flags.DurationVar(&c.Timeout, "timeout", 10*time.Minute, "how long the run may take")
	flags.IntVar(&c.Concurrency, "concurrency", 8, "how many requests at a time")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if flags.NArg() > 0 {
		return nil, errorf("unexpected argument %q: all but flags comes from the environment", flags.Arg(0))
	}
	err = c.validate()
	c.Path = strings.Trim(c.Path, "/")
	return c, err
}

func (c *Config) validate() error {
	var bad []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			bad = append(bad, errorf(format, args...))
		}
	}
	// The address is not quoted: it may have a password in it.
	check(isAddress(c.Address), "VAULT_ADDR must be an address such as https://vault.example.com:8200, without a user in it")
	check(c.Token != "", "VAULT_TOKEN must be a token that may list and read below VAULT_SECRET_PATH")
	check(c.Path != "", "VAULT_SECRET_PATH must be the folder with the entries, or / for all of the mount")
	check(isPlainPath(c.Path) && isPlainPath(c.Mount), "VAULT_SECRET_PATH and VAULT_KV_MOUNT must be paths without . and .. and empty parts")
	skip, err := strconv.ParseBool(os.Getenv("VAULT_SKIP_VERIFY"))
	check(err != nil || !skip, "VAULT_SKIP_VERIFY must not be set: the server's certificate is always verified; VAULT_CACERT names the file of its authority")
	check(len(validation.IsDNS1123Label(c.Namespace)) == 0, "--namespace must be a namespace's name, got %q", c.Namespace)
	check(c.Timeout > 0, "--timeout must be a duration above 0, got %s", c.Timeout)
	check(c.Concurrency > 0 && c.Concurrency <= maxConcurrency, "--concurrency must be 1 to %d, got %d", maxConcurrency, c.Concurrency)
	return errors.Join(bad...)
}

func isAddress(value string) bool {
	address, err := url.Parse(value)
	return err == nil && address.Host != "" && address.User == nil && (address.Scheme == "http" || address.Scheme == "https")
}

// isPlainPath tells whether a path leads where it says: the client would resolve what is refused here.
func isPlainPath(path string) bool {
	path = strings.Trim(path, "/")
	if path == "" {
		return true
	}
	for part := range strings.SplitSeq(path, "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return true
}

// source is where a run takes its entries from, as their Secrets' annotations tell it.
type source struct {
	address string
	// prefix of every entry's path: the mount and the folder, and the namespace if there is one. It ends in a slash.
	prefix string
}

func (c *Config) source() source {
	var parts []string
	for _, part := range []string{c.VaultNamespace, c.Mount, c.Path} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return source{address: c.Address, prefix: strings.Join(parts, "/") + "/"}
}
