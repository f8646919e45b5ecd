// Package process starts Fournos' programs: with the settings of the environment, in the workload namespace.
package process

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	filteredinformerfactory "knative.dev/pkg/client/injection/kube/informers/factory/filtered"
	"knative.dev/pkg/configmap"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/injection"
	"knative.dev/pkg/injection/sharedmain"
	"knative.dev/pkg/logging"
	"knative.dev/pkg/signals"

	"fournos.dev/fournos/pkg/caches"
	"fournos.dev/fournos/pkg/settings"
)

// probesPort names the variable with the port on which the probes are answered, if not on Knative's: programs that run
// on one machine without Pods cannot all have that.
const probesPort = "PROBES_PORT"

// Main runs controllers until the process is told to end. The component names the process in its logs, configuration and
// leases. The Pods that carry one of the labels are watched.
func Main(component string, podLabels []string, constructors ...injection.ControllerConstructor) {
	s, err := settings.FromEnvironment()
	if err != nil {
		fail(err)
	}
	ctx := settings.WithSettings(signals.NewContext(), s)
	ctx = injection.WithNamespaceScope(ctx, s.WorkloadNamespace)
	ctx = filteredinformerfactory.WithSelectors(ctx, podLabels...)
	ctx, registry := caches.WithRegistry(ctx)
	ctx = injection.AddReadiness(ctx, ready(ctx, registry.HaveSynced))
	if port := os.Getenv(probesPort); port != "" {
		ctx = sharedmain.WithHealthProbesDisabled(ctx)
		go serveProbes(ctx, port)
	}
	for i, constructor := range constructors {
		constructors[i] = atLevel(s.LogLevel.Level, constructor)
	}
	sharedmain.MainWithContext(ctx, component, constructors...)
}

// ready answers whether the process can work: its caches are filled, and it has not been told to end.
func ready(ctx context.Context, haveSynced func() bool) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		switch {
		case ctx.Err() != nil:
			http.Error(w, "told to end", http.StatusServiceUnavailable)
		case !haveSynced():
			http.Error(w, "the caches are not filled yet", http.StatusServiceUnavailable)
		}
	}
}

func serveProbes(ctx context.Context, port string) {
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		fail(fmt.Errorf("%s must be the number of a port, got %q", probesPort, port))
	}
	if err := injection.ServeHealthProbes(ctx, int(number)); err != nil {
		fail(fmt.Errorf("serving probes: %w", err))
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
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
