// Package history checks, from every revision that etcd had of some kinds of objects, in their order, whether a hub's
// jobs fared as they must at every instant. All of it is pure.
package history

import (
	"cmp"
	"slices"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// Event is one change of one object: a FournosJob, a PipelineRun, a Workload or a Pod. For one that was deleted the
// object is what it was then.
type Event struct {
	// Revision is etcd's, which orders the changes of all kinds of objects.
	Revision uint64
	Type     watch.EventType
	Object   metav1.Object
}

// Ordered sorts events by revision, and drops those that a resumed watch told twice.
func Ordered(events []Event) []Event {
	events = slices.Clone(events)
	slices.SortStableFunc(events, func(a, b Event) int { return cmp.Compare(a.Revision, b.Revision) })
	return slices.CompactFunc(events, func(a, b Event) bool { return a.Revision == b.Revision && a.Object.GetUID() == b.Object.GetUID() })
}

// state is what there was after an event.
type state struct {
	jobs      map[string]*fournosv1.FournosJob
	runs      map[string]*pipelinev1.PipelineRun
	workloads map[string]*kueuev1beta2.Workload
	pods      map[string]*corev1.Pod
}

func newState() *state {
	return &state{
		jobs: map[string]*fournosv1.FournosJob{}, runs: map[string]*pipelinev1.PipelineRun{},
		workloads: map[string]*kueuev1beta2.Workload{}, pods: map[string]*corev1.Pod{},
	}
}

func (s *state) apply(event Event) {
	switch object := event.Object.(type) {
	case *fournosv1.FournosJob:
		set(s.jobs, event.Type, object.Name, object)
	case *pipelinev1.PipelineRun:
		set(s.runs, event.Type, object.Name, object)
	case *kueuev1beta2.Workload:
		set(s.workloads, event.Type, object.Name, object)
	case *corev1.Pod:
		set(s.pods, event.Type, object.Name, object)
	}
}

func set[T any](objects map[string]T, how watch.EventType, name string, object T) {
	if how == watch.Deleted {
		delete(objects, name)
		return
	}
	objects[name] = object
}
