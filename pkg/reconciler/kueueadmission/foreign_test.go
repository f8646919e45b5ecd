package kueueadmission

import (
	"testing"
	"time"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	rtesting "knative.dev/pkg/reconciler/testing"

	"fournos.dev/fournos/pkg/apis/fournos"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

var foreign = map[string]rt.CustomRunOption{
	"another kind":     rt.WithCustomRef(fournos.AdmissionAPIVersion, "Other"),
	"another version":  rt.WithCustomRef("fournos.dev/v2", fournos.AdmissionKind),
	"another group":    rt.WithCustomRef("example.dev/v1", fournos.AdmissionKind),
	"an embedded task": func(run *pipelinev1beta1.CustomRun) { rt.WithCustomSpec()(run); run.Spec.CustomSpec.Kind = "Other" },
	"finished, modified": func(run *pipelinev1beta1.CustomRun) {
		rt.WithCustomRef("example.dev/v1", "Wait")(run)
		passed("x", "y")(run)
		rt.WithCancel()(run)
	},
}

// Nothing is read for, and nothing written to, the runs of other custom tasks.
func TestForeign(t *testing.T) {
	var table rtesting.TableTest
	for name, option := range foreign {
		for _, state := range []struct {
			name    string
			options []rt.CustomRunOption
		}{
			{"new", nil},
			{"cancelled", []rt.CustomRunOption{rt.WithCancel()}},
			{"running for long", []rt.CustomRunOption{rt.WithStarted(100*time.Hour, "Running", "")}},
		} {
			table = append(table, rtesting.TableRow{
				Name: name + ", " + state.name,
				// In a PipelineRun that is over, with a Workload of that name.
				Objects:        []runtime.Object{doneRun, rt.NewWorkload("gate", byBuild), gate(append(state.options, inBuild, option)...)},
				PostConditions: []func(*testing.T, *rtesting.TableRow){asksNothing},
			})
		}
	}
	runTable(t, table)
}
