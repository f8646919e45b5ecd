package kueueadmission

import (
	"context"
	"slices"
	"testing"
	"time"

	faketektonclient "github.com/tektoncd/pipeline/pkg/client/injection/client/fake"
	_ "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1/pipelinerun/fake"
	customruninformer "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1beta1/customrun"
	_ "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1beta1/customrun/fake"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/utils/clock"
	clocktesting "k8s.io/utils/clock/testing"
	"knative.dev/pkg/configmap"
	"knative.dev/pkg/reconciler"
	rtesting "knative.dev/pkg/reconciler/testing"

	fakekueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client/fake"
	_ "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/clusterqueue/fake"
	_ "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/localqueue/fake"
	_ "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/resourceflavor/fake"
	workloadinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/workload"
	_ "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/workload/fake"
	_ "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/workloadpriorityclass/fake"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
	"fournos.dev/fournos/pkg/settings"
)

// asksNothing checks that a pass asked the API server for nothing, reads included.
func asksNothing(t *testing.T, row *rtesting.TableRow) {
	t.Helper()
	for _, action := range slices.Concat(faketektonclient.Get(row.Ctx).Actions(), fakekueueclient.Get(row.Ctx).Actions()) {
		t.Errorf("asked for %s %s", action.GetVerb(), action.GetResource().Resource)
	}
}

// Only gates are looked at when a replica becomes the leader.
func TestPromotion(t *testing.T) {
	ctx, _ := rtesting.SetupFakeContext(t, func(ctx context.Context) context.Context {
		return settings.WithSettings(ctx, rt.DefaultSettings(t))
	})
	impl := NewController(clocktesting.NewFakeClock(rt.Now))(ctx, configmap.NewStaticWatcher())
	runs := customruninformer.Get(ctx).Informer().GetIndexer()
	objects := []runtime.Object{gate(), rt.NewCustomRun("embedded", rt.WithCustomSpec())}
	for name, option := range foreign {
		objects = append(objects, rt.NewCustomRun("foreign "+name, option))
	}
	for _, object := range objects {
		if err := runs.Add(object); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	err := impl.Reconciler.(reconciler.LeaderAware).Promote(reconciler.UniversalBucket(), func(_ reconciler.Bucket, key types.NamespacedName) {
		got = append(got, key.Name)
	})
	slices.Sort(got)
	if err != nil || !slices.Equal(got, []string{"embedded", "gate"}) {
		t.Errorf("promotion enqueued %v, %v", got, err)
	}
}

// The informers of a controller that runs lead each event to the gates that it concerns.
func TestController(t *testing.T) {
	ctx, cancel, informers := rtesting.SetupFakeContextWithCancel(t, func(ctx context.Context) context.Context {
		return settings.WithSettings(ctx, rt.DefaultSettings(t))
	})
	for _, object := range hub() {
		if err := fakekueueclient.Get(ctx).Tracker().Add(object); err != nil {
			t.Fatal(err)
		}
	}
	impl := NewController(clock.RealClock{})(ctx, configmap.NewStaticWatcher())
	stopped, err := rtesting.RunAndSyncInformers(ctx, informers...)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := impl.Run(ctx); err != nil {
			t.Error(err)
		}
	}()
	defer func() { cancel(); <-done; stopped() }()

	tekton, kueueClient := faketektonclient.Get(ctx).TektonV1(), fakekueueclient.Get(ctx).KueueV1beta2().Workloads(rt.Namespace)
	customRuns := faketektonclient.Get(ctx).TektonV1beta1().CustomRuns(rt.Namespace)
	eventually := func(what string, is func() bool) {
		t.Helper()
		if err := wait.PollUntilContextTimeout(ctx, 5*time.Millisecond, 30*time.Second, true, func(context.Context) (bool, error) {
			return is(), nil
		}); err != nil {
			t.Fatalf("it never came to this: %s", what)
		}
	}
	says := func(name, message string) func() bool {
		return func() bool {
			run, err := customRuns.Get(ctx, name, metav1.GetOptions{})
			return err == nil && run.Status.GetCondition("Succeeded").GetMessage() == message
		}
	}
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}

	must(tekton.PipelineRuns(rt.Namespace).Create(ctx, around, metav1.CreateOptions{}))
	pinned := stringParams("cluster", "cluster-1", "exclusive", "true")
	must(customRuns.Create(ctx, gate(inBuild, pinned), metav1.CreateOptions{}))
	eventually("it asks", says("gate", asked))

	// Another takes the cluster: nothing about the gate's own Workload changes after Kueue's first word.
	own, err := kueueClient.Get(ctx, "gate", metav1.GetOptions{})
	must(own, err)
	rt.WithWaiting("Pending", fullCluster1)(own)
	must(kueueClient.UpdateStatus(ctx, own, metav1.UpdateOptions{}))
	eventually("it repeats Kueue's words", says("gate", fullCluster1))
	holder := ofJob(rt.WithExclusive(), rt.WithAdmitted("cluster-1"))
	must(kueueClient.Create(ctx, holder, metav1.CreateOptions{}))
	eventually("it names the holder", says("gate", "Waiting for exclusive access to cluster cluster-1 (held by job bake)"))
	must(nil, kueueClient.Delete(ctx, "bake", metav1.DeleteOptions{}))
	eventually("it names the holder no more", says("gate", fullCluster1))

	rt.WithAdmitted("cluster-1")(own)
	must(kueueClient.UpdateStatus(ctx, own, metav1.UpdateOptions{}))
	eventually("it passes", says("gate", "Admitted to cluster cluster-1"))

	must(tekton.PipelineRuns(rt.Namespace).UpdateStatus(ctx, doneRun, metav1.UpdateOptions{}))
	eventually("the quota is given back", func() bool {
		list, err := kueueClient.List(ctx, metav1.ListOptions{})
		return err == nil && len(list.Items) == 0
	})

	// A gate that waits for a name is led on by the deletion of what has it.
	formerRun := rt.NewPipelineRun("next")
	formerRun.UID = "former"
	must(kueueClient.Create(ctx, rt.NewWorkload("second", rt.WithWorkloadOwner(formerRun)), metav1.CreateOptions{}))
	eventually("the cache has it", func() bool {
		_, err := workloadinformer.Get(ctx).Lister().Workloads(rt.Namespace).Get("second")
		return err == nil
	})
	next := rt.NewPipelineRun("next", rt.WithRunRunning())
	must(tekton.PipelineRuns(rt.Namespace).Create(ctx, next, metav1.CreateOptions{}))
	must(customRuns.Create(ctx, rt.NewCustomRun("second", rt.WithCustomRunOwner(next)), metav1.CreateOptions{}))
	eventually("it waits for the name", says("second", "Waiting for Workload second of a former PipelineRun next to be deleted"))
	must(nil, kueueClient.Delete(ctx, "second", metav1.DeleteOptions{}))
	eventually("it asks under that name", says("second", "Waiting for Kueue to consider Workload second in LocalQueue fournos-queue"))

	// The gate is deleted, then its PipelineRun ends.
	must(nil, customRuns.Delete(ctx, "second", metav1.DeleteOptions{}))
	eventually("the cache knows", func() bool {
		_, err := customruninformer.Get(ctx).Lister().CustomRuns(rt.Namespace).Get("second")
		return err != nil
	})
	must(tekton.PipelineRuns(rt.Namespace).UpdateStatus(ctx, rt.NewPipelineRun("next", rt.WithRunDone("False", "Failed", "")), metav1.UpdateOptions{}))
	eventually("its quota is given back", func() bool {
		_, err := kueueClient.Get(ctx, "second", metav1.GetOptions{})
		return err != nil
	})
}

