package history

import (
	"slices"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// tape is a history that is being told.
type tape struct{ events []Event }

func (tp *tape) tell(how watch.EventType, objects ...metav1.Object) {
	for _, object := range objects {
		tp.events = append(tp.events, Event{Revision: uint64(len(tp.events) + 1), Type: how, Object: object})
	}
}

func job(name string, options ...rt.FournosJobOption) *fournosv1.FournosJob {
	return rt.NewFournosJob(name, options...)
}

func ended(attempts int32, run string) rt.FournosJobOption {
	return func(j *fournosv1.FournosJob) {
		rt.WithFinish(fournosv1.PhaseSucceeded, "Completed", "")(j)
		j.Status.Attempts, j.Status.PipelineRun = attempts, run
	}
}

func workload(of *fournosv1.FournosJob, options ...rt.WorkloadOption) *kueuev1beta2.Workload {
	return rt.NewWorkload(of.Name, append([]rt.WorkloadOption{rt.WithWorkloadOwner(of)}, options...)...)
}

func holds(cluster string) rt.WorkloadOption {
	return func(w *kueuev1beta2.Workload) {
		rt.WithExclusive()(w)
		rt.WithAdmitted(cluster)(w)
	}
}

func run(of *fournosv1.FournosJob, name string, options ...rt.PipelineRunOption) *pipelinev1.PipelineRun {
	r := rt.NewPipelineRun(name, append([]rt.PipelineRunOption{
		rt.WithRunOwner(of), rt.WithRunLabel(fournos.JobNameLabelKey, of.Name), rt.WithRunAnnotation(fournos.ClusterLabelKey, "oslo"),
	}, options...)...)
	r.UID = types.UID("uid-of-" + name + "-of-" + string(of.UID))
	return r
}

func over(r *pipelinev1.PipelineRun) { r.Status.CompletionTime = ptr.To(rt.At(time.Minute)) }

func pod(of *fournosv1.FournosJob, phase corev1.PodPhase) *corev1.Pod {
	p := rt.NewPod(of.Name+"-pod", rt.WithPodOfJob(of.Name), rt.WithPodPhase(phase))
	p.Annotations = map[string]string{fournos.ClusterLabelKey: "oslo"}
	return p
}

// good is the history of a job that goes as it must, with steps in which a test may meddle.
func good() *tape {
	tp, bake := &tape{}, job("bake")
	tp.tell(watch.Added, bake, workload(bake))
	tp.tell(watch.Modified, workload(bake, holds("oslo")))
	tp.tell(watch.Added, run(bake, "bake"), pod(bake, corev1.PodRunning))
	tp.tell(watch.Modified, pod(bake, corev1.PodSucceeded), run(bake, "bake", over))
	tp.tell(watch.Deleted, workload(bake, holds("oslo")))
	tp.tell(watch.Modified, job("bake", ended(1, "bake")))
	return tp
}

func TestGoodHistory(t *testing.T) {
	tp := good()
	// A second attempt, after an eviction, on another cluster; and a template with two jobs.
	bread := job("bread")
	second := run(bread, "bread-attempt-2", rt.WithRunAnnotation(fournos.ClusterLabelKey, "rome"))
	tp.tell(watch.Added, bread, workload(bread, holds("oslo")), run(bread, "bread-admission", func(r *pipelinev1.PipelineRun) { r.Annotations = nil }), run(bread, "bread"))
	tp.tell(watch.Modified, run(bread, "bread", over), workload(bread), workload(bread, holds("rome")))
	tp.tell(watch.Added, second)
	over(second)
	tp.tell(watch.Modified, second)
	tp.tell(watch.Deleted, workload(bread, holds("rome")))
	tp.tell(watch.Modified, job("bread", ended(2, "bread-attempt-2")))
	template := job("daily", rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.Schedule = "@daily" }), rt.WithFinish(fournosv1.PhaseStopped, "", ""))
	tp.tell(watch.Added, template, child(template, "daily-1"), child(template, "daily-2"))
	if violations := Check(tp.events); len(violations) > 0 {
		t.Errorf("violations in a good history: %v", violations)
	}
}

func child(template *fournosv1.FournosJob, name string) *fournosv1.FournosJob {
	c := job(name, rt.WithFinish(fournosv1.PhaseFailed, "", ""))
	c.Labels = map[string]string{fournos.RecurringParentLabelKey: template.Name}
	c.OwnerReferences = []metav1.OwnerReference{*metav1.NewControllerRef(template, template.GetGroupVersionKind())}
	return c
}

