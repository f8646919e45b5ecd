// Package testing holds what the table tests of the reconcilers share: listers over fixed objects, fake clients that
// record what is asked of them, and builders of objects.
package testing

import (
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	faketekton "github.com/tektoncd/pipeline/pkg/client/clientset/versioned/fake"
	pipelinelisters "github.com/tektoncd/pipeline/pkg/client/listers/pipeline/v1"
	pipelinev1beta1listers "github.com/tektoncd/pipeline/pkg/client/listers/pipeline/v1beta1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	fakekube "k8s.io/client-go/kubernetes/fake"
	batchlisters "k8s.io/client-go/listers/batch/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	rtesting "knative.dev/pkg/reconciler/testing"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	fakefournos "fournos.dev/fournos/pkg/client/clientset/versioned/fake"
	fakekueue "fournos.dev/fournos/pkg/client/kueue/clientset/versioned/fake"
	kueuelisters "fournos.dev/fournos/pkg/client/kueue/listers/kueue/v1beta2"
	fournoslisters "fournos.dev/fournos/pkg/client/listers/fournos/v1"
	"fournos.dev/fournos/pkg/warnings"
)

// Listers serves fixed objects to a reconciler in place of its informers' caches.
type Listers struct {
	sorter rtesting.ObjectSorter
}

// NewListers makes listers of the objects given.
func NewListers(objects []runtime.Object) *Listers {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		fakekube.AddToScheme, fakefournos.AddToScheme, faketekton.AddToScheme, fakekueue.AddToScheme,
	} {
		utilruntime.Must(add(scheme))
	}
	l := &Listers{sorter: rtesting.NewObjectSorter(scheme)}
	l.sorter.AddObjects(objects...)
	return l
}

// IndexerFor is the cache of the kind of object given.
func (l *Listers) IndexerFor(object runtime.Object) cache.Indexer {
	return l.sorter.IndexerForObjectType(object)
}

// FournosJobs lists FournosJobs.
func (l *Listers) FournosJobs() fournoslisters.FournosJobLister {
	return fournoslisters.NewFournosJobLister(l.IndexerFor(&fournosv1.FournosJob{}))
}

// PipelineRuns lists PipelineRuns.
func (l *Listers) PipelineRuns() pipelinelisters.PipelineRunLister {
	return pipelinelisters.NewPipelineRunLister(l.IndexerFor(&pipelinev1.PipelineRun{}))
}

// Pipelines lists Pipelines.
func (l *Listers) Pipelines() pipelinelisters.PipelineLister {
	return pipelinelisters.NewPipelineLister(l.IndexerFor(&pipelinev1.Pipeline{}))
}

// CustomRuns lists CustomRuns.
func (l *Listers) CustomRuns() pipelinev1beta1listers.CustomRunLister {
	return pipelinev1beta1listers.NewCustomRunLister(l.IndexerFor(&pipelinev1beta1.CustomRun{}))
}

// Workloads lists Kueue's Workloads.
func (l *Listers) Workloads() kueuelisters.WorkloadLister {
	return kueuelisters.NewWorkloadLister(l.IndexerFor(&kueue.Workload{}))
}

// LocalQueues lists Kueue's LocalQueues.
func (l *Listers) LocalQueues() kueuelisters.LocalQueueLister {
	return kueuelisters.NewLocalQueueLister(l.IndexerFor(&kueue.LocalQueue{}))
}

// ClusterQueues lists Kueue's ClusterQueues.
func (l *Listers) ClusterQueues() kueuelisters.ClusterQueueLister {
	return kueuelisters.NewClusterQueueLister(l.IndexerFor(&kueue.ClusterQueue{}))
}

// ResourceFlavors lists Kueue's ResourceFlavors.
func (l *Listers) ResourceFlavors() kueuelisters.ResourceFlavorLister {
	return kueuelisters.NewResourceFlavorLister(l.IndexerFor(&kueue.ResourceFlavor{}))
}

// WorkloadPriorityClasses lists Kueue's WorkloadPriorityClasses.
func (l *Listers) WorkloadPriorityClasses() kueuelisters.WorkloadPriorityClassLister {
	return kueuelisters.NewWorkloadPriorityClassLister(l.IndexerFor(&kueue.WorkloadPriorityClass{}))
}

// Jobs lists Jobs.
func (l *Listers) Jobs() batchlisters.JobLister {
	return batchlisters.NewJobLister(l.IndexerFor(&batchv1.Job{}))
}

// Pods lists Pods.
func (l *Listers) Pods() corelisters.PodLister {
	return corelisters.NewPodLister(l.IndexerFor(&corev1.Pod{}))
}

// Warnings lists the events, all of which it takes for warnings.
func (l *Listers) Warnings() *warnings.Lister {
	lister, err := warnings.NewLister(l.IndexerFor(&corev1.Event{}))
	utilruntime.Must(err)
	return lister
}
