package pace

import (
	"math"
	"strconv"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Versions remembers what was written last of each object until the cache has it. A pass over an older version would do
// again what was done, and have its own write refused; the watch brings the newer one, and with it the next pass.
type Versions struct {
	mu      sync.Mutex
	written map[types.NamespacedName]version
}

type version struct {
	uid    types.UID
	number uint64
}

// NewVersions makes a memory of nothing.
func NewVersions() *Versions {
	return &Versions{written: map[types.NamespacedName]version{}}
}

// Wrote remembers an object as the API server answered our write.
func (v *Versions) Wrote(object metav1.Object) {
	if v == nil {
		return
	}
	number, err := strconv.ParseUint(object.GetResourceVersion(), 10, 64)
	if err != nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.written[keyOf(object)] = version{object.GetUID(), number}
}

// Deleted remembers that an object was deleted: whatever the cache has of it is old.
func (v *Versions) Deleted(object metav1.Object) {
	if v == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.written[keyOf(object)] = version{object.GetUID(), math.MaxUint64}
}

// IsBehind tells whether an object from the cache is older than what we wrote. The versions of one object are in order. A
// nil Versions knows of no writes.
func (v *Versions) IsBehind(object metav1.Object) bool {
	if v == nil {
		return false
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	written, remembered := v.written[keyOf(object)]
	if !remembered {
		return false
	}
	number, err := strconv.ParseUint(object.GetResourceVersion(), 10, 64)
	if err == nil && written.uid == object.GetUID() && number < written.number {
		return true
	}
	delete(v.written, keyOf(object)) // The cache has caught up, or it is another object.
	return false
}

// Forget is for an object that is gone.
func (v *Versions) Forget(key types.NamespacedName) {
	if v == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.written, key)
}

func keyOf(object metav1.Object) types.NamespacedName {
	return types.NamespacedName{Namespace: object.GetNamespace(), Name: object.GetName()}
}
