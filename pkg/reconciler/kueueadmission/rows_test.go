package kueueadmission

import (
	"context"
	"fmt"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	faketektonclient "github.com/tektoncd/pipeline/pkg/client/injection/client/fake"
	customrunreconciler "github.com/tektoncd/pipeline/pkg/client/injection/reconciler/pipeline/v1beta1/customrun"
	"k8s.io/apimachinery/pkg/runtime"
	clientgotesting "k8s.io/client-go/testing"
	"k8s.io/utils/clock"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/kmeta"
	"knative.dev/pkg/logging"
	rtesting "knative.dev/pkg/reconciler/testing"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosclient "fournos.dev/fournos/pkg/client/injection/client"
	fakekueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client/fake"
	"fournos.dev/fournos/pkg/kueue"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
	"fournos.dev/fournos/pkg/settings"
)

// newReconciler makes one that holds nothing back.
func newReconciler(ctx context.Context, listers *rt.Listers, clock clock.PassiveClock) controller.Reconciler {
	return newReconcilerWith(func(*Reconciler) {})(ctx, listers, clock)
}

func newReconcilerWith(change func(*Reconciler)) rt.Ctor {
	return func(ctx context.Context, listers *rt.Listers, clock clock.PassiveClock) controller.Reconciler {
		r := bareReconciler(ctx, listers, clock)
		change(r)
		return customrunreconciler.NewReconciler(ctx, logging.FromContext(ctx), r.tektonClient, listers.CustomRuns(),
			controller.GetEventRecorder(ctx), r, controller.Options{SkipStatusUpdates: true})
	}
}

func bareReconciler(ctx context.Context, listers *rt.Listers, clock clock.PassiveClock) *Reconciler {
	workloads := listers.IndexerFor(&kueuev1beta2.Workload{})
	if err := workloads.AddIndexers(workloadIndexers); err != nil {
		panic(err)
	}
	tekton, client := faketektonclient.Get(ctx), fakekueueclient.Get(ctx)
	return &Reconciler{
		settings:          settings.FromContext(ctx),
		clock:             clock,
		fournosClient:     fournosclient.Get(ctx),
		tektonClient:      tekton,
		kueueClient:       client,
		pipelineRunLister: listers.PipelineRuns(),
		workloadLister:    listers.Workloads(),
		workloads:         workloads,
		holders:           indexedHolders(workloads),
		position: func(w *kueuev1beta2.Workload) (position, bool) {
			at, known := w.Annotations[positionForTest]
			var p position
			_, _ = fmt.Sscanf(at, "%d %d", &p.inLocalQueue, &p.inClusterQueue)
			return p, known
		},
		cached: &cachedCatalog{
			localQueues: listers.LocalQueues(), clusterQueues: listers.ClusterQueues(),
			flavors: listers.ResourceFlavors(), priorityClasses: listers.WorkloadPriorityClasses(),
		},
		live: &liveCatalog{client: client},
	}
}

// positionForTest is the annotation of a Workload whose positions are known.
const positionForTest = "position"

func runTable(t *testing.T, table rtesting.TableTest) {
	t.Helper()
	for i := range table {
		if table[i].Key == "" {
			table[i].Key = rt.Key("gate")
		}
	}
	table.Test(t, rt.MakeFactory(newReconciler))
}

// Two clusters behind the default queue, and two priority classes.
func hub() []runtime.Object {
	return []runtime.Object{
		rt.NewLocalQueue("fournos-queue", "fournos"),
		rt.NewClusterQueue("fournos", rt.WithQuota(8, nil, "cluster-2", "cluster-1"), rt.WithOtherQuota("licenses", 3, "office")),
		withLabel(rt.NewResourceFlavor(""), "office", "site", "north"),
		rt.NewResourceFlavor("cluster-1"),
		rt.NewResourceFlavor("cluster-2"),
		rt.NewWorkloadPriorityClass("urgent", 1000),
		rt.NewWorkloadPriorityClass("low", -5),
	}
}

// withLabel makes of a flavor one that is no cluster.
func withLabel(flavor *kueuev1beta2.ResourceFlavor, name, key, value string) *kueuev1beta2.ResourceFlavor {
	flavor.Name, flavor.Spec.NodeLabels = name, map[string]string{key: value}
	return flavor
}

func with(objects ...runtime.Object) []runtime.Object { return append(hub(), objects...) }

// A gate in a PipelineRun that somebody made.
var (
	around  = rt.NewPipelineRun("build", rt.WithRunRunning())
	inBuild = rt.WithCustomRunOwner(around)
	byBuild = rt.WithWorkloadOwner(around)
	doneRun = rt.NewPipelineRun("build", rt.WithRunDone("True", "Succeeded", ""))
)

