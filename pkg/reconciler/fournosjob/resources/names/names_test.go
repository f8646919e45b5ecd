package names

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

func named(name string) *fournosv1.FournosJob {
	return &fournosv1.FournosJob{ObjectMeta: metav1.ObjectMeta{Name: name}}
}

func TestNames(t *testing.T) {
	job := named("bake")
	for want, got := range map[string]string{
		"bake-resolve":    ResolveJob(job),
		"bake-admission":  AdmissionRun(job, 1),
		"bake-kubeconfig": KubeconfigSecret(job, 1),
		"bake-hf":         VaultSecret(job, "hf"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if PipelineRun(job, 1) != "bake" || Workload(job) != "bake" {
		t.Errorf("PipelineRun %q and Workload %q must have the job's name", PipelineRun(job, 1), Workload(job))
	}
	for want, got := range map[string]string{
		"bake-attempt-2":             PipelineRun(job, 2),
		"bake-attempt-12":            PipelineRun(job, 12),
		"bake-attempt-2-admission":   AdmissionRun(job, 2),
		"bake-kubeconfig.attempt-12": KubeconfigSecret(job, 12),
		"bake":                       PipelineRun(job, 0), // Before the first.
	} {
		if got != want {
			t.Errorf("later attempt: got %q, want %q", got, want)
		}
	}
}

// One name for a tick, whichever zone it is told in; others for other ticks, and for a trigger at that very time.
func TestRecurringNames(t *testing.T) {
	tick := time.Date(2026, time.March, 14, 15, 0, 0, 0, time.UTC)
	elsewhere := tick.In(time.FixedZone("elsewhere", 3600))
	for _, template := range []*fournosv1.FournosJob{named("bake"), named(strings.Repeat("j", 63))} {
		if RecurringJob(template, tick) != RecurringJob(template, elsewhere) {
			t.Errorf("Two names for one tick: %q, %q", RecurringJob(template, tick), RecurringJob(template, elsewhere))
		}
		seen := map[string]bool{}
		for _, name := range []string{RecurringJob(template, tick), RecurringJob(template, tick.Add(time.Minute)), TriggeredJob(template, tick), template.Name} {
			if seen[name] {
				t.Errorf("One name for two jobs: %q", name)
			}
			seen[name] = true
			if problems := validation.IsDNS1123Label(name); len(problems) > 0 {
				t.Errorf("%q: %v", name, problems)
			}
			if strings.HasSuffix(name, "-admission") {
				t.Errorf("%q is a name that the API server refuses", name)
			}
		}
	}
	if got := RecurringJob(named("bake"), tick); got != "bake-1773500400" {
		t.Errorf("RecurringJob = %q", got)
	}
}

// At every length that a job's name may have, and every shape that truncation may hit.
func TestNamesAreLabels(t *testing.T) {
	refs := []fournosv1.SecretRef{
		"a", "b", "kubeconfig-old", "kubeconfig-attempt-2", fournosv1.SecretRef(strings.Repeat("r", 29)), fournosv1.SecretRef(strings.Repeat("r", 30)),
		fournosv1.SecretRef(strings.Repeat("r", 31)), fournosv1.SecretRef(strings.Repeat("r", 62) + "x"), fournosv1.SecretRef(strings.Repeat("r", 62) + "y"),
		fournosv1.SecretRef("s" + strings.Repeat("-", 61) + "s"),
	}
	for length := 1; length <= 63; length++ {
		for _, job := range []*fournosv1.FournosJob{
			named(strings.Repeat("j", length)),
			named(("j" + strings.Repeat("-", 62))[:length-1] + "j"),
		} {
			secrets := map[string]string{}
			runs := map[string]string{}
			add := func(seen map[string]string, what, name string) {
				if problems := validation.IsDNS1123Label(name); len(problems) > 0 {
					t.Errorf("%s of %q is %q: %v", what, job.Name, name, problems)
				}
				if other, taken := seen[name]; taken {
					t.Errorf("%s and %s of %q have one name, %q", other, what, job.Name, name)
				}
				seen[name] = what
			}
			for _, attempt := range []int32{1, 2, 3, 10, math.MaxInt32} {
				add(runs, fmt.Sprintf("PipelineRun of attempt %d", attempt), PipelineRun(job, attempt))
				add(runs, fmt.Sprintf("admission run of attempt %d", attempt), AdmissionRun(job, attempt))
			}
			add(map[string]string{}, "resolve Job", ResolveJob(job))
			add(map[string]string{}, "Workload", Workload(job))
			add(secrets, "kubeconfig", KubeconfigSecret(job, 1))
			for _, attempt := range []int32{2, 3, 10, math.MaxInt32} {
				name := KubeconfigSecret(job, attempt)
				if problems := validation.IsDNS1123Subdomain(name); len(problems) > 0 || len(name) > 63 {
					t.Errorf("kubeconfig of attempt %d of %q is %q: %v", attempt, job.Name, name, problems)
				}
				if other, taken := secrets[name]; taken {
					t.Errorf("%s and kubeconfig of attempt %d of %q have one name, %q", other, attempt, job.Name, name)
				}
				secrets[name] = fmt.Sprintf("kubeconfig of attempt %d", attempt)
			}
			for _, ref := range refs {
				add(secrets, "vault entry "+string(ref), VaultSecret(job, ref))
			}
		}
	}
}

func TestNamesOfLongJobsDiffer(t *testing.T) {
	one, other := named(strings.Repeat("j", 62)+"a"), named(strings.Repeat("j", 62)+"b")
	for what, name := range map[string]func(*fournosv1.FournosJob) string{
		"resolve Job":         ResolveJob,
		"admission run":       func(j *fournosv1.FournosJob) string { return AdmissionRun(j, 1) },
		"kubeconfig":          func(j *fournosv1.FournosJob) string { return KubeconfigSecret(j, 1) },
		"vault entry":         func(j *fournosv1.FournosJob) string { return VaultSecret(j, "hf") },
		"later PipelineRun":   func(j *fournosv1.FournosJob) string { return PipelineRun(j, 2) },
		"later admission run": func(j *fournosv1.FournosJob) string { return AdmissionRun(j, 2) },
		"later kubeconfig":    func(j *fournosv1.FournosJob) string { return KubeconfigSecret(j, 2) },
	} {
		if name(one) == name(other) {
			t.Errorf("%s of two jobs is %q", what, name(one))
		}
	}
}

// Jobs that people name alike want no run of each other's: a later attempt's is spelled out, and no job's name ends as an
// admission run's does.
func TestAttemptsClashWithNoJob(t *testing.T) {
	job := named("bake")
	for _, other := range []string{"bake-2", "bake-02", "bake-1", "bake-2-admission", "bake-admission-2", "bake-attempt", "bake-attempt-02"} {
		for attempt := int32(1); attempt < 20; attempt++ {
			if PipelineRun(job, attempt) == other || AdmissionRun(job, attempt) == other {
				t.Errorf("a run of attempt %d has the name of job %q", attempt, other)
			}
		}
	}
	if got := AdmissionRun(job, 2); !strings.HasSuffix(got, "-admission") {
		t.Errorf("AdmissionRun = %q, which may be a job's name", got)
	}
}
