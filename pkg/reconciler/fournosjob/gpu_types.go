package fournosjob

import (
	"slices"
	"strings"

	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

// gpuTypes are the GPU types that the queues cover.
func (r *Reconciler) gpuTypes(queues []*kueuev1beta2.ClusterQueue) []string {
	var types []string
	for _, queue := range queues {
		for _, group := range queue.Spec.ResourceGroups {
			for _, resource := range group.CoveredResources {
				if gpu, ok := strings.CutPrefix(string(resource), r.settings.GPUResourcePrefix); ok && gpu != "" {
					types = append(types, gpu)
				}
			}
		}
	}
	slices.Sort(types)
	return slices.Compact(types)
}
