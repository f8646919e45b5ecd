package pace

import (
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
)

// lag is how far a cache may be behind. Whatever it does not have by then is gone again.
const lag = 5 * time.Second

// Made remembers objects that were made a moment ago and that the cache may not have yet, so that no pass makes them a
// second time.
type Made[T metav1.Object] struct {
	clock clock.PassiveClock

	mu      sync.Mutex
	objects map[types.NamespacedName]made[T]
}

type made[T metav1.Object] struct {
	object T
	at     time.Time
}

// NewMade makes a memory of nothing that goes by the clock given.
func NewMade[T metav1.Object](clock clock.PassiveClock) *Made[T] {
	return &Made[T]{clock: clock, objects: map[types.NamespacedName]made[T]{}}
}

// Remember keeps an object as the API server answered its creation.
func (m *Made[T]) Remember(object T) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.clock.Now()
	for key, other := range m.objects {
		if now.Sub(other.at) > lag {
			delete(m.objects, key)
		}
	}
	m.objects[keyOf(object)] = made[T]{object, now}
}

// Find returns the object of that name that was made a moment ago for an owner.
func (m *Made[T]) Find(key types.NamespacedName, owner metav1.Object) (object T, found bool) {
	if m == nil {
		return object, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	one, found := m.objects[key]
	if !found || m.clock.Since(one.at) > lag || !metav1.IsControlledBy(one.object, owner) {
		return object, false
	}
	return one.object, true
}
