package process

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// Command is a program that runs in the background.
type Command struct {
	Name string   `json:"name"`
	Path string   `json:"path"`
	Args []string `json:"args,omitempty"`
	// Env is the whole environment, so that what the caller happens to have
	// set does not leak into the hub.
	Env []string `json:"env,omitempty"`
	Dir string   `json:"dir,omitempty"`
	Log string   `json:"log"`
	// Inputs are the files that the program reads once, at its start: when
	// the contents of one change, the running program is out of date.
	Inputs []string `json:"inputs,omitempty"`
}

// Fingerprint changes whenever the program would have to be started anew to
// be what the Command says.
func (c Command) Fingerprint() (string, error) {
	sum := sha256.New()
	if err := json.NewEncoder(sum).Encode(c); err != nil {
		return "", err
	}
	binary, err := filepath.EvalSymlinks(c.Path)
	if err != nil {
		return "", err
	}
	fmt.Fprintln(sum, binary)
	for _, input := range c.Inputs {
		content, err := os.ReadFile(input)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%s %x\n", input, sha256.Sum256(content))
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// Start runs the command in a session of its own, with its output in its log
// file, so that it outlives the hub command and its terminal.
func Start(c Command) (Record, error) {
	fingerprint, err := c.Fingerprint()
	if err != nil {
		return Record{}, fmt.Errorf("start %s: %w", c.Name, err)
	}
	if err := os.MkdirAll(filepath.Dir(c.Log), 0o755); err != nil {
		return Record{}, err
	}
	// The last words of the one before are why somebody starts it again.
	if err := os.Rename(c.Log, c.Log+".previous"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Record{}, err
	}
	log, err := os.Create(c.Log)
	if err != nil {
		return Record{}, err
	}
	defer log.Close()

	cmd := exec.Command(c.Path, c.Args...)
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = c.Env, c.Dir, log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return Record{}, fmt.Errorf("start %s: %w", c.Name, err)
	}
	id, err := Identify(cmd.Process.Pid)
	if err != nil {
		return Record{}, fmt.Errorf("start %s: %w", c.Name, err)
	}
	// Collect the exit status if it ends while we are here; later it is init's.
	go func() { _ = cmd.Wait() }()
	return Record{Name: c.Name, Identity: id, Fingerprint: fingerprint, Log: c.Log}, nil
}
