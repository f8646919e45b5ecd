package kueueadmission

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/kueue"
	"fournos.dev/fournos/pkg/settings"
)

// pair is one of the pairs in the value of a param.
type pair struct {
	name, value string
}

// parsePairs takes the value of a param apart that is a map, such as "a=1,b=2".
func parsePairs(param, value, what string) ([]pair, *userError) {
	if strings.TrimSpace(value) == "" {
		return nil, nil
	}
	var pairs []pair
	seen := map[string]bool{}
	for _, part := range strings.Split(value, ",") {
		name, content, found := strings.Cut(part, "=")
		name, content = strings.TrimSpace(name), strings.TrimSpace(content)
		if !found || name == "" {
			return nil, invalid("Param '%s' must be %s, got '%s'", param, what, value)
		}
		if problems := validation.IsQualifiedName(name); len(problems) > 0 {
			return nil, invalid("Param '%s': '%s' is no valid name: %s", param, name, problems[0])
		}
		if seen[name] {
			return nil, invalid("Param '%s' has '%s' twice: remove one of the two", param, name)
		}
		seen[name] = true
		pairs = append(pairs, pair{name, content})
	}
	return pairs, nil
}

func parseResources(r *kueue.Request, value string, s *settings.Settings) *userError {
	pairs, err := parsePairs(fournos.ParamResources, value, "name=quantity pairs such as licenses=1,memory=4Gi")
	if err != nil {
		return err
	}
	for _, p := range pairs {
		// What is a cluster's is asked for together with a slot of it, or an exclusive job would not have it for itself.
		switch {
		case p.name == fournos.ClusterSlotResource:
			return invalid("Param '%s' must not have '%s': use params '%s' and '%s'",
				fournos.ParamResources, p.name, fournos.ParamCluster, fournos.ParamExclusive)
		case strings.HasPrefix(p.name, s.GPUResourcePrefix):
			return invalid("Param '%s' must not have '%s': use params '%s' and '%s'",
				fournos.ParamResources, p.name, fournos.ParamGPUType, fournos.ParamGPUCount)
		}
		quantity, parseErr := resource.ParseQuantity(p.value)
		if parseErr != nil || quantity.Sign() <= 0 {
			return invalid("Param '%s': the quantity of '%s' must be above 0, such as 1 or 500Mi, got '%s'",
				fournos.ParamResources, p.name, p.value)
		}
		if r.Resources == nil {
			r.Resources = corev1.ResourceList{}
		}
		r.Resources[corev1.ResourceName(p.name)] = quantity
	}
	return nil
}

func parseNodeSelector(r *kueue.Request, value string) *userError {
	pairs, err := parsePairs(fournos.ParamNodeSelector, value, "key=value pairs such as site=north,arch=arm64")
	if err != nil {
		return err
	}
	for _, p := range pairs {
		if p.name == fournos.ClusterLabelKey {
			return invalid("Param '%s' must not have '%s': use param '%s'", fournos.ParamNodeSelector, p.name, fournos.ParamCluster)
		}
		if problems := validation.IsValidLabelValue(p.value); len(problems) > 0 {
			return invalid("Param '%s': '%s' is no value of the label '%s': %s", fournos.ParamNodeSelector, p.value, p.name, problems[0])
		}
		if r.NodeSelector == nil {
			r.NodeSelector = map[string]string{}
		}
		r.NodeSelector[p.name] = p.value
	}
	return nil
}
