package kueue

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// Explain tells why a Workload that is not admitted waits, with others being the Workloads that may stand in its way.
func Explain(w *kueue.Workload, others []*kueue.Workload) (reason, message string) {
	return ExplainWith(w, nil, HoldersAmong(others))
}

// ExplainWith is Explain for whoever knows the Workload's queue, unless it is nil, and can look holders up without going
// through all Workloads.
//
// The reason is Kueue's, and Pending before it gave one. With its gate UnadmittedWorkloadsObservability Kueue has a
// reason for each case, without it Pending for most of them; the messages are the same, so they are what is read here.
func ExplainWith(w *kueue.Workload, queue *Queue, holders HolderLookup) (reason, message string) {
	if IsRejected(w) {
		return Rejection(w)
	}
	// The condition Evicted stays after the quota was handed back, until the next admission.
	if reason, message, evicted := Evicted(w); evicted && w.Status.Admission != nil {
		return reason, fmt.Sprintf("Evicted by Kueue (%s), to be queued again: %s", reason, message)
	}
	reserved := apimeta.FindStatusCondition(w.Status.Conditions, kueue.WorkloadQuotaReserved)
	if reserved != nil && reserved.Status == metav1.ConditionTrue {
		return explainReserved(w)
	}
	if queue != nil {
		if trouble := queue.Trouble(w.Spec.QueueName); trouble != "" {
			return fournos.ReasonPending, trouble
		}
	}
	if reserved == nil || queue != nil && oldTrouble.MatchString(reserved.Message) {
		return fournos.ReasonPending, explainSilence(w, queue, holders)
	}
	if held := explainHeld(w, shortagesIn(reserved.Message), preemptionIn(reserved.Message), holders); held != "" {
		return reserved.Reason, held
	}
	return reserved.Reason, reserved.Message
}

// explainSilence is for a Workload on which Kueue says nothing, or nothing that is true any more. Kueue passes over one
// that asks for the same as another which it has just found no room for.
func explainSilence(w *kueue.Workload, queue *Queue, holders HolderLookup) string {
	held := ""
	if queue != nil {
		held = explainHeld(w, queue.shortages(w, holders), "", holders)
	} else if cluster := PinnedCluster(w); cluster != "" {
		held = pinnedLock(w, cluster, holdersOf(Slots(cluster), w, holders))
	}
	if held != "" {
		return held
	}
	return fmt.Sprintf("Waiting for Kueue to consider Workload %s in LocalQueue %s", w.Name, w.Spec.QueueName)
}

// explainHeld puts shortages in terms of who holds what is asked for, and is "" when that is not what they are about.
func explainHeld(w *kueue.Workload, shortages []shortage, preempting string, holders HolderLookup) string {
	if locked := explainLock(w, shortages, preempting, holders); locked != "" {
		return locked
	}
	return explainShortages(w, shortages, preempting, holders)
}

// Position is between the words that tell why a Workload waits, and where it stands in the queue.
const Position = "; position "

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

// shortage says that there is too little of a quota.
type shortage struct {
	Quota
	// more is how much is missing; never that there is not enough even if nobody had any.
	more  string
	never bool
}

// shortagesIn finds the shortages in Kueue's message: "insufficient unused quota for cpu in flavor north, 2 more needed",
// one after the other. Without "unused" there is never enough. Each gate that waits asks this whenever something moves, of
// a message with a line for every flavor, which is why there is no regular expression.
func shortagesIn(message string) []shortage {
	var all []shortage
	for {
		_, rest, found := strings.Cut(message, "insufficient ")
		if !found {
			return all
		}
		message = rest
		rest, unused := strings.CutPrefix(rest, "unused ")
		rest, ofQuota := strings.CutPrefix(rest, "quota for ")
		name, rest, inFlavor := strings.Cut(rest, " in flavor ")
		flavor, rest, ends := strings.Cut(rest, ",")
		if !ofQuota || !inFlavor || !ends || !isWord(name) || !isWord(flavor) {
			continue
		}
		more, _, missing := strings.Cut(strings.TrimPrefix(rest, " "), " more needed")
		if !missing || !isWord(more) {
			more = ""
		}
		all = append(all, shortage{Quota: Quota{corev1.ResourceName(name), flavor}, more: more, never: !unused})
	}
}

func isWord(s string) bool { return s != "" && !strings.ContainsAny(s, " ,") }

// preemptionIn is how Kueue's message ends while it makes room by evicting others, or "".
func preemptionIn(message string) string {
	if i := strings.Index(message, ". Pending the preemption of "); i >= 0 {
		return message[i:]
	}
	return ""
}

// explainLock tells who holds which cluster, and is "" when that is not what is short: slots that no ClusterQueue
// covers, clusters that lack GPUs, a stopped queue.
func explainLock(w *kueue.Workload, shortages []shortage, preempting string, lookup HolderLookup) string {
	var full, eligible, never []string
	for _, s := range shortages {
		switch {
		case s.never:
			never = append(never, s.Flavor)
			continue
		case s.Resource == fournos.ClusterSlotResource:
			full = append(full, s.Flavor)
		}
		if !slices.Contains(eligible, s.Flavor) {
			eligible = append(eligible, s.Flavor)
		}
	}
	isNever := func(flavor string) bool { return slices.Contains(never, flavor) }
	full, eligible = slices.DeleteFunc(full, isNever), slices.DeleteFunc(eligible, isNever)
	if len(full) == 0 {
		return ""
	}

	if cluster := PinnedCluster(w); cluster != "" {
		if !slices.Contains(full, cluster) {
			return ""
		}
		locked := pinnedLock(w, cluster, holdersOf(Slots(cluster), w, lookup))
		if locked != "" {
			locked += preempting
		}
		return locked
	}
	// While it preempts, Kueue has chosen a cluster, and speaks of that one alone.
	if preempting != "" || len(full) < len(eligible) {
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
		holders := holdersOf(Slots(cluster), w, lookup)
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

// explainShortages says who holds what is short, of whatever it is. It is "" when not all of that is known.
func explainShortages(w *kueue.Workload, shortages []shortage, preempting string, lookup HolderLookup) string {
	never := map[string]bool{}
	for _, s := range shortages {
		never[s.Flavor] = never[s.Flavor] || s.never
	}
	var parts []string
	for _, s := range shortages {
		if never[s.Flavor] {
			continue
		}
		holders := holdersOf(s.Quota, w, lookup)
		if len(holders) == 0 {
			return ""
		}
		parts = append(parts, fmt.Sprintf("%s more %s of flavor %s (held by %s)", s.more, s.Resource, s.Flavor, holderNames(holders)))
	}
	if len(parts) == 0 {
		return ""
	}
	return "Waiting for " + bounded(parts, "; ") + preempting
}
