// The controller of Fournos: FournosJobs and the gate, for one workload namespace.
package main

import (
	"context"
	"fmt"
	"os"

	// Schedules name time zones, and the image has no zone files.
	_ "time/tzdata"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"k8s.io/utils/clock"
	filteredinformerfactory "knative.dev/pkg/client/injection/kube/informers/factory/filtered"
	"knative.dev/pkg/configmap"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/injection"
	"knative.dev/pkg/injection/sharedmain"
	"knative.dev/pkg/logging"
	"knative.dev/pkg/signals"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/reconciler/collector"
	"fournos.dev/fournos/pkg/reconciler/fournosjob"
	"fournos.dev/fournos/pkg/reconciler/kueueadmission"
	"fournos.dev/fournos/pkg/reconciler/quota"
	"fournos.dev/fournos/pkg/settings"
)

// component names the controller in its logs and configuration.
const component = "fournos-controller"

func main() {
	s, err := settings.FromEnvironment()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	ctx := settings.WithSettings(signals.NewContext(), s)
	ctx = injection.WithNamespaceScope(ctx, s.WorkloadNamespace)
	ctx = filteredinformerfactory.WithSelectors(ctx, fournos.JobNameLabelKey, pipeline.PipelineRunLabelKey)

	sharedmain.MainWithContext(ctx, component,
		atLevel(s.LogLevel.Level, fournosjob.NewController(clock.RealClock{})),
		atLevel(s.LogLevel.Level, kueueadmission.NewController(clock.RealClock{})),
		atLevel(s.LogLevel.Level, quota.NewController),
		atLevel(s.LogLevel.Level, collector.NewController),
	)
}

// atLevel makes a controller that logs nothing less severe than the level.
func atLevel(level zapcore.Level, constructor injection.ControllerConstructor) injection.ControllerConstructor {
	return func(ctx context.Context, watcher configmap.Watcher) *controller.Impl {
		logger := logging.FromContext(ctx)
		if level > logger.Level() { // Not even zap can log what is not logged already.
			logger = logger.Desugar().WithOptions(zap.IncreaseLevel(level)).Sugar()
		}
		return constructor(logging.WithLogger(ctx, logger), watcher)
	}
}
