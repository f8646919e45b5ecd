package hub

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fournos.dev/hub/internal/process"
)

func TestPortsAreDistinctAndNotEphemeral(t *testing.T) {
	seen := map[int64]string{}
	for kind, ports := range map[string]ports{"root": rootPorts, "rootless": rootlessPorts} {
		fields := reflect.ValueOf(ports)
		for i := range fields.NumField() {
			name, port := kind+" "+fields.Type().Field(i).Name, fields.Field(i).Int()
			if port <= 1024 || port >= 32768 {
				t.Errorf("%s: port %d", name, port)
			}
			if other, taken := seen[port]; taken {
				t.Errorf("%s and %s both have port %d", name, other, port)
			}
			seen[port] = name
		}
	}
}

func TestPlace(t *testing.T) {
	for name, tc := range map[string]struct {
		real    bool
		ports   int
		want    int
		run     runDir
		wantErr string
	}{
		"as root":            {real: true, want: 21443, run: "/run/fournos-hub"},
		"as root with ports": {real: true, ports: 23000, wantErr: "add --simulated"},
		"usual":              {want: 22443, run: "/cache/run"},
		"usual, said":        {ports: 22000, want: 22443, run: "/cache/run"},
		"a second":           {ports: 23000, want: 23443, run: "/cache/run-23000"},
		"of the real one":    {ports: 21000, wantErr: "real node"},
		"not a thousand":     {ports: 23500, wantErr: "multiple of 1000"},
		"ephemeral":          {ports: 32000, wantErr: "multiple of 1000"},
		"only root may take": {ports: 1000, wantErr: "multiple of 1000"},
	} {
		t.Run(name, func(t *testing.T) {
			h := &Hub{Real: tc.real, cache: "/cache"}
			err := h.place(tc.ports)
			if tc.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), tc.wantErr) {
					t.Fatalf("error %v, want %q", err, tc.wantErr)
				}
				return
			}
			if err != nil || h.ports.apiserver != tc.want || h.run != tc.run {
				t.Errorf("API server on port %d, run folder %s, error %v; want %d and %s", h.ports.apiserver, h.run, err, tc.want, tc.run)
			}
		})
	}
}

func TestConfigFiles(t *testing.T) {
	h := &Hub{Dir: t.TempDir(), Real: true, ports: rootPorts, run: "/run/x"}
	if err := h.writeConfigFiles(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"kubelet.yaml":        "port: 21250",
		"containerd.toml":     `address = "/run/x/containerd.sock"`,
		"cni/10-hub.conflist": `"bridge": "hub0"`,
		"kueue.yaml":          "bindPort: 21944",
		"audit-policy.yaml":   "level: Metadata",
		"kube-proxy.yaml":     "mode: nftables",
	} {
		content, err := os.ReadFile(h.config(name))
		if err != nil || !strings.Contains(string(content), want) {
			t.Errorf("%s: %v, want %q in\n%s", name, err, want, content)
		}
		if strings.Contains(string(content), "{{") {
			t.Errorf("%s has something left to fill in", name)
		}
	}
}

func TestRunDir(t *testing.T) {
	run := runDir(t.TempDir())
	if c, err := run.claimed(); err != nil || c != (claim{}) {
		t.Errorf("unclaimed: %+v, %v", c, err)
	}
	want := claim{Dir: "/somewhere/.hub", Forwarding: "0"}
	if err := run.save(want); err != nil {
		t.Fatal(err)
	}
	if c, err := run.claimed(); err != nil || c != want {
		t.Errorf("claimed: %+v, %v; want %+v", c, err, want)
	}
	if err := os.WriteFile(run.path("hub.json"), []byte(`{"dir": "/som`), 0o644); err != nil {
		t.Fatal(err)
	}
	if c, err := run.claimed(); err != nil || c != (claim{}) {
		t.Errorf("cut short: %+v, %v; want none", c, err)
	}
}

func TestLockWaits(t *testing.T) {
	run := runDir(t.TempDir())
	unlock, err := run.lock(context.Background(), func() { t.Error("waits for nobody") })
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := run.lock(ctx, cancel); !errors.Is(err, context.Canceled) {
		t.Errorf("second lock: %v, want to have waited in vain", err)
	}
	unlock()
	if unlock, err = run.lock(context.Background(), func() {}); err != nil {
		t.Fatal(err)
	}
	unlock()
}

