// Package settings reads what an installation of Fournos is told by its environment.
package settings

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/kelseyhightower/envconfig"
	"go.uber.org/zap/zapcore"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// prefix of every variable: FOURNOS_WORKLOAD_NAMESPACE and so on.
const prefix = "FOURNOS"

// Settings are the variables of the environment, read once at the start.
type Settings struct {
	// WorkloadNamespace holds the FournosJobs and all that is made for them.
	WorkloadNamespace string `split_words:"true" default:"psap-automation"`
	// SecretsNamespace holds the kubeconfigs and vault Secrets that are copied for a job.
	SecretsNamespace string `split_words:"true" default:"psap-secrets"`
	// TektonDashboardURL is the base of status.dashboardURL; empty for none.
	TektonDashboardURL string `envconfig:"TEKTON_DASHBOARD_URL"`
	// KubeconfigSecretPattern names a cluster's kubeconfig Secret; {cluster} stands for the cluster.
	KubeconfigSecretPattern string `split_words:"true" default:"kubeconfig-{cluster}"`
	// VaultSecretPattern names a vault entry's Secret; {entry} stands for the entry.
	VaultSecretPattern string `split_words:"true" default:"vault-{entry}"`
	// KueueLocalQueueName is the LocalQueue of Workloads whose gate names no other.
	KueueLocalQueueName string `split_words:"true" default:"fournos-queue"`
	// GPUResourcePrefix and a GPU type make the name of a Kueue resource.
	GPUResourcePrefix string `envconfig:"GPU_RESOURCE_PREFIX" default:"fournos/gpu-"`
	// LogLevel is the least severe level that the reconcilers log: DEBUG, INFO, WARN or ERROR. Knative's config-logging
	// has a level, too, and the more severe of the two counts.
	LogLevel LogLevel `split_words:"true" default:"INFO"`
	// GCIntervalSec is how often the collector looks for what outlived its FournosJob.
	GCIntervalSec int64 `envconfig:"GC_INTERVAL_SEC" default:"300"`
	// ResolveDeadlineSec is the activeDeadlineSeconds of resolve Jobs.
	ResolveDeadlineSec int64 `split_words:"true" default:"300"`
	// ResolveJobTemplate is the path of a file with the Job from which resolve Jobs are made.
	ResolveJobTemplate string `split_words:"true" default:"/etc/fournos/resolve-job/job.yaml"`
	// ArtifactPVCSize is the size of the volume behind the workspace artifacts.
	ArtifactPVCSize Quantity `envconfig:"ARTIFACT_PVC_SIZE" default:"10Gi"`
	// PipelineTimeout bounds a job's PipelineRun as a whole.
	PipelineTimeout time.Duration `split_words:"true" default:"25h0m0s"`
	// PipelineTasksTimeout bounds the tasks of a job's PipelineRun.
	PipelineTasksTimeout time.Duration `split_words:"true" default:"24h0m0s"`
	// PipelineFinallyTimeout bounds the finally tasks of a job's PipelineRun.
	PipelineFinallyTimeout time.Duration `split_words:"true" default:"1h0m0s"`
}

// Quantity is a resource.Quantity that envconfig can read.
type Quantity struct{ resource.Quantity }

// Decode implements envconfig.Decoder.
func (q *Quantity) Decode(value string) (err error) {
	q.Quantity, err = resource.ParseQuantity(value)
	return err
}

// LogLevel is a zapcore.Level that envconfig can read.
type LogLevel struct{ zapcore.Level }

// Decode implements envconfig.Decoder.
func (l *LogLevel) Decode(value string) error {
	switch strings.ToUpper(value) {
	case "DEBUG", "INFO", "WARN", "ERROR":
		return l.Set(value)
	}
	return fmt.Errorf("must be DEBUG, INFO, WARN or ERROR, got %q", value)
}

// FromEnvironment reads the settings. Its error names each variable that is off and says what it must be.
func FromEnvironment() (*Settings, error) {
	s := &Settings{}
	if err := envconfig.Process(prefix, s); err != nil {
		return nil, err
	}
	return s, s.validate()
}

