package names

import (
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
		"bake-admission":  AdmissionRun(job),
		"bake-kubeconfig": KubeconfigSecret(job),
		"bake-hf":         VaultSecret(job, "hf"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if PipelineRun(job) != "bake" || Workload(job) != "bake" {
		t.Errorf("PipelineRun %q and Workload %q must have the job's name", PipelineRun(job), Workload(job))
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
	refs := []fournosv1.SecretRef{"a", "b", "kubeconfig-old", fournosv1.SecretRef(strings.Repeat("r", 29)), fournosv1.SecretRef(strings.Repeat("r", 30)),
		fournosv1.SecretRef(strings.Repeat("r", 31)), fournosv1.SecretRef(strings.Repeat("r", 62) + "x"), fournosv1.SecretRef(strings.Repeat("r", 62) + "y"),
		fournosv1.SecretRef("s" + strings.Repeat("-", 61) + "s")}
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
			add(runs, "PipelineRun", PipelineRun(job))
			add(runs, "admission run", AdmissionRun(job))
			add(map[string]string{}, "resolve Job", ResolveJob(job))
			add(map[string]string{}, "Workload", Workload(job))
			add(secrets, "kubeconfig", KubeconfigSecret(job))
			for _, ref := range refs {
				add(secrets, "vault entry "+string(ref), VaultSecret(job, ref))
			}
		}
	}
}

func TestNamesOfLongJobsDiffer(t *testing.T) {
	one, other := named(strings.Repeat("j", 62)+"a"), named(strings.Repeat("j", 62)+"b")
	for what, name := range map[string]func(*fournosv1.FournosJob) string{
		"resolve Job": ResolveJob, "admission run": AdmissionRun, "kubeconfig": KubeconfigSecret,
		"vault entry": func(j *fournosv1.FournosJob) string { return VaultSecret(j, "hf") },
	} {
		if name(one) == name(other) {
			t.Errorf("%s of two jobs is %q", what, name(one))
		}
	}
}
