package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Cache holds built modules, one folder for each key.
type Cache struct {
	// Dir is shared by all checkouts of the user.
	Dir string
	// Modules is the folder with the modules' go.mod files.
	Modules string
	// Logs is where the output of a build goes.
	Logs string
}

// Built is a module whose programs are ready.
type Built struct {
	Module Module
	Dir    string
	// Took is how long it was built just now; zero if it was there already.
	Took time.Duration
}

// Program returns the path of a program.
func (b Built) Program(name string) string { return filepath.Join(b.Dir, name) }

// Manifests returns the module's manifests.
func (b Built) Manifests() ([]byte, error) {
	return os.ReadFile(filepath.Join(b.Dir, ManifestsFile))
}

// Find returns the module's programs if they are there already.
func (c Cache) Find(m Module) (built Built, found bool, err error) {
	key, err := m.key(filepath.Join(c.Modules, m.Name))
	if err != nil {
		return Built{}, false, fmt.Errorf("module %s: %w", m.Name, err)
	}
	built = Built{Module: m, Dir: filepath.Join(c.Dir, m.Name+"-"+key)}
	return built, isDir(built.Dir), nil
}

// Build returns the module's programs and builds them first if need be.
// kubectl renders the manifests that want kustomize.
func (c Cache) Build(ctx context.Context, m Module, kubectl string) (Built, error) {
	built, found, err := c.Find(m)
	if found || err != nil {
		return built, err
	}
	// One build of a module at a time: a second one would only fight the first
	// for the processors and then be thrown away.
	unlock, err := lock(built.Dir + ".lock")
	if err != nil {
		return Built{}, err
	}
	defer unlock()
	if isDir(built.Dir) {
		return built, nil
	}
	start := time.Now()
	if err := c.build(ctx, m, filepath.Join(c.Modules, m.Name), built.Dir, kubectl); err != nil {
		return Built{}, fmt.Errorf("build of module %s: %w", m.Name, err)
	}
	built.Took = time.Since(start)
	return built, nil
}

// build works in a folder of another name and renames it at the end: a folder
// with the right name is always whole, whoever was killed on the way.
func (c Cache) build(ctx context.Context, m Module, source, target, kubectl string) error {
	partial := target + ".partial"
	if err := os.RemoveAll(partial); err != nil { // left by a build that was killed; we hold the lock
		return err
	}
	if err := os.MkdirAll(partial, 0o755); err != nil {
		return err
	}
	if err := c.compile(ctx, m, source, partial); err != nil {
		return err
	}
	for _, program := range m.Programs {
		from, to := filepath.Join(partial, program.outputName()), filepath.Join(partial, program.Name)
		if err := os.Rename(from, to); err != nil {
			return err
		}
	}
	if kubectl == "" {
		kubectl = filepath.Join(partial, "kubectl")
	}
	if err := m.writeManifests(ctx, source, partial, kubectl); err != nil {
		return err
	}
	return os.Rename(partial, target)
}

func (c Cache) compile(ctx context.Context, m Module, source, target string) error {
	goMod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		return err
	}
	ldflags, err := m.linkerFlags(goMod)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Logs, 0o755); err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(c.Logs, "build-"+m.Name+".log"))
	if err != nil {
		return err
	}
	defer log.Close()
	args := []string{"build", "-tags", strings.Join(m.Tags, ","), "-ldflags", ldflags, "-o", target + string(filepath.Separator)}
	for _, program := range m.Programs {
		args = append(args, program.Package)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = source, environment(), log, log
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w; what the compiler says is in %s", err, log.Name())
	}
	return nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// lock waits for the lock file; a process that ends, however, gives it free.
func lock(file string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	handle, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(handle.Fd()), syscall.LOCK_EX); err != nil {
		handle.Close()
		return nil, fmt.Errorf("lock %s: %w", file, err)
	}
	return func() { handle.Close() }, nil
}

// Link makes dir hold a link to each of the modules' programs.
func Link(dir string, modules ...Built) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, module := range modules {
		for _, program := range module.Module.Programs {
			link, target := filepath.Join(dir, program.Name), module.Program(program.Name)
			if old, err := os.Readlink(link); err == nil && old == target {
				continue
			}
			if err := os.Remove(link); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if err := os.Symlink(target, link); err != nil {
				return err
			}
		}
	}
	return nil
}