// TestViolations breaks each rule by hand.
func TestViolations(t *testing.T) {
	bake, bread := job("bake"), job("bread")
	for name, tc := range map[string]struct {
		rule string
		tell func(*tape)
	}{
		"a job goes on after its end": {RuleFinalIsFinal, func(tp *tape) {
			tp.tell(watch.Modified, job("bake", rt.WithPhase(fournosv1.PhaseRunning, "")), job("bake", ended(1, "bake")))
		}},
		"a job ends twice": {RuleFinalIsFinal, func(tp *tape) {
			tp.tell(watch.Modified, job("bake", rt.WithFinish(fournosv1.PhaseFailed, "", "")))
		}},
		"a job does not end": {RuleEnds, func(tp *tape) { tp.tell(watch.Added, job("bread", rt.WithPhase(fournosv1.PhasePending, ""))) }},
		"a run is made again": {RuleOneRun, func(tp *tape) {
			tp.tell(watch.Deleted, run(bake, "bake", over))
			tp.tell(watch.Added, run(bake, "bake", over))
		}},
		"two runs for one attempt":       {RuleOneRun, func(tp *tape) { tp.tell(watch.Added, run(bake, "bake-attempt-2", over)) }},
		"a job succeeds without its run": {RuleOneRun, func(tp *tape) { tp.tell(watch.Added, job("bread", ended(1, "bread"))) }},
		"an admission run is made again": {RuleOneAdmission, func(tp *tape) {
			plain := run(bake, "bake-admission", func(r *pipelinev1.PipelineRun) { r.Annotations = nil })
			tp.tell(watch.Added, plain)
			tp.tell(watch.Deleted, plain)
			tp.tell(watch.Added, plain)
		}},
		"two have one cluster for themselves": {RuleSlots, func(tp *tape) {
			tp.tell(watch.Added, workload(job("one"), holds("oslo")), workload(job("two"), holds("oslo")))
		}},
		"a run begins before its Workload is admitted": {RuleRunHasCluster, func(tp *tape) {
			tp.tell(watch.Added, workload(bread), run(bread, "bread"))
			tp.tell(watch.Modified, workload(bread, holds("oslo")))
			tp.tell(watch.Deleted, run(bread, "bread"))
		}},
		"a run works without a Workload": {RuleRunHasCluster, func(tp *tape) { tp.tell(watch.Added, run(bread, "bread")) }},
		"a run works on another cluster": {RuleRunHasCluster, func(tp *tape) {
			tp.tell(watch.Added, workload(bread, holds("rome")), run(bread, "bread"))
		}},
		"quota is handed back while the run cleans up": {RuleRunHasCluster, func(tp *tape) {
			tp.tell(watch.Added, workload(bread, holds("oslo")), run(bread, "bread"))
			tp.tell(watch.Modified, workload(bread))
			tp.tell(watch.Modified, run(bread, "bread", over))
		}},
		"quota is handed back while a Pod is taken down": {RulePodHasCluster, func(tp *tape) {
			tp.tell(watch.Added, workload(bread, holds("oslo")), pod(bread, corev1.PodRunning))
			tp.tell(watch.Deleted, workload(bread, holds("oslo")), pod(bread, corev1.PodRunning))
		}},
		"a tick has two jobs": {RuleOneChild, func(tp *tape) {
			template := job("daily", rt.WithFinish(fournosv1.PhaseStopped, "", ""))
			one := child(template, "daily-1")
			tp.tell(watch.Added, template, one)
			tp.tell(watch.Deleted, one)
			tp.tell(watch.Added, one)
		}},
		"a job that has ended keeps its cluster": {RuleNoQuotaAtEnd, func(tp *tape) { tp.tell(watch.Added, workload(bake, holds("oslo"))) }},
	} {
		t.Run(name, func(t *testing.T) {
			tp := good()
			tc.tell(tp)
			violations := Check(tp.events)
			if !slices.ContainsFunc(violations, func(v Violation) bool { return v.Rule == tc.rule }) {
				t.Errorf("violations %v, want one of the rule %q", violations, tc.rule)
			}
		})
	}
}

func TestOrdered(t *testing.T) {
	one, two := job("one"), job("two")
	events := Ordered([]Event{{3, watch.Added, two}, {1, watch.Added, one}, {3, watch.Added, two}})
	if len(events) != 2 || events[0].Revision != 1 || events[1].Revision != 3 {
		t.Errorf("ordered: %v, want each once, the earlier first", events)
	}
	// Many violations of one rule are one trouble.
	tp := &tape{}
	for range 3 * maxOfEach {
		tp.tell(watch.Added, job("bake", rt.WithFinish(fournosv1.PhaseFailed, "", "")), job("bake", rt.WithFinish(fournosv1.PhaseStopped, "", "")))
	}
	if got := len(Check(tp.events)); got > maxOfEach {
		t.Errorf("%d violations of one rule are told, want at most %d", got, maxOfEach)
	}
}
