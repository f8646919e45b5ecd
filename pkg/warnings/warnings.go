// Package warnings reads what only events tell of an object: that the kubelet cannot set a Pod up, or that a controller
// cannot make one.
package warnings

import (
	"cmp"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// byObject indexes events by the UID of the object that they are about.
const byObject = "by-object"

var indexers = cache.Indexers{byObject: func(obj any) ([]string, error) {
	event, ok := obj.(*corev1.Event)
	if !ok || event.InvolvedObject.UID == "" {
		return nil, nil
	}
	return []string{string(event.InvolvedObject.UID)}, nil
}}

// Lister finds the warnings about an object.
type Lister struct{ caches []cache.Indexer }

// NewLister makes a lister of caches that hold warning events.
func NewLister(caches ...cache.Indexer) (*Lister, error) {
	for _, events := range caches {
		if err := events.AddIndexers(indexers); err != nil {
			return nil, err
		}
	}
	return &Lister{caches: caches}, nil
}

// Latest is the latest warning of what keeps an object from going on that came after a time, as "Reason: message", or "".
func (l *Lister) Latest(about metav1.Object, after time.Time) (string, error) {
	var latest *corev1.Event
	for _, events := range l.caches {
		found, err := events.ByIndex(byObject, string(about.GetUID()))
		if err != nil {
			return "", err
		}
		for _, obj := range found {
			event := obj.(*corev1.Event)
			if isObstacle(event.Reason) && at(event).After(after) && (latest == nil || compare(event, latest) > 0) {
				latest = event
			}
		}
	}
	if latest == nil {
		return "", nil
	}
	return latest.Reason + ": " + strings.TrimSpace(latest.Message), nil
}

// isObstacle tells whether something could not be done, by the reason of a warning: FailedMount, FailedCreate and so on. The
// kubelet also warns of what it makes do without, such as a DNS server.
func isObstacle(reason string) bool {
	return strings.HasPrefix(reason, "Failed") || reason == "NetworkNotReady"
}

// compare orders events by time. Times are whole seconds; names have the nanosecond in them at which an event was new.
func compare(a, b *corev1.Event) int {
	return cmp.Or(at(a).Compare(at(b)), cmp.Compare(a.Name, b.Name))
}

// at is when an event was seen last.
func at(event *corev1.Event) time.Time {
	last := event.CreationTimestamp.Time
	seen := []time.Time{event.LastTimestamp.Time, event.EventTime.Time}
	if event.Series != nil {
		seen = append(seen, event.Series.LastObservedTime.Time)
	}
	for _, t := range seen {
		if t.After(last) {
			last = t
		}
	}
	return last
}
