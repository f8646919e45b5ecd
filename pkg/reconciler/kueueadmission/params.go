package kueueadmission

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	"k8s.io/apimachinery/pkg/util/validation"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/kueue"
	"fournos.dev/fournos/pkg/settings"
)

// paramNames are the params that there are.
var paramNames = []string{
	fournos.ParamCluster, fournos.ParamGPUType, fournos.ParamGPUCount,
	fournos.ParamExclusive, fournos.ParamPriority, fournos.ParamQueue,
	fournos.ParamResources, fournos.ParamNodeSelector, fournos.ParamOnEviction,
}

var gpuType = regexp.MustCompile(`^[a-z0-9]+$`)

// userError is what the author of the run must mend: it ends the run.
type userError struct {
	reason, message string
}

func (e *userError) Error() string { return e.message }

func invalid(format string, args ...any) *userError {
	return &userError{reason: fournos.ReasonInvalidParams, message: fmt.Sprintf(format, args...)}
}

// parseParams reads what the run asks for. What needs looking up is not checked here.
func parseParams(run *pipelinev1beta1.CustomRun, s *settings.Settings) (*kueue.Request, *userError) {
	if len(run.Spec.Workspaces) > 0 {
		return nil, &userError{
			reason: pipelinev1beta1.CustomRunReasonWorkspaceNotSupported.String(),
			message: fmt.Sprintf("%s takes no workspaces: remove workspace '%s' from the task",
				fournos.AdmissionKind, run.Spec.Workspaces[0].Name),
		}
	}
	if embedded := run.Spec.CustomSpec; embedded != nil && !slices.Contains([]string{"", "{}", "null"}, strings.TrimSpace(string(embedded.Spec.Raw))) {
		return nil, invalid("%s reads no embedded spec: use params instead (%s)", fournos.AdmissionKind, strings.Join(paramNames, ", "))
	}
	if ref := run.Spec.CustomRef; ref != nil && ref.Name != "" {
		return nil, invalid("There is no %s '%s', nor any other: remove the name from the taskRef, and use params (%s)",
			fournos.AdmissionKind, ref.Name, strings.Join(paramNames, ", "))
	}
	values, err := paramValues(run.Spec.Params)
	if err != nil {
		return nil, err
	}

	r := &kueue.Request{
		Namespace:     run.Namespace,
		Queue:         s.KueueLocalQueueName,
		Cluster:       values[fournos.ParamCluster],
		PriorityClass: values[fournos.ParamPriority],
	}
	if queue := values[fournos.ParamQueue]; queue != "" {
		if problems := validation.IsDNS1123Subdomain(queue); len(problems) > 0 {
			return nil, invalid("Param '%s' must be the name of a LocalQueue, got '%s': %s", fournos.ParamQueue, queue, problems[0])
		}
		r.Queue = queue
	}
	// It becomes the value of a node selector, and Kubernetes would refuse the Workload.
	if problems := validation.IsValidLabelValue(r.Cluster); len(problems) > 0 {
		return nil, invalid("Param '%s' must be the name of a cluster, got '%s': %s", fournos.ParamCluster, r.Cluster, problems[0])
	}
	switch exclusive := values[fournos.ParamExclusive]; exclusive {
	case "true":
		r.Exclusive = true
	case "", "false":
	default:
		return nil, invalid("Param '%s' must be 'true' or 'false', got '%s'", fournos.ParamExclusive, exclusive)
	}
	switch policy := values[fournos.ParamOnEviction]; policy {
	case "", fournos.EvictionCancel, fournos.EvictionIgnore:
	default:
		return nil, invalid("Param '%s' must be 'Cancel' or 'Ignore', got '%s'", fournos.ParamOnEviction, policy)
	}
	if err := parseResources(r, values[fournos.ParamResources], s); err != nil {
		return nil, err
	}
	if err := parseNodeSelector(r, values[fournos.ParamNodeSelector]); err != nil {
		return nil, err
	}
	r.WithoutCluster = len(r.Resources) > 0 && r.Cluster == "" && !r.Exclusive && values[fournos.ParamGPUType] == ""
	return r, parseGPUs(r, values, s)
}

// paramValues finds the values by name. An empty one is as good as none, so that a Pipeline can hand on params of its
// own that default to "".
func paramValues(params pipelinev1beta1.Params) (map[string]string, *userError) {
	values := map[string]string{}
	for _, param := range params {
		if !slices.Contains(paramNames, param.Name) {
			return nil, invalid("Unknown param '%s': remove it, or use one of %s", param.Name, strings.Join(paramNames, ", "))
		}
		if t := param.Value.Type; t != "" && t != pipelinev1beta1.ParamTypeString {
			return nil, invalid("Param '%s' must be a string, not of type %s", param.Name, t)
		}
		values[param.Name] = param.Value.StringVal
	}
	return values, nil
}

func parseGPUs(r *kueue.Request, values map[string]string, s *settings.Settings) *userError {
	kind, count := values[fournos.ParamGPUType], values[fournos.ParamGPUCount]
	if kind == "" && count == "" {
		return nil
	}
	if kind == "" || count == "" {
		return invalid("Params '%s' and '%s' go together: give both or neither", fournos.ParamGPUType, fournos.ParamGPUCount)
	}
	resource := s.GPUResource(kind)
	if !gpuType.MatchString(kind) || len(validation.IsQualifiedName(resource)) > 0 {
		return invalid("Param '%s' must be lower case letters and digits, such as a100, got '%s'", fournos.ParamGPUType, kind)
	}
	number, err := strconv.ParseInt(count, 10, 32)
	if err != nil || number < 1 {
		return invalid("Param '%s' must be a whole number of at least 1, got '%s'", fournos.ParamGPUCount, count)
	}
	r.GPUResource, r.GPUCount = resource, number
	return nil
}
