package collector

import (
	"context"

	pipelineclient "github.com/tektoncd/pipeline/pkg/client/injection/client"
	pipelineruninformer "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1/pipelinerun"
	"knative.dev/pkg/configmap"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/logging"
	"knative.dev/pkg/reconciler"

	fournosclient "fournos.dev/fournos/pkg/client/injection/client"
	fournosjobinformer "fournos.dev/fournos/pkg/client/injection/informers/fournos/v1/fournosjob"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client"
	workloadinformer "fournos.dev/fournos/pkg/client/kueue/injection/informers/kueue/v1beta2/workload"
	"fournos.dev/fournos/pkg/retries"
	"fournos.dev/fournos/pkg/settings"
)

// NewController makes the collector. Nothing but time wakes it.
func NewController(ctx context.Context, _ configmap.Watcher) *controller.Impl {
	c := &Collector{
		LeaderAwareFuncs: reconciler.LeaderAwareFuncs{PromoteFunc: promote},
		interval:         settings.FromContext(ctx).GCInterval(),
		fournos:          fournosclient.Get(ctx),
		tekton:           pipelineclient.Get(ctx),
		kueue:            kueueclient.Get(ctx),
		jobs:             fournosjobinformer.Get(ctx).Lister(),
		pipelineRuns:     pipelineruninformer.Get(ctx).Lister(),
		workloads:        workloadinformer.Get(ctx).Lister(),
	}
	return controller.NewContext(ctx, c, controller.ControllerOptions{WorkQueueName: "collector", Logger: logging.FromContext(ctx), RateLimiter: retries.Limiter()})
}
