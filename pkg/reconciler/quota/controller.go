package quota

import (
	"context"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelineclient "github.com/tektoncd/pipeline/pkg/client/injection/client"
	pipelineruninformer "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1/pipelinerun"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	kubeclient "knative.dev/pkg/client/injection/kube/client"
	podinformer "knative.dev/pkg/client/injection/kube/informers/core/v1/pod/filtered"
	"knative.dev/pkg/configmap"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/kmeta"
	"knative.dev/pkg/logging"
	"knative.dev/pkg/reconciler"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/caches"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client"
	workloadinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/workload"
	"fournos.dev/fournos/pkg/retries"
)

// heldByOwner indexes the Workloads that wait for us by the name of their owner: a FournosJob or a PipelineRun.
const heldByOwner = "held-by-owner"

// NewController makes the controller that gives quota back.
func NewController(ctx context.Context, _ configmap.Watcher) *controller.Impl {
	logger := logging.FromContext(ctx)
	workloads := workloadinformer.Get(ctx)
	pipelineRuns := pipelineruninformer.Get(ctx)
	jobPods := podinformer.Get(ctx, fournos.JobNameLabelKey)
	runPods := podinformer.Get(ctx, pipeline.PipelineRunLabelKey)

	caches.TrimAll(ctx, workloads.Informer(), pipelineRuns.Informer(), jobPods.Informer(), runPods.Informer())

	lister := workloads.Lister()
	r := &Reconciler{
		LeaderAwareFuncs: reconciler.LeaderAwareFuncs{
			PromoteFunc: func(bucket reconciler.Bucket, enqueue func(reconciler.Bucket, types.NamespacedName)) error {
				all, err := lister.List(labels.Everything())
				for _, workload := range all {
					if isHeld(workload) {
						enqueue(bucket, types.NamespacedName{Namespace: workload.Namespace, Name: workload.Name})
					}
				}
				return err
			},
		},
		clock:        clock.RealClock{},
		kube:         kubeclient.Get(ctx),
		tekton:       pipelineclient.Get(ctx),
		kueue:        kueueclient.Get(ctx),
		workloads:    lister,
		pipelineRuns: pipelineRuns.Lister(),
		jobRuns:      caches.ByLabel[*pipelinev1.PipelineRun](pipelineRuns.Informer().GetIndexer(), fournos.JobNameLabelKey),
		jobPods:      caches.ByLabel[*corev1.Pod](jobPods.Informer().GetIndexer(), fournos.JobNameLabelKey),
		runPods:      caches.ByLabel[*corev1.Pod](runPods.Informer().GetIndexer(), pipeline.PipelineRunLabelKey),
	}
	impl := controller.NewContext(ctx, r, controller.ControllerOptions{WorkQueueName: "quota", Logger: logger, RateLimiter: retries.Limiter()})

	held := caches.NewIndex(workloads.Informer().GetIndexer(), heldByOwner, ownerOfHeld)
	// enqueueHeld brings back the Workloads whose owner has the name that an object tells.
	enqueueHeld := func(ownerOf func(metav1.Object) string) cache.ResourceEventHandler {
		return controller.HandleAll(func(obj any) {
			object, err := kmeta.DeletionHandlingAccessor(obj)
			if err != nil {
				return
			}
			for _, workload := range held.Get(caches.Key(object.GetNamespace(), ownerOf(object))) {
				impl.Enqueue(workload)
			}
		})
	}
	label := func(key string) func(metav1.Object) string {
		return func(object metav1.Object) string { return object.GetLabels()[key] }
	}
	for informer, handler := range map[cache.SharedIndexInformer]cache.ResourceEventHandler{
		workloads.Informer(): cache.FilteringResourceEventHandler{
			FilterFunc: func(obj any) bool {
				workload, ok := obj.(*kueuev1beta2.Workload)
				return ok && isHeld(workload)
			},
			Handler: controller.HandleAll(impl.Enqueue),
		},
		jobPods.Informer():      enqueueHeld(label(fournos.JobNameLabelKey)),
		runPods.Informer():      enqueueHeld(label(pipeline.PipelineRunLabelKey)),
		pipelineRuns.Informer(): enqueueHeld(userOf),
	} {
		if _, err := informer.AddEventHandler(handler); err != nil {
			logger.Fatalf("Cannot watch: %v", err)
		}
	}
	return impl
}

func ownerOfHeld(workload *kueuev1beta2.Workload) []string {
	owner := metav1.GetControllerOf(workload)
	if owner == nil || !isHeld(workload) {
		return nil
	}
	return []string{caches.Key(workload.Namespace, owner.Name)}
}

// userOf is the name of the owner whose Workload a PipelineRun works on: its FournosJob, or itself.
func userOf(run metav1.Object) string {
	if job := run.GetLabels()[fournos.JobNameLabelKey]; job != "" {
		return job
	}
	return run.GetName()
}
