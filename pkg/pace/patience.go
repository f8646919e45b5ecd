// Package pace keeps the reconcilers from asking the API server for more than they must.
package pace

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
)

const (
	// calm is how long news has to wait that changes nothing but words. Most of what happens in a second is overtaken by
	// what follows.
	calm = time.Second
	// newsPerSecond bounds how often such news is written. When a cluster changes hands, whoever waits for it waits for
	// somebody else from then on: with a thousand who wait that would be a thousand writes at the very moment at which
	// the next job is to begin.
	newsPerSecond = 25
)

// Patience holds back writes that change nothing but words: what a status says while its object stays where it is.
type Patience struct {
	clock   clock.PassiveClock
	limiter *rate.Limiter

	mu   sync.Mutex
	held map[types.NamespacedName]*held
}

// held is news of one object that waits to be written.
type held struct {
	due time.Time
	// placed says that it has been calm for long enough, and has its place among the others.
	placed bool
}

// NewPatience makes a Patience that goes by the clock given.
func NewPatience(clock clock.PassiveClock) *Patience {
	return &Patience{
		clock:   clock,
		limiter: rate.NewLimiter(newsPerSecond, newsPerSecond),
		held:    map[types.NamespacedName]*held{},
	}
}

// Hold tells how long the news of an object has to wait. With 0 it is to be written now. Whoever is told to wait comes
// back after that time, with what is news by then. A nil Patience holds nothing back.
func (p *Patience) Hold(key types.NamespacedName) time.Duration {
	if p == nil {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock.Now()
	h, waits := p.held[key]
	if !waits {
		h = &held{due: now.Add(calm)}
		p.held[key] = h
	}
	if !h.due.After(now) && !h.placed {
		h.placed = true
		h.due = now.Add(p.limiter.ReserveN(now, 1).DelayFrom(now))
	}
	if wait := h.due.Sub(now); wait > 0 {
		return wait
	}
	delete(p.held, key)
	return 0
}

// Hurry lets the next news of an object pass at once: it has waited elsewhere.
func (p *Patience) Hurry(key types.NamespacedName) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held[key] = &held{due: p.clock.Now(), placed: true}
}

// Forget is for an object that has no news any more: all was written, with something that could not wait, or it is gone.
func (p *Patience) Forget(key types.NamespacedName) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.held, key)
}