func (s *Settings) validate() error {
	var bad []string
	check := func(ok bool, variable, must string, value any) {
		if !ok {
			bad = append(bad, fmt.Sprintf("%s_%s must be %s, got %q", prefix, variable, must, fmt.Sprint(value)))
		}
	}
	label := func(v string) bool { return len(validation.IsDNS1123Label(v)) == 0 }
	check(label(s.WorkloadNamespace), "WORKLOAD_NAMESPACE", "a namespace's name", s.WorkloadNamespace)
	check(label(s.SecretsNamespace), "SECRETS_NAMESPACE", "a namespace's name", s.SecretsNamespace)
	check(s.TektonDashboardURL == "" || isWebAddress(s.TektonDashboardURL), "TEKTON_DASHBOARD_URL",
		"empty, or an address such as https://tekton.example.com", s.TektonDashboardURL)
	check(isPattern(s.KubeconfigSecretPattern, "{cluster}"), "KUBECONFIG_SECRET_PATTERN",
		"a Secret's name with {cluster} in it", s.KubeconfigSecretPattern)
	check(isPattern(s.VaultSecretPattern, "{entry}"), "VAULT_SECRET_PATTERN",
		"a Secret's name with {entry} in it", s.VaultSecretPattern)
	check(len(validation.IsDNS1123Subdomain(s.KueueLocalQueueName)) == 0, "KUEUE_LOCAL_QUEUE_NAME",
		"a LocalQueue's name", s.KueueLocalQueueName)
	// Else the slots of a cluster would count as GPUs of a type.
	notSlots := !strings.HasPrefix(fournos.ClusterSlotResource, s.GPUResourcePrefix)
	check(notSlots && len(validation.IsQualifiedName(s.GPUResourcePrefix+"x")) == 0, "GPU_RESOURCE_PREFIX",
		"the beginning of a resource's name, such as fournos/gpu-", s.GPUResourcePrefix)
	check(s.GCIntervalSec > 0, "GC_INTERVAL_SEC", "a number of seconds above 0", s.GCIntervalSec)
	check(s.ResolveDeadlineSec > 0, "RESOLVE_DEADLINE_SEC", "a number of seconds above 0", s.ResolveDeadlineSec)
	check(s.ArtifactPVCSize.Sign() > 0, "ARTIFACT_PVC_SIZE", "a size above 0, such as 10Gi", s.ArtifactPVCSize.String())
	check(s.PipelineTasksTimeout > 0, "PIPELINE_TASKS_TIMEOUT", "a duration above 0, such as 24h0m0s", s.PipelineTasksTimeout)
	check(s.PipelineFinallyTimeout > 0, "PIPELINE_FINALLY_TIMEOUT", "a duration above 0, such as 1h0m0s", s.PipelineFinallyTimeout)
	// Tekton refuses a PipelineRun whose parts exceed the whole.
	check(s.PipelineTimeout >= s.PipelineTasksTimeout+s.PipelineFinallyTimeout, "PIPELINE_TIMEOUT",
		fmt.Sprintf("at least %s_PIPELINE_TASKS_TIMEOUT and %s_PIPELINE_FINALLY_TIMEOUT together", prefix, prefix), s.PipelineTimeout)
	if len(bad) > 0 {
		return fmt.Errorf("bad settings: %s", strings.Join(bad, "; "))
	}
	return nil
}

// isPattern tells whether a Secret may be named like the pattern, with a name in place of the placeholder.
func isPattern(pattern, placeholder string) bool {
	before, after, found := strings.Cut(pattern, placeholder)
	return found && len(validation.IsDNS1123Subdomain(before+"x"+after)) == 0
}

func isWebAddress(value string) bool {
	address, err := url.Parse(value)
	return err == nil && address.Host != "" && (address.Scheme == "http" || address.Scheme == "https")
}

// KubeconfigSecret is the name of the Secret with a cluster's kubeconfig.
func (s *Settings) KubeconfigSecret(cluster string) string {
	return strings.ReplaceAll(s.KubeconfigSecretPattern, "{cluster}", cluster)
}

// VaultSecret is the name of the Secret with a vault entry.
func (s *Settings) VaultSecret(entry string) string {
	return strings.ReplaceAll(s.VaultSecretPattern, "{entry}", entry)
}

// GPUResource is the name of the Kueue resource for GPUs of a type.
func (s *Settings) GPUResource(gpuType string) string { return s.GPUResourcePrefix + gpuType }

// GCInterval is GCIntervalSec as a duration.
func (s *Settings) GCInterval() time.Duration { return time.Duration(s.GCIntervalSec) * time.Second }

type contextKey struct{}

// WithSettings puts the settings where FromContext finds them.
func WithSettings(ctx context.Context, s *Settings) context.Context {
	return context.WithValue(ctx, contextKey{}, s)
}

// FromContext finds the settings that WithSettings put there. It panics without any, for a controller cannot work then.
func FromContext(ctx context.Context) *Settings {
	return ctx.Value(contextKey{}).(*Settings)
}
