package config

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kelseyhightower/envconfig"
	batchv1 "k8s.io/api/batch/v1"
	"knative.dev/pkg/leaderelection"
	"knative.dev/pkg/logging"
	"knative.dev/pkg/observability"
	"sigs.k8s.io/yaml"

	"fournos.dev/fournos/pkg/settings"
)

// config-fournos shows every setting with its default.
func TestSettingsAreTheDefaults(t *testing.T) {
	want, err := settings.FromEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	data := configMap(t, "config-fournos")
	for key, value := range data {
		t.Setenv(key, value)
	}
	got, err := settings.FromEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("config-fournos differs from the defaults (-default +config-fournos):\n%s", diff)
	}
	if err := envconfig.CheckDisallowed("FOURNOS", &settings.Settings{}); err != nil {
		t.Errorf("config-fournos has a key that nobody reads: %v", err)
	}
	if want := reflect.TypeFor[settings.Settings]().NumField(); len(data) != want {
		t.Errorf("config-fournos has %d keys, there are %d settings: %v", len(data), want, slices.Sorted(maps.Keys(data)))
	}
}

func TestKnativeConfigurationParses(t *testing.T) {
	logs, err := logging.NewConfigFromMap(configMap(t, "config-logging"))
	if err != nil {
		t.Fatalf("config-logging: %v", err)
	}
	for _, component := range []string{"fournos-controller", "fournos-quota"} {
		if _, ok := logs.LoggingLevel[component]; !ok {
			t.Errorf("config-logging has no level for %s", component)
		}
	}
	if logger, _ := logging.NewLogger(logs.LoggingConfig, "info"); logger.Desugar().Core().Enabled(-1) {
		t.Error("config-logging's zap-logger-config is not what logs: it enables debug")
	}
	metrics, err := observability.NewFromMap(configMap(t, "config-observability"))
	if err != nil {
		t.Fatalf("config-observability: %v", err)
	}
	if metrics.Metrics.Protocol != "prometheus" {
		t.Errorf("metrics by %q, but the Deployment and the Service offer Prometheus' port", metrics.Metrics.Protocol)
	}
	lease, err := leaderelection.NewConfigFromMap(configMap(t, "config-leader-election"))
	if err != nil {
		t.Fatalf("config-leader-election: %v", err)
	}
	if lease.LeaseDuration <= lease.RenewDeadline || lease.RenewDeadline <= lease.RetryPeriod {
		t.Errorf("config-leader-election: %s, %s and %s must be each longer than the next",
			lease.LeaseDuration, lease.RenewDeadline, lease.RetryPeriod)
	}
}

func TestResolveJobTemplate(t *testing.T) {
	job := &batchv1.Job{}
	if err := yaml.UnmarshalStrict([]byte(configMap(t, "config-resolve-job")["job.yaml"]), job); err != nil {
		t.Fatal(err)
	}
	pod := job.Spec.Template.Spec
	if pod.ServiceAccountName != "fournos-resolver" {
		t.Errorf("runs as %q", pod.ServiceAccountName)
	}
	if len(pod.Containers) != 1 || pod.Containers[0].Image != "" {
		t.Error("want one container, whose image the Pipeline names")
	}
}
