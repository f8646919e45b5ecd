package kueue

import (
	"fmt"
	"regexp"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

// Queue is the queue that a Workload waits in, as it is now. What Kueue says on a Workload is from when it last looked at
// it, and it passes over those that ask for the same as one that it found no room for.
type Queue struct {
	// Local and Cluster are nil if there are none.
	Local   *kueue.LocalQueue
	Cluster *kueue.ClusterQueue
	// Flavor finds a flavor by its name; nil if there is none.
	Flavor func(name string) *kueue.ResourceFlavor
}

// Trouble tells why nothing in the LocalQueue of this name is admitted now, whatever quota is free, or "".
func (q *Queue) Trouble(name kueue.LocalQueueName) string {
	if q.Local == nil {
		return fmt.Sprintf("LocalQueue %s doesn't exist", name)
	}
	if trouble := LocalTrouble(q.Local); trouble != "" {
		return trouble
	}
	if q.Cluster == nil {
		return fmt.Sprintf("ClusterQueue %s doesn't exist, to which LocalQueue %s leads", q.Local.Spec.ClusterQueue, name)
	}
	return ClusterTrouble(q.Cluster)
}

// LocalTrouble tells why a LocalQueue admits nothing, or "".
func LocalTrouble(queue *kueue.LocalQueue) string {
	return stopped("LocalQueue", queue.Name, queue.Spec.StopPolicy)
}

// ClusterTrouble tells why a ClusterQueue admits nothing, or "".
func ClusterTrouble(queue *kueue.ClusterQueue) string {
	if trouble := stopped("ClusterQueue", queue.Name, queue.Spec.StopPolicy); trouble != "" {
		return trouble
	}
	active := apimeta.FindStatusCondition(queue.Status.Conditions, kueue.ClusterQueueActive)
	// That it was stopped is old news.
	if active == nil || active.Status != metav1.ConditionFalse || active.Reason == kueue.ClusterQueueActiveReasonStopped {
		return ""
	}
	why := strings.TrimSuffix(sayingNo.ReplaceAllString(active.Message, ""), ".")
	return fmt.Sprintf("ClusterQueue %s admits nothing now (%s): %s", queue.Name, active.Reason, why)
}

// sayingNo is how Kueue begins to say why.
var sayingNo = regexp.MustCompile(`^Can't admit new workloads[:;.] ?`)

func stopped(kind, name string, policy *kueue.StopPolicy) string {
	if p := ptr.Deref(policy, kueue.None); p != kueue.None {
		return fmt.Sprintf("%s %s is stopped (%s): it admits nothing until its stopPolicy is None", kind, name, p)
	}
	return ""
}

// oldTrouble is what Kueue said of a queue. Trouble knows better.
var oldTrouble = regexp.MustCompile(`^(Local|Cluster)Queue \S+ (is inactive|is stopped|doesn't exist)$|^The (Local|Cluster)Queue is stopped$`)

// shortages finds what Kueue would say of a Workload that it passed over: in which flavors there is too little of what.
// There are none if there may be room.
func (q *Queue) shortages(w *kueue.Workload, holders HolderLookup) []shortage {
	// What it may borrow from others is not known here.
	if q.Cluster == nil || q.Cluster.Spec.CohortName != "" || len(w.Spec.PodSets) == 0 {
		return nil
	}
	requests := requested(w)
	var all []shortage
	for i := range q.Cluster.Spec.ResourceGroups {
		group := &q.Cluster.Spec.ResourceGroups[i]
		inGroup, room := q.shortInGroup(group, w, requests, holders)
		if !room {
			all = append(all, inGroup...)
		}
	}
	return all
}

// shortInGroup looks for a flavor that has room for all that is asked of a group of resources.
func (q *Queue) shortInGroup(group *kueue.ResourceGroup, w *kueue.Workload, requests corev1.ResourceList, holders HolderLookup) (all []shortage, room bool) {
	wanted := corev1.ResourceList{}
	for _, name := range group.CoveredResources {
		if quantity, asked := requests[name]; asked {
			wanted[name] = quantity
		}
	}
	if len(wanted) == 0 {
		return nil, true
	}
	selector := q.knownLabels(group, w.Spec.PodSets[0].Template.Spec.NodeSelector)
	for _, quotas := range group.Flavors {
		if !q.matches(string(quotas.Name), selector) {
			continue
		}
		short := shortInFlavor(&quotas, wanted, w, holders)
		if len(short) == 0 {
			return nil, true
		}
		all = append(all, short...)
	}
	return all, false
}

// knownLabels leaves of a node selector what a group of flavors knows: Kueue does not care for the rest.
func (q *Queue) knownLabels(group *kueue.ResourceGroup, selector map[string]string) map[string]string {
	known := map[string]string{}
	for _, quotas := range group.Flavors {
		flavor := q.Flavor(string(quotas.Name))
		if flavor == nil {
			continue
		}
		for key := range flavor.Spec.NodeLabels {
			if value, asked := selector[key]; asked {
				known[key] = value
			}
		}
	}
	return known
}

func (q *Queue) matches(name string, selector map[string]string) bool {
	flavor := q.Flavor(name)
	if flavor == nil {
		return false
	}
	for key, value := range selector {
		if flavor.Spec.NodeLabels[key] != value {
			return false
		}
	}
	return true
}

func shortInFlavor(quotas *kueue.FlavorQuotas, wanted corev1.ResourceList, w *kueue.Workload, holders HolderLookup) []shortage {
	var all []shortage
	for _, quota := range quotas.Resources {
		want, asked := wanted[quota.Name]
		if !asked {
			continue
		}
		short := shortage{Quota: Quota{quota.Name, string(quotas.Name)}}
		if short.never = want.Cmp(quota.NominalQuota) > 0; short.never {
			all = append(all, short)
			continue
		}
		var more resource.Quantity
		more.Add(want)
		more.Sub(quota.NominalQuota)
		for _, h := range holdersOf(short.Quota, w, holders) {
			more.Add(h.quantity)
		}
		if more.Sign() > 0 {
			short.more = more.String()
			all = append(all, short)
		}
	}
	return all
}
