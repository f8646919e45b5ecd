package history

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/kueue"
)

// Violation is an instant at which something was not as it must be.
type Violation struct {
	Revision uint64
	Rule     string
	// Job is the name of the job that it is about, if it is about one.
	Job  string
	What string
}

func (v Violation) String() string {
	return fmt.Sprintf("at revision %d: %s: %s", v.Revision, v.Rule, v.What)
}

// The rules.
const (
	RuleFinalIsFinal   = "a job that has ended stays as it ended"
	RuleEnds           = "each job reaches a final phase"
	RuleOneRun         = "exactly one PipelineRun per attempt"
	RuleSlots          = "a cluster's slots are given out once"
	RuleRunHasCluster  = "a PipelineRun runs with its admitted Workload alone"
	RulePodHasCluster  = "a cluster is held until its Pods have ended"
	RuleOneChild       = "one job per tick"
	RuleNoQuotaAtEnd   = "a job that has ended gives its cluster back"
	RuleOneAdmission   = "exactly one admission run per attempt"
	maxOfEach          = 20
	runAdmissionSuffix = "-admission"
)

// checker goes through a history.
type checker struct {
	*state
	violations []Violation
	counts     map[string]int
	// ended are the phases in which jobs ended, by UID.
	ended map[types.UID]fournosv1.Phase
	// made are the PipelineRuns, and the jobs of templates, that were made for an owner.
	made map[types.UID]map[string]bool
	// overbooked and homeless are what is told of already.
	overbooked, homeless map[string]bool
}

// Check finds the violations in a history, which must be ordered.
func Check(events []Event) []Violation {
	c := &checker{
		state: newState(), counts: map[string]int{}, ended: map[types.UID]fournosv1.Phase{}, made: map[types.UID]map[string]bool{},
		overbooked: map[string]bool{}, homeless: map[string]bool{},
	}
	var last uint64
	for _, event := range events {
		c.apply(event)
		c.look(event)
		last = event.Revision
	}
	c.atEnd(last)
	return c.violations
}

func (c *checker) violate(revision uint64, rule, job, format string, args ...any) {
	if c.counts[rule]++; c.counts[rule] <= maxOfEach {
		c.violations = append(c.violations, Violation{Revision: revision, Rule: rule, Job: job, What: fmt.Sprintf(format, args...)})
	}
}

// look checks what the event may have broken.
func (c *checker) look(event Event) {
	switch object := event.Object.(type) {
	case *fournosv1.FournosJob:
		c.finalIsFinal(event, object)
		if event.Type == watch.Added {
			c.madeOnce(event, object, RuleOneChild, object.Labels[fournos.RecurringParentLabelKey])
		}
	case *pipelinev1.PipelineRun:
		if event.Type == watch.Added {
			rule := RuleOneAdmission
			if usesCluster(object) || object.Annotations[fournos.ClusterLabelKey] != "" {
				rule = RuleOneRun
			}
			c.madeOnce(event, object, rule, object.Labels[fournos.JobNameLabelKey])
		}
	}
	c.slots(event.Revision)
	c.clustersAreHeld(event.Revision)
}

func (c *checker) finalIsFinal(event Event, job *fournosv1.FournosJob) {
	before, ended := c.ended[job.UID]
	switch {
	case ended && job.Status.Phase != before:
		c.violate(event.Revision, RuleFinalIsFinal, job.Name, "job %s was %s and is %s", job.Name, before, job.Status.Phase)
	case job.Status.IsDone():
		c.ended[job.UID] = job.Status.Phase
	}
}

// madeOnce wants no second object of a name for the same owner: neither a run of an attempt, nor the job of a tick.
func (c *checker) madeOnce(event Event, object metav1.Object, rule, job string) {
	owner := metav1.GetControllerOf(object)
	if owner == nil || job == "" {
		return
	}
	made := c.made[owner.UID]
	if made == nil {
		made = map[string]bool{}
		c.made[owner.UID] = made
	}
	if made[object.GetName()] {
		c.violate(event.Revision, rule, job, "%s was made a second time for %s %s", object.GetName(), owner.Kind, owner.Name)
	}
	made[object.GetName()] = true
}

