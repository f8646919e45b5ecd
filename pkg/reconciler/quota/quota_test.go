package quota

import (
	"context"
	"testing"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelineclient "github.com/tektoncd/pipeline/pkg/client/injection/client"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clientgotesting "k8s.io/client-go/testing"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	kubeclient "knative.dev/pkg/client/injection/kube/client"
	"knative.dev/pkg/controller"
	rtesting "knative.dev/pkg/reconciler/testing"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/caches"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client"
	"fournos.dev/fournos/pkg/pods"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

func TestReconcile(t *testing.T) {
	job := rt.NewFournosJob("bake")
	held := func(options ...rt.WorkloadOption) runtime.Object {
		return rt.NewWorkload("bake", append([]rt.WorkloadOption{
			rt.WithWorkloadOwner(job), rt.WithWorkloadLabel(fournos.JobNameLabelKey, "bake"),
			rt.WithWorkloadFinalizer("other"), rt.WithWorkloadFinalizer(fournos.QuotaFinalizer), rt.WithWorkloadDeletion(),
		}, options...)...)
	}
	run := func(options ...rt.PipelineRunOption) runtime.Object {
		return rt.NewPipelineRun("bake", append([]rt.PipelineRunOption{
			rt.WithRunOwner(job), rt.WithRunLabel(fournos.JobNameLabelKey, "bake"), rt.WithRunAnnotation(fournos.ClusterLabelKey, "cluster-1"),
		}, options...)...)
	}
	ended := rt.WithRunDone(corev1.ConditionTrue, "Succeeded", "")
	around := rt.NewPipelineRun("pipeline")
	alone := func(options ...rt.WorkloadOption) runtime.Object {
		return rt.NewWorkload("bake", append([]rt.WorkloadOption{
			rt.WithWorkloadOwner(around), rt.WithWorkloadFinalizer(fournos.QuotaFinalizer), rt.WithWorkloadDeletion(), rt.WithAdmitted("cluster-1"),
		}, options...)...)
	}
	dropped := []clientgotesting.PatchActionImpl{{
		ActionImpl: clientgotesting.ActionImpl{Namespace: rt.Namespace}, Name: "bake", PatchType: types.MergePatchType,
		Patch: []byte(`{"metadata":{"finalizers":["other"],"resourceVersion":""}}`),
	}}
	droppedAlone := []clientgotesting.PatchActionImpl{dropped[0]}
	droppedAlone[0].Patch = []byte(`{"metadata":{"finalizers":[],"resourceVersion":""}}`)

	live := func(objects ...runtime.Object) map[string]any { return map[string]any{rt.OnlyLive: objects} }
	lost := func(p *corev1.Pod) { p.DeletionTimestamp = ptr.To(rt.At(-pods.LostAfter)) }

	table := rtesting.TableTest{{
		Name: "bad key", Key: "a/b/c", WantErr: true,
	}, {
		Name: "gone", Key: rt.Key("bake"),
	}, {
		Name: "not being deleted", Key: rt.Key("bake"),
		Objects: []runtime.Object{rt.NewWorkload("bake", rt.WithWorkloadOwner(job), rt.WithWorkloadFinalizer(fournos.QuotaFinalizer))},
	}, {
		Name: "being deleted for somebody else", Key: rt.Key("bake"),
		Objects: []runtime.Object{rt.NewWorkload("bake", rt.WithWorkloadOwner(job), rt.WithWorkloadFinalizer("other"), rt.WithWorkloadDeletion())},
	}, {
		Name: "never had quota: goes at once, whatever runs", Key: rt.Key("bake"),
		Objects:     []runtime.Object{held(), rt.NewPod("run", rt.WithPodOfJob("bake"))},
		WantPatches: dropped,
	}, {
		Name: "nothing left", Key: rt.Key("bake"),
		Objects:     []runtime.Object{held(rt.WithAdmitted("cluster-1")), run(ended), rt.NewPod("run", rt.WithPodOfJob("bake"), rt.WithPodPhase(corev1.PodSucceeded))},
		WantPatches: dropped,
	}, {
		Name: "job, run and Pods are gone", Key: rt.Key("bake"),
		Objects:     []runtime.Object{held(rt.WithAdmitted("cluster-1"))},
		WantPatches: dropped,
	}, {
		Name: "a Pod runs", Key: rt.Key("bake"),
		Objects: []runtime.Object{held(rt.WithAdmitted("cluster-1")), run(ended), rt.NewPod("run", rt.WithPodOfJob("bake"))},
	}, {
		Name: "a Pod is being taken down: looked at again when it would be lost", Key: rt.Key("bake"), WantErr: true,
		Objects: []runtime.Object{held(rt.WithAdmitted("cluster-1")), rt.NewPod("run", rt.WithPodOfJob("bake"), rt.WithPodPhase(corev1.PodSucceeded), rt.WithPodDeletion())},
	}, {
		Name: "a Pod is lost with its node", Key: rt.Key("bake"),
		Objects:     []runtime.Object{held(rt.WithAdmitted("cluster-1")), rt.NewPod("run", rt.WithPodOfJob("bake"), lost)},
		WantPatches: dropped,
	}, {
		Name: "a Pod runs that the cache has not yet", Key: rt.Key("bake"),
		Objects:       []runtime.Object{held(rt.WithAdmitted("cluster-1"))},
		OtherTestData: live(rt.NewPod("run", rt.WithPodOfJob("bake"))),
	}, {
		Name: "a run that the cache has not yet may begin Pods", Key: rt.Key("bake"),
		Objects:       []runtime.Object{held(rt.WithAdmitted("cluster-1"))},
		OtherTestData: live(run(rt.WithRunRunning())),
	}, {
		Name: "a Pod runs, though the cache has it ended", Key: rt.Key("bake"),
		Objects: []runtime.Object{held(rt.WithAdmitted("cluster-1"))},
		OtherTestData: map[string]any{
			rt.OnlyLive:   []runtime.Object{rt.NewPod("run", rt.WithPodOfJob("bake"))},
			rt.OnlyCached: []runtime.Object{rt.NewPod("run", rt.WithPodOfJob("bake"), rt.WithPodPhase(corev1.PodSucceeded))},
		},
	}, {
		Name: "what runs cannot be asked: kept", Key: rt.Key("bake"), WantErr: true,
		Objects:      []runtime.Object{held(rt.WithAdmitted("cluster-1"))},
		WithReactors: []clientgotesting.ReactionFunc{rtesting.InduceFailure("list", "pods")},
	}, {
		Name: "which runs there are cannot be asked: kept", Key: rt.Key("bake"), WantErr: true,
		Objects:      []runtime.Object{held(rt.WithAdmitted("cluster-1"))},
		WithReactors: []clientgotesting.ReactionFunc{rtesting.InduceFailure("list", "pipelineruns")},
	}, {
		Name: "no Pod at the moment, but the run may begin one", Key: rt.Key("bake"),
		Objects: []runtime.Object{held(rt.WithAdmitted("cluster-1")), run(rt.WithRunRunning())},
	}, {
		Name: "a former job's run of the same name does not count", Key: rt.Key("bake"),
		Objects:     []runtime.Object{held(rt.WithAdmitted("cluster-1")), run(rt.WithRunRunning(), rt.WithRunOwner(rt.NewFournosJob("bake", rt.WithUID("another"))))},
		WantPatches: dropped,
	}, {
		Name: "the run that waited does not count", Key: rt.Key("bake"),
		Objects: []runtime.Object{
			held(rt.WithAdmitted("cluster-1")),
			rt.NewPipelineRun("bake-admission", rt.WithRunOwner(job), rt.WithRunLabel(fournos.JobNameLabelKey, "bake"), rt.WithRunRunning()),
		},
		WantPatches: dropped,
	}, {
		Name: "another job's Pod", Key: rt.Key("bake"),
		Objects:     []runtime.Object{held(rt.WithAdmitted("cluster-1")), rt.NewPod("run", rt.WithPodOfJob("other"))},
		WantPatches: dropped,
	}, {
		Name: "Tekton's placeholder", Key: rt.Key("bake"),
		Objects: []runtime.Object{
			held(rt.WithAdmitted("cluster-1")),
			rt.NewPod("affinity-assistant-0", rt.WithPodOfJob("bake"), rt.WithPodLabel("app.kubernetes.io/component", "affinity-assistant"), rt.WithPodDeletion()),
		},
		WantPatches: dropped,
	}, {
		Name: "alone: the PipelineRun around it runs", Key: rt.Key("bake"),
		Objects: []runtime.Object{alone(), rt.NewPipelineRun("pipeline", rt.WithRunRunning())},
	}, {
		Name: "alone: it has ended, a Pod has not", Key: rt.Key("bake"),
		Objects: []runtime.Object{alone(), rt.NewPipelineRun("pipeline", ended), rt.NewPod("run", rt.WithPodLabel("tekton.dev/pipelineRun", "pipeline"))},
	}, {
		Name: "alone: it runs, and the cache has it not yet", Key: rt.Key("bake"),
		Objects:       []runtime.Object{alone()},
		OtherTestData: live(rt.NewPipelineRun("pipeline", rt.WithRunRunning())),
	}, {
		Name: "alone: a Pod runs that the cache has not yet", Key: rt.Key("bake"),
		Objects:       []runtime.Object{alone(), rt.NewPipelineRun("pipeline", ended)},
		OtherTestData: live(rt.NewPod("run", rt.WithPodLabel("tekton.dev/pipelineRun", "pipeline"))),
	}, {
		Name: "alone: all has ended", Key: rt.Key("bake"),
		Objects:     []runtime.Object{alone(), rt.NewPipelineRun("pipeline", ended)},
		WantPatches: droppedAlone,
	}, {
		Name: "the API server fails", Key: rt.Key("bake"), WantErr: true,
		Objects:      []runtime.Object{held()},
		WithReactors: []clientgotesting.ReactionFunc{rtesting.InduceFailure("patch", "workloads")},
		WantPatches:  dropped,
	}}
	table.Test(t, rt.MakeFactory(func(ctx context.Context, listers *rt.Listers, clock clock.PassiveClock) controller.Reconciler {
		return &Reconciler{
			clock:        clock,
			kube:         kubeclient.Get(ctx),
			tekton:       pipelineclient.Get(ctx),
			kueue:        kueueclient.Get(ctx),
			workloads:    listers.Workloads(),
			pipelineRuns: listers.PipelineRuns(),
			jobRuns:      caches.ByLabel[*pipelinev1.PipelineRun](listers.IndexerFor(&pipelinev1.PipelineRun{}), fournos.JobNameLabelKey),
			jobPods:      caches.ByLabel[*corev1.Pod](listers.IndexerFor(&corev1.Pod{}), fournos.JobNameLabelKey),
			runPods:      caches.ByLabel[*corev1.Pod](listers.IndexerFor(&corev1.Pod{}), pipeline.PipelineRunLabelKey),
		}
	}))
}
