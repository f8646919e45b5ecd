package fournosjob

import (
	"context"
	"strings"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	pipelineclient "github.com/tektoncd/pipeline/pkg/client/injection/client"
	pipelineinformer "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1/pipeline"
	pipelineruninformer "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1/pipelinerun"
	customruninformer "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1beta1/customrun"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	batchlisters "k8s.io/client-go/listers/batch/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	kubeclient "knative.dev/pkg/client/injection/kube/client"
	jobinformer "knative.dev/pkg/client/injection/kube/informers/batch/v1/job"
	podinformer "knative.dev/pkg/client/injection/kube/informers/core/v1/pod/filtered"
	"knative.dev/pkg/configmap"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/kmeta"
	"knative.dev/pkg/logging"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/caches"
	fournosclient "fournos.dev/fournos/pkg/client/injection/client"
	fournosjobinformer "fournos.dev/fournos/pkg/client/injection/informers/fournos/v1/fournosjob"
	fournosjobreconciler "fournos.dev/fournos/pkg/client/injection/reconciler/fournos/v1/fournosjob"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client"
	clusterqueueinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/clusterqueue"
	flavorinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/resourceflavor"
	workloadinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/workload"
	priorityinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/workloadpriorityclass"
	"fournos.dev/fournos/pkg/pace"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	"fournos.dev/fournos/pkg/retries"
	"fournos.dev/fournos/pkg/settings"
	"fournos.dev/fournos/pkg/warnings"
)

// resolveJobSuffix ends the name of a resolve Job, see names.ResolveJob.
const resolveJobSuffix = "-resolve"

// NewController returns what makes the FournosJob controller with the clock given. It reads the resolve Job's template
// once, and ends the process if it is unusable.
func NewController(clock clock.PassiveClock) func(context.Context, configmap.Watcher) *controller.Impl {
	return func(ctx context.Context, _ configmap.Watcher) *controller.Impl {
		s := settings.FromContext(ctx)
		template, err := resources.LoadResolveJobTemplate(s.ResolveJobTemplate)
		if err != nil {
			logging.FromContext(ctx).Fatalf("FOURNOS_RESOLVE_JOB_TEMPLATE: %v", err)
		}
		jobs := jobinformer.Get(ctx)
		pods := podinformer.Get(ctx, fournos.JobNameLabelKey)
		pipelineRuns := pipelineruninformer.Get(ctx)
		customRuns := customruninformer.Get(ctx)
		fournosJobs := fournosjobinformer.Get(ctx)
		workloads := workloadinformer.Get(ctx)
		pipelines := pipelineinformer.Get(ctx)
		caches.TrimAll(ctx, jobs.Informer(), pods.Informer(), pipelines.Informer(), pipelineRuns.Informer(), customRuns.Informer(),
			fournosJobs.Informer(), workloads.Informer(), flavorinformer.Get(ctx).Informer(), clusterqueueinformer.Get(ctx).Informer(),
			priorityinformer.Get(ctx).Informer())

		r := &Reconciler{
			clock:           clock,
			settings:        s,
			resolveTemplate: template,
			fournos:         fournosclient.Get(ctx),
			kube:            kubeclient.Get(ctx),
			tekton:          pipelineclient.Get(ctx),
			kueue:           kueueclient.Get(ctx),
			jobs:            jobs.Lister(),
			pipelines:       pipelines.Lister(),
			pipelineRuns:    pipelineRuns.Lister(),
			customRuns:      customRuns.Lister(),
			workloads:       workloads.Lister(),
			flavors:         flavorinformer.Get(ctx).Lister(),
			queues:          clusterqueueinformer.Get(ctx).Lister(),
			priorities:      priorityinformer.Get(ctx).Lister(),
			podsOf:          caches.ByLabel[*corev1.Pod](pods.Informer().GetIndexer(), fournos.JobNameLabelKey),
			gatesOf:         caches.ByLabel[*pipelinev1beta1.CustomRun](customRuns.Informer().GetIndexer(), fournos.JobNameLabelKey),
			versions:        pace.NewVersions(),
			released:        pace.NewVersions(),
			patience:        pace.NewPatience(clock),
			madeRuns:        pace.NewMade[*pipelinev1.PipelineRun](clock),
			madeJobs:        pace.NewMade[*batchv1.Job](clock),
			goOn:            true,
			childrenOf:      caches.ByLabel[*fournosv1.FournosJob](fournosJobs.Informer().GetIndexer(), fournos.RecurringParentLabelKey),
		}
		impl := retries.Bound(ctx, fournosjobreconciler.NewImpl(ctx, r, func(*controller.Impl) controller.Options {
			// See writeStatus: the generated update would overwrite what the engine wrote.
			return controller.Options{SkipStatusUpdates: true}
		}))

		handle(ctx, fournosJobs.Informer(), controller.HandleAll(impl.Enqueue))
		ofOurs := cache.FilteringResourceEventHandler{
			FilterFunc: controller.FilterController(&fournosv1.FournosJob{}),
			Handler:    controller.HandleAll(impl.EnqueueControllerOf),
		}
		handle(ctx, fournosJobs.Informer(), ofOurs)
		handle(ctx, pipelineRuns.Informer(), ofOurs)
		handle(ctx, workloads.Informer(), ofOurs)
		handle(ctx, jobs.Informer(), controller.HandleAll(enqueueJobOf(impl)))
		byLabel := cache.FilteringResourceEventHandler{
			FilterFunc: isForJob,
			Handler:    controller.HandleAll(impl.EnqueueLabelOfNamespaceScopedResource("", fournos.JobNameLabelKey)),
		}
		handle(ctx, pods.Informer(), byLabel)
		handle(ctx, customRuns.Informer(), byLabel)
		r.warnings = warnings.Get(ctx, cache.ResourceEventHandlerFuncs{ // One that expires changes nothing.
			AddFunc:    enqueueWarned(impl, r.jobs, pods.Lister()),
			UpdateFunc: controller.PassNew(enqueueWarned(impl, r.jobs, pods.Lister())),
		})
		return impl
	}
}

