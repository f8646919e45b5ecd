package process

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

const pollInterval = 20 * time.Millisecond

// Stop asks the processes to end, kills those that have not after grace, and
// returns when all are gone. Processes that are gone already are no error.
func Stop(ids []Identity, grace time.Duration) error {
	signal(ids, syscall.SIGTERM)
	left := waitGone(ids, grace)
	if len(left) == 0 {
		return nil
	}
	return Kill(left)
}

// Kill ends the processes at once and returns when all are gone.
func Kill(ids []Identity) error {
	signal(ids, syscall.SIGKILL)
	const patience = 10 * time.Second
	if left := waitGone(ids, patience); len(left) > 0 {
		return fmt.Errorf("process %d does not end %s after SIGKILL (probably stuck in the kernel; see /proc/%[1]d/stack)", left[0].PID, patience)
	}
	return nil
}

// signal reaches a process through a handle that is opened before the identity
// is checked, so that the number cannot change hands in between.
func signal(ids []Identity, sig syscall.Signal) {
	for _, id := range ids {
		handle, err := os.FindProcess(id.PID)
		if err != nil {
			continue
		}
		if id.Alive() {
			_ = handle.Signal(sig) // a process that ended meanwhile is what was wanted
		}
		_ = handle.Release()
	}
}

func waitGone(ids []Identity, patience time.Duration) []Identity {
	deadline := time.Now().Add(patience)
	for {
		var left []Identity
		for _, id := range ids {
			if id.Alive() {
				left = append(left, id)
			}
		}
		if len(left) == 0 || time.Now().After(deadline) {
			return left
		}
		time.Sleep(pollInterval)
	}
}
