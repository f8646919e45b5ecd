// The giver-back of quota: the one part of Fournos that has to work on while the workload namespace is being deleted, with
// rights that no Role in that namespace can give.
package main

import (
	"github.com/tektoncd/pipeline/pkg/apis/pipeline"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/process"
	"fournos.dev/fournos/pkg/reconciler/quota"
)

func main() {
	process.Main("fournos-quota", []string{fournos.JobNameLabelKey, pipeline.PipelineRunLabelKey}, quota.NewController)
}
