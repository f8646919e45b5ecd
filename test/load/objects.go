package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/kueue"
)

// Names that the installed manifests give.
const (
	queue        = "fournos-queue"
	fullPipeline = "fournos-full"
	// shortPipeline has one task, so that a crowd of jobs measures Fournos more than Pods.
	shortPipeline = "fournos-run-only"
)

// exclusive is the spec of a job that takes a whole cluster, shared that of one that takes a part of any.
func exclusive(cluster, pipeline string) fournosv1.FournosJobSpec {
	spec := shared(pipeline)
	spec.Cluster, spec.Exclusive = cluster, new(true)
	return spec
}

func shared(pipeline string) fournosv1.FournosJobSpec {
	return fournosv1.FournosJobSpec{
		Pipeline: pipeline, Exclusive: new(false),
		ExecutionEngine: map[string]runtime.RawExtension{"mock": {Raw: []byte(`{}`)}},
	}
}

func lock(cluster string) fournosv1.FournosJobSpec {
	return fournosv1.FournosJobSpec{Cluster: cluster, LockOnly: true}
}

// create makes a job, and says when it was asked for.
func (b *bench) create(ctx context.Context, name string, spec fournosv1.FournosJobSpec) (time.Time, error) {
	job := &fournosv1.FournosJob{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace}, Spec: spec}
	at := time.Now()
	_, err := b.fournos.FournosV1().FournosJobs(namespace).Create(ctx, job, metav1.CreateOptions{})
	return at, err
}

// createMany makes numbered jobs as fast as it can.
func (b *bench) createMany(ctx context.Context, prefix string, n int, spec fournosv1.FournosJobSpec) ([]string, error) {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s-%05d", prefix, i)
	}
	return names, inParallel(ctx, n, func(ctx context.Context, i int) error {
		_, err := b.create(ctx, names[i], spec)
		return err
	})
}

// shutDown stops jobs as fast as it can.
func (b *bench) shutDown(ctx context.Context, jobs ...string) error {
	patch := []byte(`{"spec":{"shutdown":"Terminate"}}`)
	return inParallel(ctx, len(jobs), func(ctx context.Context, i int) error {
		_, err := b.fournos.FournosV1().FournosJobs(namespace).Patch(ctx, jobs[i], types.MergePatchType, patch, metav1.PatchOptions{})
		return err
	})
}

// hold takes a cluster away from everybody until the job of that name is stopped.
func (b *bench) hold(ctx context.Context, name, cluster string) error {
	if _, err := b.create(ctx, name, lock(cluster)); err != nil {
		return err
	}
	return b.seen.until(ctx, "cluster "+cluster+" is locked", func() bool {
		_, was := b.seen.jobs[name][string(fournosv1.PhaseAdmitted)]
		return was
	})
}

// waiting makes jobs that wait for a cluster which is held, and returns when all are in the queue.
func (b *bench) waiting(ctx context.Context, prefix string, n int, cluster, pipeline string) ([]string, error) {
	jobs, err := b.createMany(ctx, prefix, n, exclusive(cluster, pipeline))
	if err != nil {
		return nil, err
	}
	return jobs, b.seen.until(ctx, fmt.Sprintf("%d jobs are in the queue", n), func() bool {
		for _, job := range jobs {
			if _, queued := b.seen.quotas[job][exists]; !queued {
				return false
			}
		}
		return true
	})
}

// setUpClusters makes this many clusters, with room for shared jobs and nothing but slots.
func (b *bench) setUpClusters(ctx context.Context, n int) error {
	group := kueuev1beta2.ResourceGroup{CoveredResources: []corev1.ResourceName{fournos.ClusterSlotResource}}
	quota := kueue.NewWorkload(&kueue.Request{Exclusive: true}).Spec.PodSets[0].Template.Spec.Containers[0].Resources.Requests
	for i := range n {
		cluster := fmt.Sprintf("cluster-%d", i+1)
		group.Flavors = append(group.Flavors, kueuev1beta2.FlavorQuotas{
			Name: kueuev1beta2.ResourceFlavorReference(cluster),
			Resources: []kueuev1beta2.ResourceQuota{{
				Name: fournos.ClusterSlotResource, NominalQuota: quota[fournos.ClusterSlotResource],
			}},
		})
		_, err := b.kueue.KueueV1beta2().ResourceFlavors().Create(ctx, &kueuev1beta2.ResourceFlavor{
			ObjectMeta: metav1.ObjectMeta{Name: cluster},
			Spec:       kueuev1beta2.ResourceFlavorSpec{NodeLabels: map[string]string{fournos.ClusterLabelKey: cluster}},
		}, metav1.CreateOptions{})
		if err != nil && !apierrs.IsAlreadyExists(err) {
			return err
		}
		_, err = b.kube.CoreV1().Secrets(secretsNamespace).Create(ctx, &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Name: "kubeconfig-" + cluster},
			Data:       map[string][]byte{"kubeconfig": []byte("none")},
		}, metav1.CreateOptions{})
		if err != nil && !apierrs.IsAlreadyExists(err) {
			return err
		}
	}
	return b.patchQueue(ctx, map[string]any{"resourceGroups": []kueuev1beta2.ResourceGroup{group}})
}

func (b *bench) patchQueue(ctx context.Context, spec map[string]any) error {
	patch, err := json.Marshal(map[string]any{"spec": spec})
	if err != nil {
		return err
	}
	_, err = b.kueue.KueueV1beta2().ClusterQueues().Patch(ctx, queue, types.MergePatchType, patch, metav1.PatchOptions{})
	return err
}

// runOf is what a job's PipelineRun asks of Tekton, to be asked again without Fournos.
func (b *bench) runOf(ctx context.Context, job string) (pipelinev1.PipelineRunSpec, error) {
	run, err := b.tekton.TektonV1().PipelineRuns(namespace).Get(ctx, job, metav1.GetOptions{})
	if err != nil {
		return pipelinev1.PipelineRunSpec{}, err
	}
	return run.Spec, nil
}

func (b *bench) createRun(ctx context.Context, name string, spec pipelinev1.PipelineRunSpec) (time.Time, error) {
	run := &pipelinev1.PipelineRun{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace}, Spec: spec}
	at := time.Now()
	_, err := b.tekton.TektonV1().PipelineRuns(namespace).Create(ctx, run, metav1.CreateOptions{})
	return at, err
}

// bareWorkload is what a job asks of Kueue, with nobody behind it.
func bareWorkload(name, cluster string) *kueuev1beta2.Workload {
	workload := kueue.NewWorkload(&kueue.Request{Namespace: namespace, Name: name, Queue: queue, Cluster: cluster, Exclusive: true})
	workload.Labels, workload.OwnerReferences, workload.Finalizers = nil, nil, nil
	return workload
}
