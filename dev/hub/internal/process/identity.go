// Package process starts the hub's programs in the background, remembers them
// across runs of the hub command, and ends them.
//
// A process is always addressed by its number and checked by its start time:
// after a crash or a reboot the number may belong to somebody else, and a name
// never says whose hub a process is part of.
package process

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Identity names one process of one boot of the machine.
type Identity struct {
	PID int `json:"pid"`
	// StartTicks is the time of the process's start in clock ticks since boot.
	StartTicks uint64 `json:"startTicks"`
	BootID     string `json:"bootID"`
}

// Identify returns the identity of the running process pid.
func Identify(pid int) (Identity, error) {
	stat, err := readStat(pid)
	if err != nil {
		return Identity{}, err
	}
	boot, err := bootID()
	if err != nil {
		return Identity{}, err
	}
	return Identity{PID: pid, StartTicks: stat.startTicks, BootID: boot}, nil
}

// Alive reports whether exactly this process still runs. A zombie does not: it
// only waits for its parent to take note of its end.
func (id Identity) Alive() bool {
	if id.PID <= 0 {
		return false
	}
	if boot, err := bootID(); err != nil || boot != id.BootID {
		return false
	}
	stat, err := readStat(id.PID)
	return err == nil && stat.startTicks == id.StartTicks && !stat.dead()
}

type stat struct {
	state      byte
	startTicks uint64
}

func (s stat) dead() bool { return s.state == 'Z' || s.state == 'X' }

func readStat(pid int) (stat, error) {
	line, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return stat{}, err
	}
	return parseStat(line)
}

// parseStat reads a line of /proc/PID/stat. The second field is the program's
// name in parentheses and may itself hold spaces and parentheses, so fields are
// counted from the last closing one.
func parseStat(line []byte) (stat, error) {
	end := bytes.LastIndexByte(line, ')')
	if end < 0 {
		return stat{}, errors.New("process stat: no program name")
	}
	fields := strings.Fields(string(line[end+1:]))
	const state, startTime = 0, 19 // fields 3 and 22 of proc_pid_stat(5)
	if len(fields) <= startTime {
		return stat{}, fmt.Errorf("process stat: %d fields after the name, want at least %d", len(fields), startTime+1)
	}
	ticks, err := strconv.ParseUint(fields[startTime], 10, 64)
	if err != nil {
		return stat{}, fmt.Errorf("process stat: start time: %w", err)
	}
	return stat{state: fields[state][0], startTicks: ticks}, nil
}

func bootID() (string, error) {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(id)), nil
}

// Matching returns the processes whose command line satisfies match. It is for
// processes that others started on the hub's behalf, like containerd's shims.
func Matching(match func(args []string) bool) ([]Identity, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	var found []Identity
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		line, err := os.ReadFile(filepath.Join("/proc", entry.Name(), "cmdline"))
		if err != nil || len(line) == 0 || !match(splitArgs(line)) {
			continue
		}
		// Gone between two reads: nothing left to find.
		if id, err := Identify(pid); err == nil {
			found = append(found, id)
		}
	}
	return found, nil
}

func splitArgs(cmdline []byte) []string {
	return strings.Split(strings.TrimSuffix(string(cmdline), "\x00"), "\x00")
}
