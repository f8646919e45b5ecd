package kueueadmission

import (
	"context"

	tektonclient "github.com/tektoncd/pipeline/pkg/client/injection/client"
	pipelineruninformer "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1/pipelinerun"
	customruninformer "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1beta1/customrun"
	customrunreconciler "github.com/tektoncd/pipeline/pkg/client/injection/reconciler/pipeline/v1beta1/customrun"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	"knative.dev/pkg/configmap"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/logging"

	"fournos.dev/fournos/pkg/caches"
	fournosclient "fournos.dev/fournos/pkg/client/injection/client"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client"
	clusterqueueinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/clusterqueue"
	localqueueinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/localqueue"
	flavorinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/resourceflavor"
	workloadinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/workload"
	priorityclassinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/workloadpriorityclass"
	"fournos.dev/fournos/pkg/settings"
)

// agentName is the source of the gate's events.
const agentName = "kueueadmission-controller"

// NewController makes the controller of the gate. The settings are taken from the context.
func NewController(clock clock.PassiveClock) func(context.Context, configmap.Watcher) *controller.Impl {
	return func(ctx context.Context, _ configmap.Watcher) *controller.Impl {
		logger := logging.FromContext(ctx)
		customRuns := customruninformer.Get(ctx).Informer()
		pipelineRuns := pipelineruninformer.Get(ctx)
		workloads := workloadinformer.Get(ctx)
		caches.TrimAll(ctx, customRuns, pipelineRuns.Informer(), workloads.Informer())

		for informer, indexers := range map[cache.SharedIndexInformer]cache.Indexers{
			customRuns: gateIndexers, workloads.Informer(): workloadIndexers,
		} {
			if err := informer.AddIndexers(indexers); err != nil {
				logger.Panicf("Couldn't index an informer: %v", err)
			}
		}

		r := &Reconciler{
			settings:          settings.FromContext(ctx),
			clock:             clock,
			fournosClient:     fournosclient.Get(ctx),
			tektonClient:      tektonclient.Get(ctx),
			kueueClient:       kueueclient.Get(ctx),
			pipelineRunLister: pipelineRuns.Lister(),
			workloadLister:    workloads.Lister(),
			workloads:         workloads.Informer().GetIndexer(),
			holders:           indexedHolders(workloads.Informer().GetIndexer()),
			cached: &cachedCatalog{
				localQueues:     localqueueinformer.Get(ctx).Lister(),
				clusterQueues:   clusterqueueinformer.Get(ctx).Lister(),
				flavors:         flavorinformer.Get(ctx).Lister(),
				priorityClasses: priorityclassinformer.Get(ctx).Lister(),
			},
			live: &liveCatalog{client: kueueclient.Get(ctx)},
		}
		impl := customrunreconciler.NewImpl(ctx, r, func(*controller.Impl) controller.Options {
			return controller.Options{AgentName: agentName, SkipStatusUpdates: true, PromoteFilterFunc: isGate}
		})

		events := &eventHandlers{
			gates:     customRuns.GetIndexer(),
			workloads: workloads.Informer().GetIndexer(),
			enqueue:   impl.EnqueueKey,
			later:     impl.EnqueueSlowKey,
		}
		for informer, handler := range map[cache.SharedIndexInformer]cache.ResourceEventHandler{
			customRuns:              events.customRun(),
			pipelineRuns.Informer(): events.pipelineRun(),
			workloads.Informer():    events.workload(),
		} {
			if _, err := informer.AddEventHandler(handler); err != nil {
				logger.Panicf("Couldn't register an event handler: %v", err)
			}
		}
		return impl
	}
}
