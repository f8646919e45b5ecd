package quota

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clientgotesting "k8s.io/client-go/testing"
	"k8s.io/utils/clock"
	"knative.dev/pkg/controller"
	rtesting "knative.dev/pkg/reconciler/testing"

	"fournos.dev/fournos/pkg/apis/fournos"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client"
	. "fournos.dev/fournos/pkg/reconciler/testing" //nolint:staticcheck // the builders read as a language of their own
)

func TestReconcile(t *testing.T) {
	job := NewFournosJob("bake")
	held := func(options ...WorkloadOption) runtime.Object {
		return NewWorkload("bake", append([]WorkloadOption{
			WithWorkloadOwner(job), WithWorkloadLabel(fournos.JobNameLabelKey, "bake"),
			WithWorkloadFinalizer("other"), WithWorkloadFinalizer(fournos.QuotaFinalizer), WithWorkloadDeletion(),
		}, options...)...)
	}
	run := func(options ...PipelineRunOption) runtime.Object {
		return NewPipelineRun("bake", append([]PipelineRunOption{
			WithRunOwner(job), WithRunLabel(fournos.JobNameLabelKey, "bake"), WithRunAnnotation(fournos.ClusterLabelKey, "cluster-1"),
		}, options...)...)
	}
	ended := WithRunDone(corev1.ConditionTrue, "Succeeded", "")
	around := NewPipelineRun("pipeline")
	alone := func(options ...WorkloadOption) runtime.Object {
		return NewWorkload("bake", append([]WorkloadOption{
			WithWorkloadOwner(around), WithWorkloadFinalizer(fournos.QuotaFinalizer), WithWorkloadDeletion(), WithAdmitted("cluster-1"),
		}, options...)...)
	}
	dropped := []clientgotesting.PatchActionImpl{{
		ActionImpl: clientgotesting.ActionImpl{Namespace: Namespace}, Name: "bake", PatchType: types.MergePatchType,
		Patch: []byte(`{"metadata":{"finalizers":["other"],"resourceVersion":""}}`),
	}}
	droppedAlone := []clientgotesting.PatchActionImpl{dropped[0]}
	droppedAlone[0].Patch = []byte(`{"metadata":{"finalizers":[],"resourceVersion":""}}`)

	table := rtesting.TableTest{{
		Name: "bad key", Key: "a/b/c", WantErr: true,
	}, {
		Name: "gone", Key: Key("bake"),
	}, {
		Name: "not being deleted", Key: Key("bake"),
		Objects: []runtime.Object{NewWorkload("bake", WithWorkloadOwner(job), WithWorkloadFinalizer(fournos.QuotaFinalizer))},
	}, {
		Name: "being deleted for somebody else", Key: Key("bake"),
		Objects: []runtime.Object{NewWorkload("bake", WithWorkloadOwner(job), WithWorkloadFinalizer("other"), WithWorkloadDeletion())},
	}, {
		Name: "never had quota: goes at once, whatever runs", Key: Key("bake"),
		Objects:     []runtime.Object{held(), NewPod("run", WithPodOfJob("bake"))},
		WantPatches: dropped,
	}, {
		Name: "nothing left", Key: Key("bake"),
		Objects:     []runtime.Object{held(WithAdmitted("cluster-1")), run(ended), NewPod("run", WithPodOfJob("bake"), WithPodPhase(corev1.PodSucceeded))},
		WantPatches: dropped,
	}, {
		Name: "job, run and Pods are gone", Key: Key("bake"),
		Objects:     []runtime.Object{held(WithAdmitted("cluster-1"))},
		WantPatches: dropped,
	}, {
		Name: "a Pod runs", Key: Key("bake"),
		Objects: []runtime.Object{held(WithAdmitted("cluster-1")), run(ended), NewPod("run", WithPodOfJob("bake"))},
	}, {
		Name: "a Pod is being taken down", Key: Key("bake"),
		Objects: []runtime.Object{held(WithAdmitted("cluster-1")), NewPod("run", WithPodOfJob("bake"), WithPodPhase(corev1.PodSucceeded), WithPodDeletion())},
	}, {
		Name: "no Pod at the moment, but the run may begin one", Key: Key("bake"),
		Objects: []runtime.Object{held(WithAdmitted("cluster-1")), run(WithRunRunning())},
	}, {
		Name: "a former job's run of the same name does not count", Key: Key("bake"),
		Objects:     []runtime.Object{held(WithAdmitted("cluster-1")), run(WithRunRunning(), WithRunOwner(NewFournosJob("bake", WithUID("another"))))},
		WantPatches: dropped,
	}, {
		Name: "the run that waited does not count", Key: Key("bake"),
		Objects: []runtime.Object{
			held(WithAdmitted("cluster-1")),
			NewPipelineRun("bake-admission", WithRunOwner(job), WithRunLabel(fournos.JobNameLabelKey, "bake"), WithRunRunning()),
		},
		WantPatches: dropped,
	}, {
		Name: "another job's Pod", Key: Key("bake"),
		Objects:     []runtime.Object{held(WithAdmitted("cluster-1")), NewPod("run", WithPodOfJob("other"))},
		WantPatches: dropped,
	}, {
		Name: "Tekton's placeholder", Key: Key("bake"),
		Objects: []runtime.Object{
			held(WithAdmitted("cluster-1")),
			NewPod("affinity-assistant-0", WithPodOfJob("bake"), WithPodLabel("app.kubernetes.io/component", "affinity-assistant"), WithPodDeletion()),
		},
		WantPatches: dropped,
	}, {
		Name: "alone: the PipelineRun around it runs", Key: Key("bake"),
		Objects: []runtime.Object{alone(), NewPipelineRun("pipeline", WithRunRunning())},
	}, {
		Name: "alone: it has ended, a Pod has not", Key: Key("bake"),
		Objects: []runtime.Object{alone(), NewPipelineRun("pipeline", ended), NewPod("run", WithPodLabel("tekton.dev/pipelineRun", "pipeline"))},
	}, {
		Name: "alone: all has ended", Key: Key("bake"),
		Objects:     []runtime.Object{alone(), NewPipelineRun("pipeline", ended)},
		WantPatches: droppedAlone,
	}, {
		Name: "the API server fails", Key: Key("bake"), WantErr: true,
		Objects:      []runtime.Object{held()},
		WithReactors: []clientgotesting.ReactionFunc{rtesting.InduceFailure("patch", "workloads")},
		WantPatches:  dropped,
	}}
	table.Test(t, MakeFactory(func(ctx context.Context, listers *Listers, _ clock.PassiveClock) controller.Reconciler {
		return &Reconciler{
			kueue:        kueueclient.Get(ctx),
			workloads:    listers.Workloads(),
			pipelineRuns: listers.PipelineRuns(),
			jobPods:      listers.Pods(),
			runPods:      listers.Pods(),
		}
	}))
}