// slots wants no cluster to be given out for more than it has.
func (c *checker) slots(revision uint64) {
	used, holders := map[string]int64{}, map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(c.workloads)) {
		workload := c.workloads[name]
		if !kueue.HasQuota(workload) {
			continue
		}
		for _, assignment := range workload.Status.Admission.PodSetAssignments {
			cluster := string(assignment.Flavors[fournos.ClusterSlotResource])
			usage := assignment.ResourceUsage[fournos.ClusterSlotResource]
			used[cluster] += usage.Value()
			holders[cluster] = append(holders[cluster], name)
		}
	}
	for _, cluster := range slices.Sorted(maps.Keys(used)) {
		over := used[cluster] > fournos.SlotsPerCluster
		if over && !c.overbooked[cluster] {
			c.violate(revision, RuleSlots, holders[cluster][0], "%d slots of %s are given out, to %s", used[cluster], cluster, strings.Join(holders[cluster], ", "))
		}
		c.overbooked[cluster] = over
	}
}

// clustersAreHeld wants the Workload of whatever works on a cluster to have that cluster.
func (c *checker) clustersAreHeld(revision uint64) {
	for _, name := range slices.Sorted(maps.Keys(c.runs)) {
		run := c.runs[name]
		if !usesCluster(run) || run.Status.CompletionTime != nil {
			continue
		}
		c.wantHeld(revision, RuleRunHasCluster, "PipelineRun "+name, run.Labels[fournos.JobNameLabelKey], run.Annotations[fournos.ClusterLabelKey])
	}
	for _, name := range slices.Sorted(maps.Keys(c.pods)) {
		pod := c.pods[name]
		cluster := pod.Annotations[fournos.ClusterLabelKey]
		if cluster == "" || cluster == fournosv1.ClusterlessCluster || pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed {
			continue
		}
		c.wantHeld(revision, RulePodHasCluster, "Pod "+name, pod.Labels[fournos.JobNameLabelKey], cluster)
	}
}

func (c *checker) wantHeld(revision uint64, rule, what, job, cluster string) {
	workload, is := c.workloads[job]
	held := is && workload.Status.Admission != nil && kueue.Cluster(workload) == cluster
	if !held && !c.homeless[what] {
		c.violate(revision, rule, job, "%s works on %s, which its Workload %s does not hold", what, cluster, job)
	}
	c.homeless[what] = !held
}

// usesCluster tells whether a PipelineRun works on a cluster: neither waits for one, nor runs on the hub.
func usesCluster(run *pipelinev1.PipelineRun) bool {
	cluster := run.Annotations[fournos.ClusterLabelKey]
	return run.Labels[fournos.JobNameLabelKey] != "" && cluster != "" && cluster != fournosv1.ClusterlessCluster
}

// atEnd checks what is left when all has come to rest.
func (c *checker) atEnd(revision uint64) {
	for _, name := range slices.Sorted(maps.Keys(c.jobs)) {
		job := c.jobs[name]
		switch {
		case !job.Status.IsDone():
			c.violate(revision, RuleEnds, name, "job %s is %s: %s", name, job.Status.Phase, job.Status.Message)
		case c.workloads[name] != nil && metav1.IsControlledBy(c.workloads[name], job):
			c.violate(revision, RuleNoQuotaAtEnd, name, "job %s is %s, and its Workload still there", name, job.Status.Phase)
		case job.Status.Phase == fournosv1.PhaseSucceeded && !job.Spec.LockOnly && !c.made[job.UID][job.Status.PipelineRun]:
			c.violate(revision, RuleOneRun, name, "job %s succeeded with PipelineRun %q, which was never made", name, job.Status.PipelineRun)
		case job.Spec.Schedule == "" && attemptsMade(c.made[job.UID]) > int(job.Status.Attempts):
			c.violate(revision, RuleOneRun, name, "job %s had %d attempts, and PipelineRuns %s", name, job.Status.Attempts, strings.Join(slices.Sorted(maps.Keys(c.made[job.UID])), ", "))
		}
	}
}

// attemptsMade counts the PipelineRuns among them that are not admission runs.
func attemptsMade(made map[string]bool) int {
	runs := 0
	for name := range made {
		if !strings.HasSuffix(name, runAdmissionSuffix) {
			runs++
		}
	}
	return runs
}
