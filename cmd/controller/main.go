// The controller of Fournos: FournosJobs and the gate, for one workload namespace.
package main

import (
	"fmt"
	"os"

	// Schedules name time zones, and the image has no zone files.
	_ "time/tzdata"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	"k8s.io/utils/clock"
	filteredinformerfactory "knative.dev/pkg/client/injection/kube/informers/factory/filtered"
	"knative.dev/pkg/injection"
	"knative.dev/pkg/injection/sharedmain"
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
		fournosjob.NewController(clock.RealClock{}),
		kueueadmission.NewController(clock.RealClock{}),
		quota.NewController,
		collector.NewController,
	)
}
