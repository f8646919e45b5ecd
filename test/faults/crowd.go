package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// crowd submits the jobs, and does to them what users do.
type crowd struct {
	*clients
	random *rand.Rand
	jobs   int
	// over is the time over which they come.
	over time.Duration
}

// submit returns when all jobs were submitted, and all was done to them that was to be.
func (c *crowd) submit(ctx context.Context) error {
	var pending sync.WaitGroup
	defer pending.Wait()
	between := c.over / time.Duration(c.jobs+1)
	for number := range c.jobs {
		job, kind := newJob(number, c.random)
		if err := c.createJob(ctx, job); err != nil {
			return err
		}
		if kind.later != nil {
			// At once, while it is resolved, while it waits, while it runs: whatever it comes to.
			after := time.Duration(c.random.Int64N(int64(20 * time.Second)))
			pending.Go(func() {
				if sleep(ctx, after) {
					_ = kind.later(ctx, c.clients, job) // Only the end of the time ends it with an error.
				}
			})
		}
		if !sleep(ctx, time.Duration(c.random.Int64N(int64(2*between)))) {
			return ctx.Err()
		}
	}
	return nil
}

// sleep waits, and tells whether the time has come.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
