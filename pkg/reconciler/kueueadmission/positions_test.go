package kueueadmission

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// line is a LocalQueue with Workloads of gates in it, and Kueue, which knows their positions.
type line struct {
	*positions
	t       *testing.T
	waiting []*kueuev1beta2.Workload
	answer  map[string]position
	err     error
	// requests counts those to Kueue; looked has the gates that were looked at.
	requests int
	looked   []string
	time     time.Time
	due      []timer
}

type timer struct {
	at   time.Time
	call func()
}

var inLine = types.NamespacedName{Namespace: rt.Namespace, Name: "fournos-queue"}

func newLine(t *testing.T, names ...string) *line {
	l := &line{t: t, time: rt.Now}
	for _, name := range names {
		l.waiting = append(l.waiting, rt.NewWorkload(name, rt.WithWorkloadAnnotation(customRunAnnotation, name)))
	}
	l.positions = &positions{
		ctx: t.Context(), queues: map[types.NamespacedName]*queuePositions{},
		now:     func() time.Time { return l.time },
		later:   func(d time.Duration, call func()) { l.due = append(l.due, timer{l.time.Add(d), call}) },
		waiting: func(types.NamespacedName) []*kueuev1beta2.Workload { return l.waiting },
		changed: func(gate types.NamespacedName) { l.looked = append(l.looked, gate.Name) },
		pending: func(_ context.Context, queue types.NamespacedName) (map[string]position, error) {
			if queue != inLine {
				t.Errorf("asked for %s", queue)
			}
			l.requests++
			return l.answer, l.err
		},
	}
	return l
}

// after lets time pass, and counts the requests.
func (l *line) after(d time.Duration) int {
	l.requests = 0
	end := l.time.Add(d)
	for {
		next := -1
		for i := range l.due {
			if !l.due[i].at.After(end) && (next < 0 || l.due[i].at.Before(l.due[next].at)) {
				next = i
			}
		}
		if next < 0 {
			l.time = end
			return l.requests
		}
		call := l.due[next]
		l.due = slices.Delete(l.due, next, next+1)
		l.time = call.at
		call.call()
	}
}

func (l *line) expect(after time.Duration, requests int, looked ...string) {
	l.t.Helper()
	l.looked = nil
	if got := l.after(after); got != requests {
		l.t.Errorf("%d requests within %v, want %d", got, after, requests)
	}
	slices.Sort(l.looked)
	if !slices.Equal(l.looked, looked) {
		l.t.Errorf("looked at %v, want %v", l.looked, looked)
	}
}

// Kueue is asked when something moved, for all at once, and not more often than it may.
func TestPositions(t *testing.T) {
	l := newLine(t, "a", "b")
	l.moved(inLine)
	l.expect(time.Hour, 0) // Nobody is known to wait.

	if _, known := l.of(l.waiting[0]); known {
		t.Error("a position that nobody was asked for")
	}
	l.of(l.waiting[1])
	l.answer = map[string]position{"a": {1, 1}, "b": {2, 5}, "stranger": {3, 7}}
	l.expect(time.Second, 1, "a", "b")
	if at, known := l.of(l.waiting[1]); !known || at != (position{2, 5}) {
		t.Errorf("position %v, %v", at, known)
	}
	l.expect(time.Hour, 0) // Nothing moves.

	l.moved(inLine)
	l.moved(inLine)
	l.answer = map[string]position{"a": {1, 1}, "b": {2, 4}}
	l.expect(time.Second, 1, "b")
	for range 10 { // However much moves.
		l.moved(inLine)
		l.after(100 * time.Millisecond)
	}
	l.answer = map[string]position{"a": {1, 1}, "b": {2, 3}}
	l.expect(time.Minute, 1, "b")

	l.moved(inLine)
	l.expect(time.Hour, 1) // Nobody has moved.

	l.waiting = nil
	l.moved(inLine)
	l.expect(time.Hour, 0)
	l.moved(inLine)
	l.expect(time.Hour, 0)
}

// Whoever Kueue has not seen yet is asked for again, but not for ever.
func TestPositionsOfNewcomers(t *testing.T) {
	l := newLine(t, "a")
	l.of(l.waiting[0])
	l.expect(2*time.Second, 1)
	l.answer = map[string]position{"a": {4, 4}}
	l.expect(time.Minute, 1, "a")

	l.answer = nil
	l.moved(inLine)
	l.expect(time.Hour, 1+moreTries, "a")
}

// When Kueue does not answer the position is not known any more, and Kueue has some rest.
func TestPositionsWithoutAnswer(t *testing.T) {
	l := newLine(t, "a")
	l.of(l.waiting[0])
	l.answer = map[string]position{"a": {1, 1}}
	l.expect(10*time.Second, 1, "a")

	l.answer, l.err = nil, errors.New("the server is currently unable to handle the request")
	l.moved(inLine)
	l.expect(10*time.Second, 1, "a")
	if _, known := l.of(l.waiting[0]); known {
		t.Error("an old position")
	}
	l.answer, l.err = map[string]position{"a": {1, 1}}, nil
	l.expect(19*time.Second, 0)
	l.expect(10*time.Second, 1, "a")

	l.answer, l.err = nil, errors.New("no such API")
	l.moved(inLine)
	l.expect(time.Hour, 1+moreTries, "a")
}

// The more wait, the less often each hears of it.
func TestPositionsOfMany(t *testing.T) {
	l := newLine(t, slices.Repeat([]string{"a"}, 1000)...)
	l.answer = map[string]position{"a": {1, 1}}
	l.of(l.waiting[0])
	requests := 0
	for range 1000 {
		l.moved(inLine)
		requests += l.after(100 * time.Millisecond)
	}
	if requests > 3 {
		t.Errorf("%d requests within 100 s for 1000 gates", requests)
	}
}

func TestRoughly(t *testing.T) {
	for n, want := range map[int32]string{1: "1", 20: "20", 21: "above 20", 30: "above 20", 31: "above 30", 100: "above 90", 101: "above 100", 999: "above 900"} {
		if got := roughly(n); got != want {
			t.Errorf("roughly(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestVisibilityClient(t *testing.T) {
	answer, status := `{"kind":"PendingWorkloadsSummary","items":[{"metadata":{"name":"a"},"positionInLocalQueue":0,"positionInClusterQueue":3}]}`, http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if want := "/apis/visibility.kueue.x-k8s.io/v1beta2/namespaces/psap-automation/localqueues/fournos-queue/pendingworkloads"; r.URL.Path != want {
			t.Errorf("asked for %s", r.URL.Path)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(answer))
	}))
	defer server.Close()
	client, err := newVisibilityClient(&rest.Config{Host: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	got, err := client.pending(t.Context(), inLine)
	if diff := cmp.Diff(map[string]position{"a": {1, 4}}, got, cmp.AllowUnexported(position{})); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	for _, refused := range []int{http.StatusForbidden, http.StatusNotFound} {
		status = refused
		if _, err := client.pending(t.Context(), inLine); err == nil {
			t.Errorf("status %d is no error", refused)
		}
	}
	answer, status = "no JSON", http.StatusOK
	if _, err := client.pending(t.Context(), inLine); err == nil {
		t.Error("an answer that cannot be read is no error")
	}
}
