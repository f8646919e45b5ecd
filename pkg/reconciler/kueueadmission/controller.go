package kueueadmission

import (
	"context"
	"slices"
	"time"

	tektonclient "github.com/tektoncd/pipeline/pkg/client/injection/client"
	pipelineruninformer "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1/pipelinerun"
	customruninformer "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1beta1/customrun"
	customrunreconciler "github.com/tektoncd/pipeline/pkg/client/injection/reconciler/pipeline/v1beta1/customrun"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	"knative.dev/pkg/configmap"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/injection"
	"knative.dev/pkg/logging"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/caches"
	fournosclient "fournos.dev/fournos/pkg/client/injection/client"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client"
	clusterqueueinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/clusterqueue"
	localqueueinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/localqueue"
	flavorinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/resourceflavor"
	workloadinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/workload"
	priorityclassinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/workloadpriorityclass"
	"fournos.dev/fournos/pkg/pace"
	"fournos.dev/fournos/pkg/retries"
	"fournos.dev/fournos/pkg/settings"
)

// agentName is the source of the gate's events.
const agentName = "kueueadmission-controller"

// NewController makes the controller of the gate. The settings are taken from the context.
func NewController(clock clock.WithDelayedExecution) func(context.Context, configmap.Watcher) *controller.Impl {
	return func(ctx context.Context, _ configmap.Watcher) *controller.Impl {
		logger := logging.FromContext(ctx)
		customRuns := customruninformer.Get(ctx).Informer()
		pipelineRuns := pipelineruninformer.Get(ctx)
		workloads := workloadinformer.Get(ctx)
		caches.TrimAll(ctx, customRuns, pipelineRuns.Informer(), workloads.Informer(), localqueueinformer.Get(ctx).Informer())

		for informer, indexers := range map[cache.SharedIndexInformer]cache.Indexers{
			customRuns: gateIndexers, workloads.Informer(): workloadIndexers,
		} {
			if err := informer.AddIndexers(indexers); err != nil {
				logger.Panicf("Couldn't index an informer: %v", err)
			}
		}

		localQueues, clusterQueues := localqueueinformer.Get(ctx), clusterqueueinformer.Get(ctx)
		visibility, err := newVisibilityClient(injection.GetConfig(ctx))
		if err != nil {
			logger.Panicf("%v", err)
		}
		stands := &positions{
			ctx: ctx, now: clock.Now, later: func(d time.Duration, f func()) { clock.AfterFunc(d, f) },
			pending: visibility.pending, queues: map[types.NamespacedName]*queuePositions{},
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
			position:          stands.of,
			cached: &cachedCatalog{
				localQueues:     localQueues.Lister(),
				clusterQueues:   clusterQueues.Lister(),
				flavors:         flavorinformer.Get(ctx).Lister(),
				priorityClasses: priorityclassinformer.Get(ctx).Lister(),
			},
			live:     &liveCatalog{client: kueueclient.Get(ctx)},
			versions: pace.NewVersions(),
			patience: pace.NewPatience(clock),
		}
		impl := retries.Bound(ctx, customrunreconciler.NewImpl(ctx, r, func(*controller.Impl) controller.Options {
			return controller.Options{AgentName: agentName, SkipStatusUpdates: true, PromoteFilterFunc: isGate}
		}))

		stands.changed = impl.EnqueueSlowKey
		stands.waiting = waitingIn(workloads.Informer().GetIndexer(), impl.Reconciler.(leader).IsLeaderFor)
		events := &eventHandlers{
			gates:       customRuns.GetIndexer(),
			workloads:   workloads.Informer().GetIndexer(),
			localQueues: localQueues.Lister(),
			enqueue:     impl.EnqueueKey,
			later:       impl.EnqueueSlowKey,
			moved:       stands.moved,
		}
		for informer, handler := range map[cache.SharedIndexInformer]cache.ResourceEventHandler{
			customRuns:               events.customRun(),
			pipelineRuns.Informer():  events.pipelineRun(),
			workloads.Informer():     events.workload(),
			localQueues.Informer():   events.localQueue(),
			clusterQueues.Informer(): events.clusterQueue(),
		} {
			if _, err := informer.AddEventHandler(handler); err != nil {
				logger.Panicf("Couldn't register an event handler: %v", err)
			}
		}
		return impl
	}
}

// leader knows which objects this replica is the leader of. Generated reconcilers do.
type leader interface {
	IsLeaderFor(key types.NamespacedName) bool
}

// waitingIn lists the Workloads in a LocalQueue whose gates this replica leads.
func waitingIn(workloads cache.Indexer, leads func(types.NamespacedName) bool) func(types.NamespacedName) []*kueuev1beta2.Workload {
	return func(queue types.NamespacedName) []*kueuev1beta2.Workload {
		all := indexed[*kueuev1beta2.Workload](workloads, waitingByQueue, indexKey(queue.Namespace, queue.Name))
		return slices.DeleteFunc(all, func(w *kueuev1beta2.Workload) bool {
			return !leads(types.NamespacedName{Namespace: w.Namespace, Name: w.Annotations[customRunAnnotation]})
		})
	}
}
