package build

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

const goMod = `module fournos.dev/hub/test

go 1.26

require (
	example.org/tool v1.35.4
	example.org/tool/sub v9.0.0
)

require example.org/alone v0.19.2
`

func TestVersion(t *testing.T) {
	for path, want := range map[string]string{
		"example.org/tool": "v1.35.4", "example.org/tool/sub": "v9.0.0", "example.org/alone": "v0.19.2", "example.org/to": "",
	} {
		got, err := version([]byte(goMod), path)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("version of %s is %q, %v; want %q", path, got, err, want)
		}
	}
}

func TestLinkerFlags(t *testing.T) {
	m := Module{Upstream: "example.org/tool", LinkerValues: map[string]string{"b.minor": "MINOR", "a.version": "VERSION", "a.dir": "certs"}}
	got, err := m.linkerFlags([]byte(goMod))
	if want := "-s -w -X a.dir=certs -X a.version=v1.35.4 -X b.minor=35"; err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

func TestOutputName(t *testing.T) {
	for pkg, want := range map[string]string{
		"k8s.io/kubernetes/cmd/kubelet": "kubelet", "go.etcd.io/etcd/server/v3": "server", "example.org/vault": "vault",
	} {
		if got := (Program{Package: pkg}).outputName(); got != want {
			t.Errorf("%s is built as %q, want %q", pkg, got, want)
		}
	}
}

// module writes the folder of a module and returns its cache.
func module(t *testing.T, goSum string) (Cache, Module) {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join(dir, "modules", "tool")
	if err := os.MkdirAll(source, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"go.mod": goMod, "go.sum": goSum} {
		if err := os.WriteFile(filepath.Join(source, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cache := Cache{Dir: filepath.Join(dir, "cache"), Modules: filepath.Join(dir, "modules"), Logs: filepath.Join(dir, "logs")}
	return cache, Module{Name: "tool", Upstream: "example.org/tool", Programs: []Program{{Name: "tool", Package: "example.org/tool"}}}
}

func TestKeyChangesWithWhatIsBuilt(t *testing.T) {
	cache, m := module(t, "sum")
	source := filepath.Join(cache.Modules, "tool")
	keyOf := func(m Module, dir string) string {
		key, err := m.key(dir)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	first := keyOf(m, source)
	if keyOf(m, source) != first {
		t.Error("two keys of the same module")
	}
	other, _ := module(t, "another sum")
	if keyOf(m, filepath.Join(other.Modules, "tool")) == first {
		t.Error("other versions, same key")
	}
	same, _ := module(t, "sum")
	if keyOf(m, filepath.Join(same.Modules, "tool")) != first {
		t.Error("the key depends on where the checkout is")
	}
	replacement := filepath.Join(same.Modules, "tool", "other", "other.go")
	if err := os.MkdirAll(filepath.Dir(replacement), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(replacement, []byte("package other"), 0o644); err != nil {
		t.Fatal(err)
	}
	if keyOf(m, filepath.Join(same.Modules, "tool")) == first {
		t.Error("something replaced, same key")
	}
	tagged := m
	tagged.Tags = []string{"minimal"}
	if keyOf(tagged, source) == first {
		t.Error("other build tags, same key")
	}
	m.LinkerValues = map[string]string{"a.b": "c"}
	if keyOf(m, source) == first {
		t.Error("other linker flags, same key")
	}
}

func TestBuildTakesWhatIsThereAndLeavesNothingHalf(t *testing.T) {
	cache, m := module(t, "sum")
	// The module cannot be built: its upstream does not exist.
	t.Setenv("GOPROXY", "off")
	if _, err := cache.Build(context.Background(), m, ""); err == nil {
		t.Fatal("a build of nothing succeeds")
	}
	if _, found, err := cache.Find(m); found || err != nil {
		t.Fatalf("found after a failed build: %t, %v", found, err)
	}
	key, err := m.key(filepath.Join(cache.Modules, "tool"))
	if err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(cache.Dir, "tool-"+key)
	if isDir(target) {
		t.Fatalf("a failed build left %s", target)
	}
	if err := os.MkdirAll(target, 0o755); err != nil {
		t.Fatal(err)
	}
	built, err := cache.Build(context.Background(), m, "")
	if err != nil || built.Dir != target || built.Took != 0 {
		t.Errorf("got %+v, %v; want what is there", built, err)
	}

	if found, ok, err := cache.Find(m); !ok || err != nil || found.Dir != target {
		t.Errorf("found %t %+v, %v; want what is there", ok, found, err)
	}

	bin := filepath.Join(t.TempDir(), "bin")
	for range 2 { // the second time over existing links
		if err := Link(bin, built); err != nil {
			t.Fatal(err)
		}
	}
	if link, err := os.Readlink(filepath.Join(bin, "tool")); err != nil || link != filepath.Join(target, "tool") {
		t.Errorf("link to %q, %v", link, err)
	}
}
