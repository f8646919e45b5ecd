package fournosjob

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
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
			impl := controller.NewContext(t.Context(), nil, controller.ControllerOptions{WorkQueueName: t.Name(), Logger: logtesting.TestLogger(t)})
			queue := impl.WorkQueue()
			defer queue.ShutDown()
			enqueueJobOf(impl)(test.object)
			// ShutDownWithDrain would wait; Get after ShutDown gives what is queued, and then says that it is over.
			queue.ShutDown()
			got, over := queue.Get()
			switch {
			case test.want == "" && !over:
				t.Errorf("Brings back %v, want nothing", got)
			case test.want != "" && got != types.NamespacedName{Namespace: rt.Namespace, Name: test.want}:
				t.Errorf("Brings back %v, want %s", got, test.want)
			}
		})
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
