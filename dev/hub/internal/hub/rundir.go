package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"fournos.dev/hub/internal/process"
)

// runDir is the one folder per machine and user that says which hub is running
// and which processes it consists of. It is outside of any checkout because the
// ports, the bridge and the control group are outside too: whoever brings up a
// hub must find the one that was left by another checkout, even when that
// checkout is gone. Its short path also suits sockets, whose names may have no
// more than 107 characters.
type runDir string

func (r runDir) path(name string) string  { return filepath.Join(string(r), name) }
func (r runDir) records() process.Records { return process.Records{Dir: r.path("processes")} }
func (r runDir) socket() string           { return r.path("containerd.sock") }

// claim says whose the run folder is.
type claim struct {
	Dir string `json:"dir"`
	// Forwarding is the kernel's forwarding value before the hub set it.
	Forwarding string `json:"forwarding,omitempty"`
}

// claimed returns the claim; none is no error.
func (r runDir) claimed() (claim, error) {
	content, err := os.ReadFile(r.path("hub.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return claim{}, nil
	}
	if err != nil {
		return claim{}, err
	}
	var c claim
	if err := json.Unmarshal(content, &c); err != nil {
		// Cut short by a crash. The processes have files of their own.
		return claim{}, nil
	}
	return c, nil
}

func (r runDir) save(c claim) error {
	content, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return os.WriteFile(r.path("hub.json"), content, 0o644)
}

// lock keeps two commands from changing the hub at the same time. A command that
// has to wait says so by calling waits.
func (r runDir) lock(ctx context.Context, waits func()) (unlock func(), err error) {
	if err := os.MkdirAll(string(r), 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(r.path("lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for told := false; ; told = true {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { file.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			file.Close()
			return nil, fmt.Errorf("lock %s: %w", file.Name(), err)
		}
		if !told {
			waits()
		}
		select {
		case <-ctx.Done():
			file.Close()
			return nil, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}
