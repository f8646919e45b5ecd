package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// program is one of Fournos' programs on the hub under test, where they are processes of this machine.
type program struct {
	Name string   `json:"name"`
	Path string   `json:"path"`
	Args []string `json:"args"`
	Env  []string `json:"env"`
	Dir  string   `json:"dir"`
	Log  string   `json:"log"`

	pid int
	cmd *exec.Cmd // if we have started it
}

// findPrograms finds what was installed on a hub, and the processes that run it.
func findPrograms(dir string) (map[string]*program, error) {
	content, err := os.ReadFile(filepath.Join(dir, "installed", "processes.json"))
	if err != nil {
		return nil, err
	}
	programs := map[string]*program{}
	if err := json.Unmarshal(content, &programs); err != nil {
		return nil, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	for name, p := range programs {
		var record struct {
			PID int `json:"pid"`
		}
		content, err := os.ReadFile(filepath.Join(cache, "fournos-hub", "run", "processes", name+".json"))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(content, &record); err != nil {
			return nil, err
		}
		if target, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", record.PID)); err != nil || target != p.Path {
			return nil, fmt.Errorf("process %d is not %s (%s, %v)", record.PID, p.Path, target, err)
		}
		p.pid = record.PID
	}
	return programs, nil
}

// end lets a program end as it does in a Pod, and waits for it.
func (p *program) end(ctx context.Context) error {
	if err := syscall.Kill(p.pid, syscall.SIGTERM); err != nil {
		return err
	}
	if p.cmd != nil {
		defer func() { p.cmd = nil }()
		var exit *exec.ExitError
		if err := p.cmd.Wait(); err != nil && !errors.As(err, &exit) {
			return err
		}
		return nil
	}
	for syscall.Kill(p.pid, 0) == nil {
		if state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.pid)); err == nil && strings.Contains(string(state), ") Z ") {
			return nil
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

func (p *program) endIfOurs() {
	if p.cmd != nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		p.cmd = nil
	}
}

// start starts a program again and waits until it says that it is ready.
func (p *program) start(ctx context.Context) (time.Duration, error) {
	log, err := os.OpenFile(p.Log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer log.Close()
	begin := time.Now()
	p.cmd = exec.Command(p.Path, p.Args...)
	p.cmd.Env, p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = p.Env, p.Dir, log, log
	if err := p.cmd.Start(); err != nil {
		return 0, err
	}
	p.pid = p.cmd.Process.Pid
	url := "http://127.0.0.1:" + p.variable("PROBES_PORT") + "/readiness"
	for {
		if get(ctx, url) == nil {
			return time.Since(begin), nil
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return 0, fmt.Errorf("%s is not ready at %s: %w", p.Name, url, err)
		}
	}
}

// variable is the value that counts of one in the program's environment: the last.
func (p *program) variable(name string) string {
	value := ""
	for _, entry := range p.Env {
		if v, ok := strings.CutPrefix(entry, name+"="); ok {
			value = v
		}
	}
	return value
}

func get(ctx context.Context, url string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, response.Status)
	}
	return nil
}

// memory is how much of the machine's memory a program has, now and at most, in MiB.
func (p *program) memory() (now, peak float64, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(status)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		kib, err := strconv.ParseFloat(fields[1], 64)
		switch {
		case err != nil:
		case fields[0] == "VmRSS:":
			now = kib / 1024
		case fields[0] == "VmHWM:":
			peak = kib / 1024
		}
	}
	return now, peak, nil
}

// cpu is how much processor time a program has used.
func (p *program) cpu() (time.Duration, error) {
	const ticksPerSecond = 100 // USER_HZ is that on every Linux that Go runs on.
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	var ticks int64
	for _, field := range fields[11:13] { // utime and stime
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond, nil
}

// enableProfiles has the programs serve profiles.
func (b *bench) enableProfiles(ctx context.Context) error {
	patch := []byte(`{"data":{"runtime-profiling":"enabled"}}`)
	_, err := b.kube.CoreV1().ConfigMaps(systemNamespace).Patch(ctx, "config-observability", types.MergePatchType, patch, metav1.PatchOptions{})
	return err
}

// profile writes one of the program's profiles into the folder for them, if there is one.
func (b *bench) profile(ctx context.Context, p *program, kind, query string) error {
	if b.profiles == "" {
		return nil
	}
	url := fmt.Sprintf("http://127.0.0.1:%s/debug/pprof/%s?%s", p.variable("PROFILING_PORT"), kind, query)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s; is runtime-profiling enabled in config-observability?", url, response.Status)
	}
	if err := os.MkdirAll(b.profiles, 0o755); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(b.profiles, b.section+"-"+p.Name+"-"+kind+".pprof"))
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(file, response.Body)
	return err
}
