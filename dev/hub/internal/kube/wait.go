package kube

import (
	"context"
	"fmt"
	"time"
)

// pollInterval is short: most of what a hub waits for takes well under a second.
const pollInterval = 100 * time.Millisecond

// Until repeats probe until it succeeds. After the time allowed it returns the
// probe's last error, which says what is still missing.
func Until(ctx context.Context, allow time.Duration, probe func(context.Context) error) error {
	deadline := time.Now().Add(allow)
	for {
		err := probe(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("not within %s: %w", allow, err)
		}
		time.Sleep(pollInterval)
	}
}
