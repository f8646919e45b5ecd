package kueue

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// Explain tells why a Workload that is not admitted waits, with others being the Workloads that may stand in its way.
func Explain(w *kueue.Workload, others []*kueue.Workload) (reason, message string) {
	return ExplainWith(w, HoldersAmong(others))
}

// ExplainWith is Explain for whoever can look holders up without going through all Workloads.
//
// The reason is Kueue's, and Pending before it gave one. With its gate UnadmittedWorkloadsObservability Kueue has a
// reason for each case, without it Pending for most of them; the messages are the same, so they are what is read here.
func ExplainWith(w *kueue.Workload, holders HolderLookup) (reason, message string) {
	if IsRejected(w) {
		return Rejection(w)
	}
	// The condition Evicted stays after the quota was handed back, until the next admission.
	if reason, message, evicted := Evicted(w); evicted && w.Status.Admission != nil {
		return reason, fmt.Sprintf("Evicted by Kueue (%s), to be queued again: %s", reason, message)
	}
	reserved := apimeta.FindStatusCondition(w.Status.Conditions, kueue.WorkloadQuotaReserved)
	switch {
	case reserved == nil:
		// Kueue passes over a Workload that asks for the same as one which it has just found no room for.
		if cluster := PinnedCluster(w); cluster != "" {
			if locked := pinnedLock(w, cluster, holdersOf(cluster, w, holders)); locked != "" {
				return fournos.ReasonPending, locked
			}
		}
		return fournos.ReasonPending, fmt.Sprintf("Waiting for Kueue to consider Workload %s in LocalQueue %s", w.Name, w.Spec.QueueName)
	case reserved.Status == metav1.ConditionTrue:
		return explainReserved(w)
	}
	if locked := explainLock(w, reserved.Message, holders); locked != "" {
		return reserved.Reason, locked
	}
	return reserved.Reason, reserved.Message
}

// explainReserved is for the time between quota and admission.
func explainReserved(w *kueue.Workload) (reason, message string) {
	reason = fournos.ReasonPending
	message = "Quota reserved"
	if cluster := Cluster(w); cluster != "" {
		message = "Quota reserved on cluster " + cluster
	}
	admitted := apimeta.FindStatusCondition(w.Status.Conditions, kueue.WorkloadAdmitted)
	if admitted != nil && admitted.Status == metav1.ConditionFalse {
		reason = admitted.Reason
	}
	var unready []string
	for _, state := range []kueue.CheckState{kueue.CheckStatePending, kueue.CheckStateRetry, kueue.CheckStateRejected} {
		if checks := checksIn(w, state); checks != "" {
			unready = append(unready, checks)
		}
	}
	if len(unready) > 0 {
		return reason, message + ", waiting for admission checks: " + strings.Join(unready, ", ")
	}
	return reason, message + ", waiting for admission"
}

// shortage finds in Kueue's message what is short where. Without "unused" there is not enough even in an empty cluster.
var shortage = regexp.MustCompile(`insufficient (unused )?quota for (\S+) in flavor ([^\s,]+),`)

// preemption is how Kueue's message ends while it makes room by evicting others.
const preemption = "Pending the preemption of "

// explainLock puts Kueue's message in terms of who holds which cluster, and is "" when that is not what it is about:
// slots that no ClusterQueue covers, clusters that lack GPUs, a stopped queue.
func explainLock(w *kueue.Workload, message string, lookup HolderLookup) string {
	var full, eligible, never []string
	for _, match := range shortage.FindAllStringSubmatch(message, -1) {
		unused, resource, flavor := match[1] != "", match[2], match[3]
		switch {
		case !unused:
			never = append(never, flavor)
			continue
		case resource == fournos.ClusterSlotResource:
			full = append(full, flavor)
		}
		if !slices.Contains(eligible, flavor) {
			eligible = append(eligible, flavor)
		}
	}
	isNever := func(flavor string) bool { return slices.Contains(never, flavor) }
	full, eligible = slices.DeleteFunc(full, isNever), slices.DeleteFunc(eligible, isNever)
	if len(full) == 0 {
		return ""
	}

	_, rest, preempting := strings.Cut(message, preemption)
	if cluster := PinnedCluster(w); cluster != "" {
		if !slices.Contains(full, cluster) {
			return ""
		}
		locked := pinnedLock(w, cluster, holdersOf(cluster, w, lookup))
		if locked != "" && preempting {
			locked += ". " + preemption + rest
		}
		return locked
	}
	// While it preempts, Kueue has chosen a cluster, and speaks of that one alone.
	if preempting || len(full) < len(eligible) {
		return ""
	}
	return unpinnedLock(w, eligible, lookup)
}

func pinnedLock(w *kueue.Workload, cluster string, holders []holder) string {
	switch {
	case len(holders) == 0:
		return ""
	case IsExclusive(w):
		return fmt.Sprintf("Waiting for exclusive access to cluster %s (held by %s)", cluster, holderNames(holders))
	case exclusiveHolder(holders) != "":
		return fmt.Sprintf("Cluster %s is exclusively locked by %s, waiting for its release", cluster, exclusiveHolder(holders))
	}
	return ""
}

func unpinnedLock(w *kueue.Workload, eligible []string, lookup HolderLookup) string {
	var locks, uses []string
	for _, cluster := range eligible {
		holders := holdersOf(cluster, w, lookup)
		if len(holders) == 0 {
			return ""
		}
		if name := exclusiveHolder(holders); name != "" {
			locks = append(locks, fmt.Sprintf("%s by %s", cluster, name))
		}
		uses = append(uses, fmt.Sprintf("%s held by %s", cluster, holderNames(holders)))
	}
	switch {
	case len(locks) == len(eligible):
		return "All eligible clusters are exclusively locked, waiting for a release: " + bounded(locks, ", ")
	case IsExclusive(w):
		return "Waiting for exclusive access to any cluster: " + bounded(uses, "; ")
	}
	return ""
}
