package kueueadmission

import (
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	tektoncontroller "github.com/tektoncd/pipeline/pkg/controller"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// isGate tells whether an object is a run of our custom task. All others belong to other controllers, and nothing is
// ever written to them.
var isGate = tektoncontroller.FilterCustomRunRef(fournos.AdmissionAPIVersion, fournos.AdmissionKind)

// isDone tells whether a run is over. The completion time counts, too: whatever happens to the condition afterwards, a
// run that was once over stays over.
func isDone(run *pipelinev1beta1.CustomRun) bool {
	return run.Status.CompletionTime != nil || run.IsDone()
}