// A gate in the admission run of a FournosJob.
var (
	job          = rt.NewFournosJob("bake", rt.WithCluster("cluster-1"))
	admissionRun = rt.NewPipelineRun("bake-admission", rt.WithRunOwner(job), rt.WithRunRunning(),
		rt.WithRunLabel(fournos.JobNameLabelKey, "bake"))
	inAdmission = rt.WithCustomRunOwner(admissionRun)
	byJob       = rt.WithWorkloadOwner(job)
)

const asked = "Waiting for Kueue to consider Workload gate in LocalQueue fournos-queue"

func gate(options ...rt.CustomRunOption) *pipelinev1beta1.CustomRun {
	return rt.NewCustomRun("gate", options...)
}

// waiting is how a gate looks that began a minute ago and has heard nothing from Kueue.
func waiting(options ...rt.CustomRunOption) *pipelinev1beta1.CustomRun {
	return gate(append([]rt.CustomRunOption{inBuild, rt.WithStarted(time.Minute, "Pending", asked)}, options...)...)
}

// observed says that the present generation was looked at.
func observed(run *pipelinev1beta1.CustomRun) { run.Status.ObservedGeneration = run.Generation }

// failed is how a gate ends without a cluster.
func failed(reason, message string) rt.CustomRunOption {
	return func(run *pipelinev1beta1.CustomRun) {
		rt.WithCompleted("False", reason, message)(run)
		rt.WithCustomRunResults("", "")(run)
	}
}

func passed(cluster, workload string) rt.CustomRunOption {
	return func(run *pipelinev1beta1.CustomRun) {
		rt.WithCompleted("True", "Admitted", "Admitted to cluster "+cluster)(run)
		rt.WithCustomRunResults(cluster, workload)(run)
	}
}

// passedWith is how a gate ends that asked for no cluster.
func passedWith(flavor, what string) rt.CustomRunOption {
	return func(run *pipelinev1beta1.CustomRun) {
		rt.WithCompleted("True", "Admitted", "Admitted with "+what)(run)
		rt.WithCustomRunResults("", "gate")(run)
		run.Status.Results[1].Value = flavor
	}
}

// licensed is the Workload of a gate that asks for licenses alone.
func licensed(options ...rt.WorkloadOption) *kueuev1beta2.Workload {
	return mine(append([]rt.WorkloadOption{rt.WithoutCluster(), rt.WithRequest("licenses", 2)}, options...)...)
}

// mine is the Workload of the gate in the PipelineRun build.
func mine(options ...rt.WorkloadOption) *kueuev1beta2.Workload {
	return rt.NewWorkload("gate", append([]rt.WorkloadOption{byBuild, rt.WithWorkloadAnnotation(customRunAnnotation, "gate")}, options...)...)
}

// ofJob is the Workload of the FournosJob bake.
func ofJob(options ...rt.WorkloadOption) *kueuev1beta2.Workload {
	return rt.NewWorkload("bake", append([]rt.WorkloadOption{
		byJob, rt.WithWorkloadAnnotation(customRunAnnotation, "gate"), rt.WithWorkloadLabel(fournos.JobNameLabelKey, "bake"),
	}, options...)...)
}

var ready = rt.WithPodsReady("Fournos uses the quota")

// created is what is asked of the API server for a gate.
func created(owner kmeta.OwnerRefable, change func(*kueue.Request)) *kueuev1beta2.Workload {
	request := &kueue.Request{
		Namespace: rt.Namespace, Name: "gate", Queue: "fournos-queue", Owner: *kmeta.NewControllerRef(owner),
		Annotations: map[string]string{customRunAnnotation: "gate"},
	}
	if change != nil {
		change(request)
	}
	return kueue.NewWorkload(request)
}

func updated(object runtime.Object) []clientgotesting.UpdateActionImpl {
	return []clientgotesting.UpdateActionImpl{{Object: object}}
}

func deleted(name string) []clientgotesting.DeleteActionImpl {
	action := clientgotesting.DeleteActionImpl{Name: name}
	action.Namespace = rt.Namespace
	action.Resource = kueuev1beta2.SchemeGroupVersion.WithResource("workloads")
	return []clientgotesting.DeleteActionImpl{action}
}

func stringParams(values ...string) rt.CustomRunOption {
	return func(run *pipelinev1beta1.CustomRun) {
		for i := 0; i < len(values); i += 2 {
			rt.WithParam(values[i], values[i+1])(run)
		}
	}
}

func arrayParam(name string) rt.CustomRunOption {
	return rt.WithParamValue(name, *pipelinev1.NewStructuredValues("a", "b"))
}