func TestStopOrder(t *testing.T) {
	var records []process.Record
	for _, name := range []string{"containerd", "etcd", "fournos-controller", "kube-apiserver", "kubelet", "kueue"} {
		records = append(records, process.Record{Name: name})
	}
	var got []string
	for _, group := range inStopOrder(records) {
		var names []string
		for _, record := range group {
			names = append(names, record.Name)
		}
		got = append(got, strings.Join(names, " "))
	}
	want := []string{"fournos-controller kueue", "kubelet", "kube-apiserver", "containerd etcd"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestKubeletDirLeavesRoomForSockets(t *testing.T) {
	short := &Hub{Dir: "/home/u/fournos/.hub", run: "/run/fournos-hub"}
	if got := short.kubeletDir(); got != "/home/u/fournos/.hub/data/kubelet" {
		t.Errorf("kubelet in %s", got)
	}
	long := &Hub{Dir: "/" + strings.Repeat("long/", 15) + ".hub", run: "/run/fournos-hub"}
	if got := long.kubeletDir(); got != "/run/fournos-hub/kubelet" {
		t.Errorf("kubelet in %s", got)
	}
}

func TestFolderIsOfOneKind(t *testing.T) {
	h := &Hub{Dir: t.TempDir(), Real: true}
	for range 2 {
		if err := h.occupy(); err != nil {
			t.Fatal(err)
		}
	}
	h.Real = false
	if err := h.occupy(); err == nil || !strings.Contains(err.Error(), "--dir") {
		t.Errorf("a hub of the other kind: %v, want what to do", err)
	}
}

func TestFolderOfOthersIsNotTaken(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "thesis.tex"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := (&Hub{Dir: dir}).occupy(); err == nil {
		t.Error("a folder with something else in it became a hub's")
	}
	run := runDir(t.TempDir())
	h := &Hub{Dir: dir, run: run, records: run.records(), Out: io.Discard}
	if err := h.Down(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "thesis.tex")); err != nil {
		t.Errorf("down deleted what is no hub's: %v", err)
	}
}

func TestDownDeletesTheFolder(t *testing.T) {
	run := runDir(t.TempDir())
	h := &Hub{Dir: filepath.Join(t.TempDir(), "hub"), run: run, records: run.records(), Out: io.Discard}
	if err := h.occupy(); err != nil {
		t.Fatal(err)
	}
	for _, keep := range []bool{true, false, false} {
		if err := h.Down(t.Context(), keep); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(h.Dir); (err == nil) != keep {
			t.Errorf("keep %v: %v", keep, err)
		}
	}
}

func TestTakenPort(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if err := checkFree(listener.Addr().String()); err == nil || !strings.Contains(err.Error(), "ss -ltnp") {
		t.Errorf("got %v, want what to do", err)
	}
}

func TestExplain(t *testing.T) {
	log := filepath.Join(t.TempDir(), "etcd.log")
	if err := os.WriteFile(log, []byte(strings.Repeat("line\n", 100)+"the reason\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := component{Command: process.Command{Name: "etcd", Log: log}}.failed(errors.New("it has ended"))
	text := Explain(errors.Join(errors.New("beside"), err))
	for _, want := range []string{"it has ended", log, "the reason"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if lines := strings.Count(text, "\n"); lines > 25 {
		t.Errorf("%d lines", lines)
	}
}

func TestOneComponent(t *testing.T) {
	h := &Hub{Dir: t.TempDir(), ports: rootlessPorts, run: runDir(t.TempDir()), Out: io.Discard}
	h.records = h.run.records()
	if err := h.Kill(t.Context(), "kueue"); err == nil || !strings.Contains(err.Error(), "run `up`") {
		t.Errorf("without a hub: %v", err)
	}
	if err := h.run.save(claim{Dir: h.Dir}); err != nil {
		t.Fatal(err)
	}
	for want, names := range map[string][]string{
		"name at least one": nil,
		"kube-scheduler":    {"nonsense"}, // It lists those that there are.
		"does not run":      {"kueue"},
	} {
		if err := h.Kill(t.Context(), names...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("kill %v: %v, want %q", names, err, want)
		}
	}
}

func TestInstalledProgramsHavePortsOfTheirOwn(t *testing.T) {
	h := &Hub{ports: rootlessPorts}
	commands := map[string]process.Command{}
	var got []string
	for _, name := range []string{"controller", "quota", "controller", "quota", "third"} {
		env := h.freePorts(commands, name)
		commands[name] = process.Command{Env: env}
		got = append(got, env[2])
	}
	want := []string{"PROBES_PORT=22781", "PROBES_PORT=22782", "PROBES_PORT=22781", "PROBES_PORT=22782", "PROBES_PORT=22783"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