func handle(ctx context.Context, informer cache.SharedIndexInformer, handler cache.ResourceEventHandler) {
	if _, err := informer.AddEventHandler(handler); err != nil {
		logging.FromContext(ctx).Fatalf("Cannot watch: %v", err)
	}
}

// isForJob tells whether an object carries the name of the job that it was made for.
func isForJob(obj any) bool {
	object, err := kmeta.DeletionHandlingAccessor(obj)
	return err == nil && object.GetLabels()[fournos.JobNameLabelKey] != ""
}

// enqueueWarned brings back the FournosJob of a Job or Pod that an event warns about. If the cache has not got that yet,
// it will bring the FournosJob itself.
func enqueueWarned(impl *controller.Impl, jobs batchlisters.JobLister, pods corelisters.PodLister) func(any) {
	return func(obj any) {
		event, ok := obj.(*corev1.Event)
		if !ok {
			return
		}
		about := event.InvolvedObject
		switch about.Kind {
		case "Job":
			if job, err := jobs.Jobs(about.Namespace).Get(about.Name); err == nil {
				enqueueJobOf(impl)(job)
			}
		case "Pod":
			if pod, err := pods.Pods(about.Namespace).Get(about.Name); err == nil {
				impl.EnqueueLabelOfNamespaceScopedResource("", fournos.JobNameLabelKey)(pod)
			}
		}
	}
}

// enqueueJobOf brings back the FournosJob of a resolve Job: the one that owns it or, for a Job that was made beforehand
// and has no owner, the one that it is named after.
func enqueueJobOf(impl *controller.Impl) func(any) {
	return func(obj any) {
		object, err := kmeta.DeletionHandlingAccessor(obj)
		if err != nil {
			return
		}
		if owner := metav1.GetControllerOf(object); owner != nil {
			if isJob(owner) {
				impl.EnqueueControllerOf(object)
			}
			return
		}
		if job, ok := strings.CutSuffix(object.GetName(), resolveJobSuffix); ok {
			impl.EnqueueKey(types.NamespacedName{Namespace: object.GetNamespace(), Name: job})
		}
	}
}
