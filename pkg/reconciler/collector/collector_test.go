package collector

import (
	"context"
	"errors"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelineclient "github.com/tektoncd/pipeline/pkg/client/injection/client"
	faketektonclient "github.com/tektoncd/pipeline/pkg/client/injection/client/fake"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clientgotesting "k8s.io/client-go/testing"
	"k8s.io/utils/clock"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/reconciler"
	rtesting "knative.dev/pkg/reconciler/testing"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	fournosclient "fournos.dev/fournos/pkg/client/injection/client"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client"
	fakekueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client/fake"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const interval = 300 * time.Second

// kept is a Collector that keeps the error that the table only counts.
type kept struct {
	*Collector
	err error
}

func (k *kept) Reconcile(ctx context.Context, key string) error {
	k.err = k.Collector.Reconcile(ctx, key)
	return k.err
}

// run sweeps once for each row. A row that wants no error wants the next sweep after the interval.
func run(t *testing.T, table rtesting.TableTest) {
	t.Helper()
	for i := range table {
		row := &table[i]
		row.Key = sweep
		fails := row.WantErr
		row.WantErr = true
		row.PostConditions = append(row.PostConditions, func(t *testing.T, row *rtesting.TableRow) {
			err := row.Reconciler.(*kept).err
			if again, after := controller.IsRequeueKey(err); again == fails || (again && after != interval) {
				t.Errorf("Reconcile() = %v", err)
			}
			if controller.IsPermanentError(err) {
				t.Errorf("Reconcile() = %v, after which no sweep would come any more", err)
			}
		})
	}
	table.Test(t, rt.MakeFactory(func(ctx context.Context, listers *rt.Listers, _ clock.PassiveClock) controller.Reconciler {
		tekton, kueue := faketektonclient.Get(ctx), fakekueueclient.Get(ctx)
		tekton.PrependReactor("delete", "*", onlyThatVeryOne(tekton.Tracker()))
		kueue.PrependReactor("delete", "*", onlyThatVeryOne(kueue.Tracker()))
		return &kept{Collector: &Collector{
			LeaderAwareFuncs: reconciler.LeaderAwareFuncs{PromoteFunc: promote},
			interval:         interval,
			fournos:          fournosclient.Get(ctx),
			tekton:           pipelineclient.Get(ctx),
			kueue:            kueueclient.Get(ctx),
			jobs:             listers.FournosJobs(),
			pipelineRuns:     listers.PipelineRuns(),
			workloads:        listers.Workloads(),
		}}
	}))
}

// onlyThatVeryOne deletes, as the API server does, no other object than that with the UID given, and insists on one.
func onlyThatVeryOne(tracker clientgotesting.ObjectTracker) clientgotesting.ReactionFunc {
	return func(action clientgotesting.Action) (bool, runtime.Object, error) {
		deletion := action.(clientgotesting.DeleteActionImpl)
		want := deletion.DeleteOptions.Preconditions
		if want == nil || want.UID == nil {
			return true, nil, errors.New("deletion without a precondition on the UID")
		}
		found, err := tracker.Get(action.GetResource(), action.GetNamespace(), deletion.Name)
		if err != nil {
			return true, nil, err
		}
		live, err := apimeta.Accessor(found)
		if err == nil && live.GetUID() != *want.UID {
			err = apierrs.NewConflict(action.GetResource().GroupResource(), deletion.Name, errors.New("the UID in the precondition does not match"))
		}
		return err != nil, nil, err
	}
}

func workload(job string, options ...rt.WorkloadOption) *kueue.Workload {
	return rt.NewWorkload(job, append([]rt.WorkloadOption{
		rt.WithWorkloadLabel(fournos.ManagedByLabelKey, fournos.ManagedByLabelValue), rt.WithWorkloadLabel(fournos.JobNameLabelKey, job),
	}, options...)...)
}

func pipelineRun(job string, options ...rt.PipelineRunOption) *pipelinev1.PipelineRun {
	return rt.NewPipelineRun(job, append([]rt.PipelineRunOption{
		rt.WithRunLabel(fournos.ManagedByLabelKey, fournos.ManagedByLabelValue), rt.WithRunLabel(fournos.JobNameLabelKey, job),
	}, options...)...)
}

func objects(all ...runtime.Object) []runtime.Object { return all }

func deletion(resource, name string) clientgotesting.DeleteActionImpl {
	action := clientgotesting.DeleteActionImpl{Name: name}
	action.Namespace = rt.Namespace
	action.Resource.Resource = resource
	return action
}

func deletions(all ...clientgotesting.DeleteActionImpl) []clientgotesting.DeleteActionImpl {
	return all
}

func down(verb, resource string) []clientgotesting.ReactionFunc {
	return []clientgotesting.ReactionFunc{func(action clientgotesting.Action) (bool, runtime.Object, error) {
		return action.Matches(verb, resource), nil, apierrs.NewInternalError(errors.New("etcd is down"))
	}}
}

func TestSweep(t *testing.T) {
	job := rt.NewFournosJob("bake", rt.WithShared())
	former := rt.NewFournosJob("bake", rt.WithShared(), rt.WithUID("uid-of-former"))
	admission := pipelineRun("bake")
	admission.Name = "bake-admission"
	away := rt.NewFournosJob("bake", rt.WithShared())
	away.Namespace = "elsewhere"
	unlabelled := workload("bake")
	delete(unlabelled.Labels, fournos.JobNameLabelKey)
	another := workload("bake")
	another.UID = "uid-of-another"

	run(t, rtesting.TableTest{{
		Name: "nothing at all",
	}, {
		Name:    "what the job is gone of",
		Objects: objects(workload("bake"), pipelineRun("bake"), admission),
		WantDeletes: deletions(deletion("workloads", "bake"), deletion("pipelineruns", "bake"),
			deletion("pipelineruns", "bake-admission")),
	}, {
		Name:        "only that",
		Objects:     objects(job, workload("bake"), pipelineRun("bake"), workload("bread"), pipelineRun("bread")),
		WantDeletes: deletions(deletion("workloads", "bread"), deletion("pipelineruns", "bread")),
	}, {
		Name: "what a former job of the name left, which the garbage collector missed",
		Objects: objects(job, workload("bake", rt.WithWorkloadOwner(former)), pipelineRun("bake", rt.WithRunOwner(former)),
			func() runtime.Object {
				w := workload("other", rt.WithWorkloadOwner(job))
				w.Labels[fournos.JobNameLabelKey] = "bake"
				return w
			}()),
		WantDeletes: deletions(deletion("workloads", "bake"), deletion("pipelineruns", "bake")),
	}, {
		Name:          "the newer job's, while the cache has the former one",
		Objects:       objects(workload("bake", rt.WithWorkloadOwner(job)), pipelineRun("bake", rt.WithRunOwner(job))),
		OtherTestData: map[string]any{rt.OnlyCached: objects(former), rt.OnlyLive: objects(job)},
	}, {
		Name:          "newborn: the job is not in the cache yet",
		Objects:       objects(workload("bake"), pipelineRun("bake")),
		OtherTestData: map[string]any{rt.OnlyLive: objects(job)},
	}, {
		Name:          "the job is in the cache still: it is for the next sweep",
		Objects:       objects(workload("bake"), pipelineRun("bake")),
		OtherTestData: map[string]any{rt.OnlyCached: objects(job)},
	}, {
		Name:    "the job is done, or being deleted: what is its goes with it",
		Objects: objects(rt.NewFournosJob("bake", rt.WithFinish(fournosv1.PhaseFailed, "Failed", ""), rt.WithDeletion()), workload("bake"), pipelineRun("bake")),
	}, {
		Name:        "a job of that name in another namespace is another job",
		Objects:     objects(away, workload("bake")),
		WantDeletes: deletions(deletion("workloads", "bake")),
	}, {
		Name:    "what a gate on its own made: no job's",
		Objects: objects(unlabelled),
	}, {
		Name: "what others manage, though it bears a job's name",
		Objects: objects(workload("bake", rt.WithWorkloadLabel(fournos.ManagedByLabelKey, "tekton-pipelines")),
			pipelineRun("bake", rt.WithRunLabel(fournos.ManagedByLabelKey, "tekton-pipelines")),
			rt.NewWorkload("bread", rt.WithWorkloadLabel(fournos.JobNameLabelKey, "bread"))),
	}, {
		Name:    "what is being deleted",
		Objects: objects(workload("bake", rt.WithWorkloadDeletion()), pipelineRun("bake", rt.WithRunDeletion())),
	}, {
		Name:          "what was deleted since the cache saw it",
		OtherTestData: map[string]any{rt.OnlyCached: objects(workload("bake"), pipelineRun("bake"))},
		WantDeletes:   deletions(deletion("workloads", "bake"), deletion("pipelineruns", "bake")), // The attempts.
	}, {
		Name:          "another object has the name by now: that one stays",
		OtherTestData: map[string]any{rt.OnlyCached: objects(workload("bake")), rt.OnlyLive: objects(another)},
		WantDeletes:   deletions(deletion("workloads", "bake")), // The attempt, which the UID's precondition ends.
		WantErr:       true,
	}, {
		Name:         "whether a job is gone cannot be told: nothing is deleted",
		Objects:      objects(workload("bake"), pipelineRun("bake"), workload("bread")),
		WithReactors: down("get", "fournosjobs"),
		WantErr:      true,
	}, {
		Name:         "it cannot be deleted: retried",
		Objects:      objects(pipelineRun("bake")),
		WithReactors: down("delete", "pipelineruns"),
		WantDeletes:  deletions(deletion("pipelineruns", "bake")),
		WantErr:      true,
	}})
}

// TestOnlyLeaderSweeps has a collector that never led, that leads, and that leads no more.
func TestOnlyLeaderSweeps(t *testing.T) {
	c := &Collector{
		LeaderAwareFuncs: reconciler.LeaderAwareFuncs{PromoteFunc: promote}, interval: interval,
		pipelineRuns: rt.NewListers(nil).PipelineRuns(), workloads: rt.NewListers(nil).Workloads(),
	}
	var enqueued []types.NamespacedName
	enqueue := func(_ reconciler.Bucket, key types.NamespacedName) { enqueued = append(enqueued, key) }

	if err := c.Reconcile(t.Context(), sweep); !controller.IsSkipKey(err) {
		t.Errorf("before it leads: Reconcile() = %v, want the key skipped", err)
	}
	if err := c.Promote(reconciler.UniversalBucket(), enqueue); err != nil {
		t.Fatal(err)
	}
	if len(enqueued) != 1 || enqueued[0].Name != sweep {
		t.Errorf("promoted, it enqueues %v, want %s", enqueued, sweep)
	}
	if again, after := controller.IsRequeueKey(c.Reconcile(t.Context(), sweep)); !again || after != interval {
		t.Errorf("as leader: comes back %t after %v, want %v", again, after, interval)
	}
	c.Demote(reconciler.UniversalBucket())
	if err := c.Reconcile(t.Context(), sweep); !controller.IsSkipKey(err) {
		t.Errorf("when it leads no more: Reconcile() = %v, want the key skipped", err)
	}
}
