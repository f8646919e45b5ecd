package fournosjob

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"knative.dev/pkg/controller"
	logtesting "knative.dev/pkg/logging/testing"

	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

func TestEnqueueJobOf(t *testing.T) {
	job := rt.NewFournosJob("bake")
	owned := rt.NewJob("any-name", rt.WithJobOwner(job))
	for _, test := range []struct {
		name   string
		object any
		want   string
	}{
		{"its own resolve Job", owned, "bake"},
		{"its own resolve Job, deleted", cache.DeletedFinalStateUnknown{Key: rt.Key("any-name"), Obj: owned}, "bake"},
		{"one that was made beforehand", rt.NewJob("bake-resolve"), "bake"},
		{"one that was made beforehand, for a job that ends in -resolve", rt.NewJob("bake-resolve-resolve"), "bake-resolve"},
		{"another's Job by such a name", rt.NewJob("bake-resolve", rt.WithJobOwner(rt.NewPipelineRun("bake"))), ""},
		{"nobody's Job by another name", rt.NewJob("bake-resolved"), ""},
		{"no object", "nonsense", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			expectQueued(t, test.want, func(impl *controller.Impl) { enqueueJobOf(impl)(test.object) })
		})
	}
}

func TestEnqueueWarned(t *testing.T) {
	resolveJob, early, pod := rt.NewJob("any-name", rt.WithJobOwner(rt.NewFournosJob("bake"))), rt.NewJob("bread-resolve"), rt.NewPod("one", rt.WithPodOfJob("bake"))
	other, unknown := rt.NewPod("two"), rt.NewPod("three", rt.WithPodOfJob("bake"))
	listers := rt.NewListers([]runtime.Object{resolveJob, early, pod, other})
	for _, test := range []struct {
		name  string
		about metav1.Object
		want  string
	}{
		{"a resolve Job", resolveJob, "bake"},
		{"one that was made beforehand", early, "bread"},
		{"a Pod of a job", pod, "bake"},
		{"a Pod of no job", other, ""},
		{"a Pod that is not in the cache yet", unknown, ""},
		{"another kind", rt.NewPipelineRun("bake"), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			expectQueued(t, test.want, func(impl *controller.Impl) {
				enqueueWarned(impl, listers.Jobs(), listers.Pods())(rt.NewWarning(test.about, "Failed", "any", 0))
			})
		})
	}
}

// expectQueued finds a FournosJob's key in the queue, or none, after something was enqueued.
func expectQueued(t *testing.T, want string, enqueue func(*controller.Impl)) {
	t.Helper()
	impl := controller.NewContext(t.Context(), nil, controller.ControllerOptions{WorkQueueName: t.Name(), Logger: logtesting.TestLogger(t)})
	queue := impl.WorkQueue()
	enqueue(impl)
	// ShutDownWithDrain would wait; Get after ShutDown gives what is queued, and then says that it is over.
	queue.ShutDown()
	got, over := queue.Get()
	switch {
	case want == "" && !over:
		t.Errorf("Brings back %v, want nothing", got)
	case want != "" && got != types.NamespacedName{Namespace: rt.Namespace, Name: want}:
		t.Errorf("Brings back %v, want %s", got, want)
	}
}

func TestIsForJob(t *testing.T) {
	ours := rt.NewPod("one", rt.WithPodOfJob("bake"))
	for _, test := range []struct {
		name   string
		object any
		want   bool
	}{
		{"a Pod of a job", ours, true},
		{"a Pod of a job, deleted", cache.DeletedFinalStateUnknown{Key: rt.Key("one"), Obj: ours}, true},
		{"a Pod of no job", rt.NewPod("two"), false},
		{"a Pod with an empty label", rt.NewPod("three", rt.WithPodOfJob("")), false},
		{"another kind without labels", &corev1.Secret{}, false},
		{"no object", 7, false},
	} {
		if got := isForJob(test.object); got != test.want {
			t.Errorf("isForJob of %s = %t", test.name, got)
		}
	}
}

func TestFailureIsAnError(t *testing.T) {
	err := failf(ReasonInvalidSpec, "spec.%s is off", "cluster")
	if err.Error() != "spec.cluster is off" {
		t.Errorf("Error() = %q", err)
	}
	if got, ok := asFailure(err); !ok || got.reason != ReasonInvalidSpec {
		t.Errorf("asFailure = %v, %t", got, ok)
	}
	if _, ok := asFailure(nil); ok {
		t.Error("asFailure takes nil for a failure")
	}
}
