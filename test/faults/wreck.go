package main

import (
	"context"
	"math/rand/v2"
	"time"
)

// oddsOfFaults is how many of a thousand requests of the controllers go wrong.
const oddsOfFaults = 40

// wreck does harm at random instants.
type wreck struct {
	hub      *hub
	proxy    *proxy
	replicas []*replica
	random   *rand.Rand
	say      func(string, ...any)

	kills, restarts int
}

// reviveAll starts every replica that does not run.
func (w *wreck) reviveAll() error {
	for _, r := range w.replicas {
		if _, err := r.ensure(); err != nil {
			return err
		}
	}
	return nil
}

func (w *wreck) killAll() {
	for _, r := range w.replicas {
		r.kill()
	}
}

// goOn does harm until it is told to stop.
func (w *wreck) goOn(ctx context.Context) error {
	// Each a number of kills apart, so that there is time to take over in between.
	const apiServerEvery, etcdEvery = 6, 11
	for turn := 1; w.pause(ctx, 3*time.Second, 9*time.Second); turn++ {
		var err error
		switch {
		case turn%etcdEvery == 0:
			err = w.restart(ctx, "etcd", "kube-apiserver")
		case turn%apiServerEvery == apiServerEvery/2:
			err = w.restart(ctx, "kube-apiserver")
		default:
			victim := w.replicas[w.random.IntN(len(w.replicas))]
			victim.kill()
			w.kills++
			w.say("killed %s", victim)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
		if !w.pause(ctx, 0, 3*time.Second) {
			return nil
		}
		if err := w.reviveAll(); err != nil {
			return err
		}
	}
	return nil
}

func (w *wreck) restart(ctx context.Context, components ...string) error {
	// To its end, also when the time for harm is over meanwhile: half a restart is a hub that is down.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Minute)
	defer cancel()
	w.restarts++
	err := w.hub.restart(ctx, components...)
	w.say("restarted %v", components)
	return err
}

// pause waits for a random time, and tells whether to go on.
func (w *wreck) pause(ctx context.Context, least, most time.Duration) bool {
	timer := time.NewTimer(least + time.Duration(w.random.Int64N(int64(most-least)+1)))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
