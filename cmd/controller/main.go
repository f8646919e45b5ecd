// The controller of Fournos: FournosJobs and the gate, for one workload namespace.
package main

import (
	// Schedules name time zones, and the image has no zone files.
	_ "time/tzdata"

	"k8s.io/utils/clock"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/process"
	"fournos.dev/fournos/pkg/reconciler/collector"
	"fournos.dev/fournos/pkg/reconciler/fournosjob"
	"fournos.dev/fournos/pkg/reconciler/kueueadmission"
)

func main() {
	process.Main("fournos-controller", []string{fournos.JobNameLabelKey},
		fournosjob.NewController(clock.RealClock{}),
		kueueadmission.NewController(clock.RealClock{}),
		collector.NewController,
	)
}
