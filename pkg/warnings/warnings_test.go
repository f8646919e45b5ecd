package warnings

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

var began = time.Date(2026, time.March, 14, 15, 9, 26, 0, time.UTC)

func event(name, about, reason, message string, after time.Duration, changes ...func(*corev1.Event)) *corev1.Event {
	e := &corev1.Event{
		ObjectMeta:     metav1.ObjectMeta{Namespace: "ns", Name: name, CreationTimestamp: metav1.NewTime(began)},
		InvolvedObject: corev1.ObjectReference{Kind: "Pod", Namespace: "ns", Name: about, UID: types.UID("uid-of-" + about)},
		Reason:         reason, Message: message,
		LastTimestamp: metav1.NewTime(began.Add(after)),
	}
	for _, change := range changes {
		change(e)
	}
	return e
}

func TestLatest(t *testing.T) {
	seenAgain := func(e *corev1.Event) {
		e.Series = &corev1.EventSeries{LastObservedTime: metav1.NewMicroTime(began.Add(time.Hour))}
	}
	eventTime := func(e *corev1.Event) {
		e.LastTimestamp, e.EventTime = metav1.Time{}, metav1.NewMicroTime(began.Add(time.Minute))
	}
	for _, tc := range []struct {
		name   string
		events []*corev1.Event
		after  time.Duration
		want   string
	}{
		{"none", nil, -time.Hour, ""},
		{"others'", []*corev1.Event{event("a", "other", "FailedMount", "not this one", 0)}, -time.Hour, ""},
		{"one", []*corev1.Event{event("a", "pod", "FailedMount", "no Secret\n", 0)}, -time.Hour, "FailedMount: no Secret"},
		{"a later one of what hinders nothing", []*corev1.Event{
			event("a", "pod", "FailedMount", "no Secret", 0),
			event("b", "pod", "MissingClusterDNS", "no DNS server", time.Second),
		}, -time.Hour, "FailedMount: no Secret"},
		{"an old one", []*corev1.Event{event("a", "pod", "FailedMount", "no Secret", 0)}, 0, ""},
		{"the later", []*corev1.Event{
			event("b", "pod", "FailedMount", "no Secret", 0),
			event("a", "pod", "FailedCreatePodSandBox", "no address", time.Second),
		}, -time.Hour, "FailedCreatePodSandBox: no address"},
		{"the later of the same second", []*corev1.Event{
			event("b", "pod", "FailedMount", "no ConfigMap", 0),
			event("a", "pod", "FailedMount", "no Secret", 0),
		}, -time.Hour, "FailedMount: no ConfigMap"},
		{"the one that was seen again", []*corev1.Event{
			event("b", "pod", "FailedMount", "no ConfigMap", time.Minute),
			event("a", "pod", "FailedMount", "no Secret", 0, seenAgain),
		}, -time.Hour, "FailedMount: no Secret"},
		{"of the newer kind", []*corev1.Event{event("a", "pod", "FailedMount", "no Secret", 0, eventTime)}, time.Second, "FailedMount: no Secret"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			first, second := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{}), cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
			for i, e := range tc.events {
				if err := []cache.Indexer{first, second}[i%2].Add(e); err != nil {
					t.Fatal(err)
				}
			}
			lister, err := NewLister(first, second)
			if err != nil {
				t.Fatal(err)
			}
			got, err := lister.Latest(&metav1.ObjectMeta{Name: "pod", UID: "uid-of-pod"}, began.Add(tc.after))
			if err != nil || got != tc.want {
				t.Errorf("%q, %v, want %q", got, err, tc.want)
			}
		})
	}
}

func TestSelector(t *testing.T) {
	for _, tc := range []struct {
		kind, about, eventType, reason string
		want                           bool
	}{
		{"Pod", "Pod", "Warning", "FailedMount", true},
		{"Job", "Job", "Warning", "FailedCreate", true},
		{"Pod", "Job", "Warning", "FailedCreate", false},
		{"Pod", "Pod", "Normal", "Pulled", false},
		{"Pod", "Pod", "Warning", "FailedScheduling", false},
	} {
		set := fields.Set{"type": tc.eventType, "involvedObject.kind": tc.about, "reason": tc.reason}
		if got := selector(tc.kind).Matches(set); got != tc.want {
			t.Errorf("the selector for a %s takes %v: %t, want %t", tc.kind, set, got, tc.want)
		}
	}
}

// What is trimmed must still be found, in its order.
func TestTrim(t *testing.T) {
	whole := event("a", "pod", "FailedMount", "no Secret", time.Second, func(e *corev1.Event) {
		e.ManagedFields = []metav1.ManagedFieldsEntry{{Manager: "kubelet"}}
		e.Source.Component = "kubelet"
	})
	trimmed, err := trim(whole)
	if err != nil {
		t.Fatal(err)
	}
	got := trimmed.(*corev1.Event)
	if got.ManagedFields != nil || got.Source.Component != "" {
		t.Errorf("kept %+v", got)
	}
	if compare(got, whole) != 0 || got.InvolvedObject != whole.InvolvedObject || got.Message != whole.Message || got.Namespace != whole.Namespace {
		t.Errorf("lost something: %+v", got)
	}
	if other, err := trim("nonsense"); err != nil || other != "nonsense" {
		t.Errorf("%v, %v", other, err)
	}
}
