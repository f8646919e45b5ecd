package kueueadmission

import (
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/kueue"
)

// Indexes of the caches. They hold gates alone, so that no event costs a walk through the CustomRuns of others.
const (
	// gatesByWorkload finds gates by the namespace and name of the Workload that they have or would like to have.
	gatesByWorkload = "fournos.dev/gates-by-workload"
	// gatesByOwner finds gates by the UID of the PipelineRun around them.
	gatesByOwner = "fournos.dev/gates-by-owner"
	// waitingByQuota finds unfinished gates by the quotas that they ask for, without a flavor where any will do.
	waitingByQuota = "fournos.dev/waiting-gates-by-quota"

	// workloadsByQuota finds Workloads by the quotas of which they have some.
	workloadsByQuota = "fournos.dev/workloads-by-quota"
	// waitingByQueue finds Workloads of gates that have no quota by the namespace and name of their LocalQueue.
	waitingByQueue = "fournos.dev/waiting-workloads-by-queue"
	// workloadsByOwner finds Workloads of gates by the UID of what controls them.
	workloadsByOwner = "fournos.dev/workloads-by-owner"
	// workloadsByGate finds Workloads by the namespace and name of the gate that asked for them.
	workloadsByGate = "fournos.dev/workloads-by-gate"
)

var gateIndexers = cache.Indexers{
	gatesByWorkload: ofGate(func(run *pipelinev1beta1.CustomRun) []string {
		keys := []string{indexKey(run.Namespace, workloadName(run))}
		// Tekton copies the labels of a PipelineRun to its CustomRuns.
		if job := run.Labels[fournos.JobNameLabelKey]; job != "" && job != run.Name {
			keys = append(keys, indexKey(run.Namespace, job))
		}
		return keys
	}),
	gatesByOwner: ofGate(func(run *pipelinev1beta1.CustomRun) []string {
		if owner := metav1.GetControllerOf(run); owner != nil {
			return []string{string(owner.UID)}
		}
		return nil
	}),
	waitingByQuota: ofGate(func(run *pipelinev1beta1.CustomRun) []string {
		if isDone(run) {
			return nil
		}
		return quotasAskedFor(run)
	}),
}

// quotasAskedFor are keys of what a gate waits for. Whoever has GPUs has slots, too, so slots alone tell of clusters.
func quotasAskedFor(run *pipelinev1beta1.CustomRun) []string {
	value := func(name string) string {
		if param := run.Spec.GetParam(name); param != nil {
			return param.Value.StringVal
		}
		return ""
	}
	var keys []string
	others, _ := parsePairs(fournos.ParamResources, value(fournos.ParamResources), "")
	for _, other := range others {
		keys = append(keys, kueue.Quota{Resource: corev1.ResourceName(other.name)}.Key())
	}
	cluster := value(fournos.ParamCluster)
	if len(others) == 0 || cluster != "" || value(fournos.ParamExclusive) == "true" || value(fournos.ParamGPUType) != "" {
		keys = append(keys, kueue.Slots(cluster).Key())
	}
	return keys
}

var workloadIndexers = cache.Indexers{
	workloadsByQuota: ofWorkload(func(w *kueuev1beta2.Workload) []string {
		var keys []string
		for _, quota := range kueue.HeldQuotas(w) {
			keys = append(keys, quota.Key())
		}
		return keys
	}),
	waitingByQueue: ofWorkload(func(w *kueuev1beta2.Workload) []string {
		if w.Annotations[customRunAnnotation] == "" || !waits(w) {
			return nil
		}
		return []string{indexKey(w.Namespace, string(w.Spec.QueueName))}
	}),
	workloadsByOwner: ofWorkload(func(w *kueuev1beta2.Workload) []string {
		if owner := metav1.GetControllerOf(w); owner != nil && w.Annotations[customRunAnnotation] != "" {
			return []string{string(owner.UID)}
		}
		return nil
	}),
	workloadsByGate: ofWorkload(func(w *kueuev1beta2.Workload) []string {
		if gate := w.Annotations[customRunAnnotation]; gate != "" {
			return []string{indexKey(w.Namespace, gate)}
		}
		return nil
	}),
}

func ofGate(keys func(*pipelinev1beta1.CustomRun) []string) cache.IndexFunc {
	return func(obj any) ([]string, error) {
		if !isGate(obj) {
			return nil, nil
		}
		return keys(obj.(*pipelinev1beta1.CustomRun)), nil
	}
}

func ofWorkload(keys func(*kueuev1beta2.Workload) []string) cache.IndexFunc {
	return func(obj any) ([]string, error) {
		w, ok := obj.(*kueuev1beta2.Workload)
		if !ok {
			return nil, nil
		}
		return keys(w), nil
	}
}

func indexKey(namespace, name string) string { return namespace + "/" + name }

// waits tells whether a Workload is in the queue.
func waits(w *kueuev1beta2.Workload) bool {
	return w.DeletionTimestamp == nil && !kueue.IsRejected(w) && !kueue.HasQuota(w)
}

// indexedHolders looks holders up in workloadsByQuota.
func indexedHolders(workloads cache.Indexer) kueue.HolderLookup {
	return func(quota kueue.Quota) []*kueuev1beta2.Workload {
		return indexed[*kueuev1beta2.Workload](workloads, workloadsByQuota, quota.Key())
	}
}

// indexed lists what an index has under a key.
func indexed[T any](indexer cache.Indexer, index, key string) []T {
	objects, err := indexer.ByIndex(index, key)
	if err != nil {
		// Only an index that was never added has an error.
		panic(err)
	}
	found := make([]T, 0, len(objects))
	for _, object := range objects {
		found = append(found, object.(T))
	}
	return found
}
