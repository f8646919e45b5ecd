// Package build compiles the hub's programs, each set from a Go module of its
// own that pins its versions, and keeps them in the user's cache folder. A
// program is built once for all checkouts and again when its versions change.
package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// Module is a folder with a go.mod, from which programs are built.
type Module struct {
	Name     string
	Programs []Program
	// LinkerValues are string variables set at link time, by package path and
	// name. VERSION in a value stands for the version of the module Upstream.
	LinkerValues map[string]string
	// Tags are the build tags that the programs are built with.
	Tags []string
	// Upstream is the module path of the project that the programs are of.
	Upstream string
	// Manifests lists, relative to Upstream's folder, what is kept beside the
	// programs as one YAML stream: glob patterns of files, or, ending in a
	// slash, a folder for kubectl kustomize.
	Manifests []string
}

// Program is one command of a module.
type Program struct {
	Name    string
	Package string
}

// ManifestsFile is where a built module's manifests are.
const ManifestsFile = "manifests.yaml"

// goFlags make the build independent of where the checkout is, so that all
// checkouts share one build cache.
const goFlags = "-trimpath -buildvcs=false"

// environment is that of every go command. CGO would make the programs depend
// on the machine's C library, and the ones that go into images may not.
func environment() []string {
	return append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS="+goFlags, "GOWORK=off")
}

// version reads the required version of a module path from a go.mod file.
func version(goMod []byte, path string) (string, error) {
	line := regexp.MustCompile(`(?m)^(?:require)?\s*` + regexp.QuoteMeta(path) + `\s+(v\S+)`)
	match := line.FindSubmatch(goMod)
	if match == nil {
		return "", fmt.Errorf("go.mod does not require %s", path)
	}
	return string(match[1]), nil
}

// linkerFlags returns the value of -ldflags, the same for the same module.
func (m Module) linkerFlags(goMod []byte) (string, error) {
	upstream, err := version(goMod, m.Upstream)
	if err != nil {
		return "", err
	}
	major, minor := majorMinor(upstream)
	values := strings.NewReplacer("VERSION", upstream, "MAJOR", major, "MINOR", minor)
	flags := []string{"-s", "-w"}
	for _, name := range sortedKeys(m.LinkerValues) {
		flags = append(flags, "-X", name+"="+values.Replace(m.LinkerValues[name]))
	}
	return strings.Join(flags, " "), nil
}

func majorMinor(version string) (major, minor string) {
	major, rest, _ := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	minor, _, _ = strings.Cut(rest, ".")
	return major, minor
}

// key names everything that the outcome of a build depends on.
func (m Module) key(dir string) (string, error) {
	sum := sha256.New()
	goMod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return "", err
	}
	goSum, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		return "", err
	}
	ldflags, err := m.linkerFlags(goMod)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(sum, "%s\n%s\n%s\n%s\n", runtime.Version(), runtime.GOARCH, goFlags, ldflags)
	fmt.Fprintf(sum, "%q\n%q\n%x\n%x\n", m.Programs, m.Manifests, sha256.Sum256(goMod), sha256.Sum256(goSum))
	if len(m.Tags) > 0 { // Nothing is written for none: the keys of what is built already stay as they are.
		fmt.Fprintf(sum, "%q\n", m.Tags)
	}
	if err := addReplacements(sum, dir); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// addReplacements adds what is in the folders beside go.mod: modules that it
// replaces others with.
func addReplacements(sum io.Writer, dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Dir(path) == filepath.Clean(dir) {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s\n%x\n", filepath.ToSlash(name), sha256.Sum256(content))
		return nil
	})
}

// outputName is the name that the go command gives to a program: the last
// element of its path that is no major version.
func (p Program) outputName() string {
	elements := strings.Split(p.Package, "/")
	last := elements[len(elements)-1]
	if len(elements) > 1 && regexp.MustCompile(`^v[0-9]+$`).MatchString(last) {
		return elements[len(elements)-2]
	}
	return last
}

// upstreamDir returns the folder of the upstream module's source.
func (m Module) upstreamDir(ctx context.Context, dir string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", m.Upstream)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, environment(), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("find the source of %s: %w", m.Upstream, err)
	}
	return strings.TrimSpace(string(out)), nil
}
