package settings

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/zap/zapcore"
	"k8s.io/apimachinery/pkg/api/resource"
)

// clearEnvironment takes what the machine has set out of the environment, for the length of a test.
func clearEnvironment(t *testing.T) {
	t.Helper()
	for _, variable := range os.Environ() {
		if name, value, _ := strings.Cut(variable, "="); strings.HasPrefix(name, prefix+"_") {
			t.Setenv(name, value) // Restores it afterwards.
			if err := os.Unsetenv(name); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// asDesigned are the settings of an empty environment.
func asDesigned() *Settings {
	return &Settings{
		WorkloadNamespace:       "psap-automation",
		SecretsNamespace:        "psap-secrets",
		TektonDashboardURL:      "",
		KubeconfigSecretPattern: "kubeconfig-{cluster}",
		VaultSecretPattern:      "vault-{entry}",
		KueueLocalQueueName:     "fournos-queue",
		GPUResourcePrefix:       "fournos/gpu-",
		LogLevel:                LogLevel{zapcore.InfoLevel},
		GCIntervalSec:           300,
		ResolveDeadlineSec:      300,
		ResolveJobTemplate:      "/etc/fournos/resolve-job/job.yaml",
		ArtifactPVCSize:         Quantity{resource.MustParse("10Gi")},
		PipelineTimeout:         25 * time.Hour,
		PipelineTasksTimeout:    24 * time.Hour,
		PipelineFinallyTimeout:  time.Hour,
	}
}

func TestFromEnvironment(t *testing.T) {
	for _, test := range []struct {
		name, variable, value string
		change                func(*Settings)
	}{
		{name: "defaults", change: func(*Settings) {}},
		{"namespace of jobs", "FOURNOS_WORKLOAD_NAMESPACE", "bakery", func(s *Settings) { s.WorkloadNamespace = "bakery" }},
		{"namespace of Secrets", "FOURNOS_SECRETS_NAMESPACE", "vault", func(s *Settings) { s.SecretsNamespace = "vault" }},
		{"dashboard", "FOURNOS_TEKTON_DASHBOARD_URL", "https://dashboard.example", func(s *Settings) { s.TektonDashboardURL = "https://dashboard.example" }},
		{"kubeconfigs", "FOURNOS_KUBECONFIG_SECRET_PATTERN", "{cluster}.kubeconfig", func(s *Settings) { s.KubeconfigSecretPattern = "{cluster}.kubeconfig" }},
		{"vault entries", "FOURNOS_VAULT_SECRET_PATTERN", "{entry}", func(s *Settings) { s.VaultSecretPattern = "{entry}" }},
		{"queue", "FOURNOS_KUEUE_LOCAL_QUEUE_NAME", "oven.queue", func(s *Settings) { s.KueueLocalQueueName = "oven.queue" }},
		{"GPU prefix", "FOURNOS_GPU_RESOURCE_PREFIX", "example.com/", func(s *Settings) { s.GPUResourcePrefix = "example.com/" }},
		{"log", "FOURNOS_LOG_LEVEL", "debug", func(s *Settings) { s.LogLevel = LogLevel{zapcore.DebugLevel} }},
		{"collector", "FOURNOS_GC_INTERVAL_SEC", "60", func(s *Settings) { s.GCIntervalSec = 60 }},
		{"deadline", "FOURNOS_RESOLVE_DEADLINE_SEC", "7", func(s *Settings) { s.ResolveDeadlineSec = 7 }},
		{"template", "FOURNOS_RESOLVE_JOB_TEMPLATE", "job.yaml", func(s *Settings) { s.ResolveJobTemplate = "job.yaml" }},
		{"size", "FOURNOS_ARTIFACT_PVC_SIZE", "500Mi", func(s *Settings) { s.ArtifactPVCSize = Quantity{resource.MustParse("500Mi")} }},
		{"timeout", "FOURNOS_PIPELINE_TIMEOUT", "49h30m", func(s *Settings) { s.PipelineTimeout = 49*time.Hour + 30*time.Minute }},
		{"tasks' timeout", "FOURNOS_PIPELINE_TASKS_TIMEOUT", "90m", func(s *Settings) { s.PipelineTasksTimeout = 90 * time.Minute }},
		{"finally tasks' timeout", "FOURNOS_PIPELINE_FINALLY_TIMEOUT", "1m", func(s *Settings) { s.PipelineFinallyTimeout = time.Minute }},
	} {
		t.Run(test.name, func(t *testing.T) {
			clearEnvironment(t)
			if test.variable != "" {
				t.Setenv(test.variable, test.value)
			}
			want := asDesigned()
			test.change(want)
			got, err := FromEnvironment()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("FromEnvironment (-want, +got):\n%s", diff)
			}
		})
	}
}

func TestFromEnvironmentRefuses(t *testing.T) {
	for _, test := range []struct{ variable, value, want string }{
		{"FOURNOS_WORKLOAD_NAMESPACE", "Bakery", `FOURNOS_WORKLOAD_NAMESPACE must be a namespace's name, got "Bakery"`},
		{"FOURNOS_WORKLOAD_NAMESPACE", "", `FOURNOS_WORKLOAD_NAMESPACE must be a namespace's name, got ""`},
		{"FOURNOS_SECRETS_NAMESPACE", "a.b", `FOURNOS_SECRETS_NAMESPACE must be a namespace's name, got "a.b"`},
		{"FOURNOS_KUBECONFIG_SECRET_PATTERN", "kubeconfig", `FOURNOS_KUBECONFIG_SECRET_PATTERN must be a Secret's name with {cluster} in it, got "kubeconfig"`},
		{"FOURNOS_KUBECONFIG_SECRET_PATTERN", "{cluster}/{cluster}", `FOURNOS_KUBECONFIG_SECRET_PATTERN must be a Secret's name with {cluster} in it, got "{cluster}/{cluster}"`},
		{"FOURNOS_KUBECONFIG_SECRET_PATTERN", "Kube-{cluster}", `FOURNOS_KUBECONFIG_SECRET_PATTERN must be a Secret's name`},
		{"FOURNOS_VAULT_SECRET_PATTERN", "vault-{cluster}", `FOURNOS_VAULT_SECRET_PATTERN must be a Secret's name with {entry} in it, got "vault-{cluster}"`},
		{"FOURNOS_KUEUE_LOCAL_QUEUE_NAME", "a queue", `FOURNOS_KUEUE_LOCAL_QUEUE_NAME must be a LocalQueue's name, got "a queue"`},
		{"FOURNOS_GPU_RESOURCE_PREFIX", "a/b/", `FOURNOS_GPU_RESOURCE_PREFIX must be the beginning of a resource's name, such as fournos/gpu-, got "a/b/"`},
		{"FOURNOS_GPU_RESOURCE_PREFIX", "", "FOURNOS_GPU_RESOURCE_PREFIX must be the beginning of a resource's name"},
		{"FOURNOS_GPU_RESOURCE_PREFIX", "fournos/", "FOURNOS_GPU_RESOURCE_PREFIX must be the beginning of a resource's name"},
		{"FOURNOS_TEKTON_DASHBOARD_URL", "dashboard", `FOURNOS_TEKTON_DASHBOARD_URL must be empty, or an address such as https://tekton.example.com, got "dashboard"`},
		{"FOURNOS_KUBECONFIG_SECRET_PATTERN", "-{cluster}", "FOURNOS_KUBECONFIG_SECRET_PATTERN must be a Secret's name"},
		{"FOURNOS_KUBECONFIG_SECRET_PATTERN", "{cluster}.", "FOURNOS_KUBECONFIG_SECRET_PATTERN must be a Secret's name"},
		{"FOURNOS_LOG_LEVEL", "LOUD", "FOURNOS_LOG_LEVEL"},
		{"FOURNOS_GC_INTERVAL_SEC", "0", `FOURNOS_GC_INTERVAL_SEC must be a number of seconds above 0, got "0"`},
		{"FOURNOS_GC_INTERVAL_SEC", "5m", "FOURNOS_GC_INTERVAL_SEC"},
		{"FOURNOS_RESOLVE_DEADLINE_SEC", "0", `FOURNOS_RESOLVE_DEADLINE_SEC must be a number of seconds above 0, got "0"`},
		{"FOURNOS_RESOLVE_DEADLINE_SEC", "5m", "FOURNOS_RESOLVE_DEADLINE_SEC"},
		{"FOURNOS_RESOLVE_DEADLINE_SEC", "", "FOURNOS_RESOLVE_DEADLINE_SEC"},
		{"FOURNOS_ARTIFACT_PVC_SIZE", "much", "FOURNOS_ARTIFACT_PVC_SIZE"},
		{"FOURNOS_ARTIFACT_PVC_SIZE", "0", `FOURNOS_ARTIFACT_PVC_SIZE must be a size above 0, such as 10Gi, got "0"`},
		{"FOURNOS_ARTIFACT_PVC_SIZE", "-1Gi", `FOURNOS_ARTIFACT_PVC_SIZE must be a size above 0, such as 10Gi, got "-1Gi"`},
		{"FOURNOS_PIPELINE_TIMEOUT", "24h59m", `FOURNOS_PIPELINE_TIMEOUT must be at least FOURNOS_PIPELINE_TASKS_TIMEOUT and FOURNOS_PIPELINE_FINALLY_TIMEOUT together, got "24h59m0s"`},
		{"FOURNOS_PIPELINE_TIMEOUT", "long", "FOURNOS_PIPELINE_TIMEOUT"},
		{"FOURNOS_PIPELINE_TASKS_TIMEOUT", "0s", `FOURNOS_PIPELINE_TASKS_TIMEOUT must be a duration above 0, such as 24h0m0s, got "0s"`},
		{"FOURNOS_PIPELINE_TASKS_TIMEOUT", "long", "FOURNOS_PIPELINE_TASKS_TIMEOUT"},
		{"FOURNOS_PIPELINE_FINALLY_TIMEOUT", "-1s", `FOURNOS_PIPELINE_FINALLY_TIMEOUT must be a duration above 0, such as 1h0m0s, got "-1s"`},
		{"FOURNOS_PIPELINE_FINALLY_TIMEOUT", "60", "FOURNOS_PIPELINE_FINALLY_TIMEOUT"},
	} {
		t.Run(test.variable+"="+test.value, func(t *testing.T) {
			clearEnvironment(t)
			t.Setenv(test.variable, test.value)
			_, err := FromEnvironment()
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("FromEnvironment() = %v, want an error with %q", err, test.want)
			}
		})
	}
}

func TestFromEnvironmentNamesAllThatIsOff(t *testing.T) {
	clearEnvironment(t)
	t.Setenv("FOURNOS_SECRETS_NAMESPACE", "A")
	t.Setenv("FOURNOS_VAULT_SECRET_PATTERN", "B")
	_, err := FromEnvironment()
	if err == nil {
		t.Fatal("No error")
	}
	for _, variable := range []string{"FOURNOS_SECRETS_NAMESPACE", "FOURNOS_VAULT_SECRET_PATTERN"} {
		if !strings.Contains(err.Error(), variable) {
			t.Errorf("Error %q does not name %s", err, variable)
		}
	}
}

func TestNames(t *testing.T) {
	s := asDesigned()
	for want, got := range map[string]string{
		"kubeconfig-oslo":  s.KubeconfigSecret("oslo"),
		"vault-hf":         s.VaultSecret("hf"),
		"fournos/gpu-a100": s.GPUResource("a100"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestGCInterval(t *testing.T) {
	if got := asDesigned().GCInterval(); got != 5*time.Minute {
		t.Errorf("GCInterval() = %v, want 5m", got)
	}
}

func TestContext(t *testing.T) {
	s := asDesigned()
	if got := FromContext(WithSettings(context.Background(), s)); got != s {
		t.Errorf("FromContext = %v, want what WithSettings put there", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("FromContext does not panic without settings")
		}
	}()
	FromContext(context.Background())
}