// A global resync brings only gates back: nothing is read for the others, and nothing written.
func TestResync(t *testing.T) {
	ctx, cancel, informers := rtesting.SetupFakeContextWithCancel(t, func(ctx context.Context) context.Context {
		return settings.WithSettings(ctx, rt.DefaultSettings(t))
	})
	client := faketektonclient.Get(ctx)
	for name, option := range foreign {
		if err := client.Tracker().Add(rt.NewCustomRun("foreign "+name, option)); err != nil {
			t.Fatal(err)
		}
	}
	over := rt.NewCustomRun("over", passed("cluster-1", "over"))
	if err := client.Tracker().Add(over); err != nil {
		t.Fatal(err)
	}
	impl := NewController(clocktesting.NewFakeClock(rt.Now))(ctx, configmap.NewStaticWatcher())
	stopped, err := rtesting.RunAndSyncInformers(ctx, informers...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { cancel(); stopped() }()
	if err := impl.Reconciler.(reconciler.LeaderAware).Promote(reconciler.UniversalBucket(), func(reconciler.Bucket, types.NamespacedName) {}); err != nil {
		t.Fatal(err)
	}
	client.ClearActions()
	fakekueueclient.Get(ctx).ClearActions()
	impl.GlobalResync(customruninformer.Get(ctx).Informer())
	for _, run := range customruninformer.Get(ctx).Informer().GetIndexer().ListKeys() {
		if err := impl.Reconciler.Reconcile(ctx, run); err != nil {
			t.Errorf("%s: %v", run, err)
		}
	}
	for _, action := range slices.Concat(client.Actions(), fakekueueclient.Get(ctx).Actions()) {
		t.Errorf("asked for %s %s", action.GetVerb(), action.GetResource().Resource)
	}
}
