package resources

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tektoncd/pipeline/pkg/apis/pipeline/pod"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/settings"
)

func defaults(t testing.TB) *settings.Settings {
	t.Helper()
	s, err := settings.FromEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPipelineRun(t *testing.T) {
	short := defaults(t)
	short.PipelineTimeout, short.PipelineTasksTimeout, short.PipelineFinallyTimeout = 3*time.Hour, 2*time.Hour, 30*time.Minute
	short.ArtifactPVCSize = settings.Quantity{Quantity: resource.MustParse("1Gi")}

	for _, test := range []struct {
		name     string
		job      *fournosv1.FournosJob
		attempt  int32
		vault    []VaultCopy
		settings *settings.Settings
		// What sets the run apart from the one of an exclusive job without vault entries.
		change func(*pipelinev1.PipelineRun)
	}{{
		name: "exclusive",
		job:  bake(),
	}, {
		name: "on the cluster that Kueue gave",
		job:  bake(anywhere, a100, func(j *fournosv1.FournosJob) { j.Status.Cluster = "rome" }),
		change: func(r *pipelinev1.PipelineRun) {
			r.Annotations = map[string]string{"fournos.dev/cluster": "rome"}
		},
	}, {
		name:    "of a later attempt",
		job:     bake(),
		attempt: 3,
		change: func(r *pipelinev1.PipelineRun) {
			r.Name = "bake-attempt-3"
			r.Spec.Params[2] = param("kubeconfig-secret", "bake-kubeconfig.attempt-3")
		},
	}, {
		name: "of another Pipeline",
		job:  bake(func(j *fournosv1.FournosJob) { j.Spec.Pipeline = "bread" }),
		change: func(r *pipelinev1.PipelineRun) {
			r.Spec.PipelineRef.Name = "bread"
		},
	}, {
		name: "clusterless",
		job:  bake(clusterless),
		change: func(r *pipelinev1.PipelineRun) {
			r.Annotations = map[string]string{"fournos.dev/cluster": "[clusterless]"}
			r.Spec.Params[2] = param("kubeconfig-secret", "fournos-clusterless-placeholder")
		},
	}, {
		name:  "with vault entries, their keys in order",
		job:   bake(),
		vault: []VaultCopy{{Ref: "s3", Keys: []string{"secret", "access"}}, {Ref: "hf", Keys: []string{"token"}}, {Ref: "void"}},
		change: func(r *pipelinev1.PipelineRun) {
			projection := func(name string, items ...corev1.KeyToPath) corev1.VolumeProjection {
				return corev1.VolumeProjection{Secret: &corev1.SecretProjection{
					LocalObjectReference: corev1.LocalObjectReference{Name: name}, Items: items,
				}}
			}
			r.Spec.TaskRunTemplate.PodTemplate.Volumes[0].Projected.Sources = []corev1.VolumeProjection{
				projection("bake-s3", corev1.KeyToPath{Key: "access", Path: "s3/access"}, corev1.KeyToPath{Key: "secret", Path: "s3/secret"}),
				projection("bake-hf", corev1.KeyToPath{Key: "token", Path: "hf/token"}),
				projection("bake-void"),
			}
		},
	}, {
		name:     "as the settings say",
		job:      bake(),
		settings: short,
		change: func(r *pipelinev1.PipelineRun) {
			r.Spec.Timeouts = &pipelinev1.TimeoutFields{
				Pipeline: &metav1.Duration{Duration: 3 * time.Hour},
				Tasks:    &metav1.Duration{Duration: 2 * time.Hour},
				Finally:  &metav1.Duration{Duration: 30 * time.Minute},
			}
			r.Spec.Workspaces[0].VolumeClaimTemplate.Spec.Resources.Requests[corev1.ResourceStorage] = resource.MustParse("1Gi")
		},
	}} {
		t.Run(test.name, func(t *testing.T) {
			want := exclusiveRun()
			if test.change != nil {
				test.change(want)
			}
			s := test.settings
			if s == nil {
				s = defaults(t)
			}
			got := PipelineRun(test.job, max(test.attempt, 1), test.vault, s)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("PipelineRun (-want, +got):\n%s", diff)
			}
			mustPassTekton(t, got)
		})
	}
}

func exclusiveRun() *pipelinev1.PipelineRun {
	meta := of("bake")
	meta.Annotations = map[string]string{"fournos.dev/cluster": "oslo"}
	return &pipelinev1.PipelineRun{
		ObjectMeta: meta,
		Spec: pipelinev1.PipelineRunSpec{
			PipelineRef: &pipelinev1.PipelineRef{Name: "fournos-full"},
			Params: pipelinev1.Params{
				param("fjob-name", "bake"),
				param("fournos-workload-namespace", "psap-automation"),
				param("kubeconfig-secret", "bake-kubeconfig"),
			},
			Timeouts: &pipelinev1.TimeoutFields{
				Pipeline: &metav1.Duration{Duration: 25 * time.Hour},
				Tasks:    &metav1.Duration{Duration: 24 * time.Hour},
				Finally:  &metav1.Duration{Duration: time.Hour},
			},
			Workspaces: []pipelinev1.WorkspaceBinding{{
				Name: "artifacts",
				VolumeClaimTemplate: &corev1.PersistentVolumeClaim{
					ObjectMeta: metav1.ObjectMeta{Labels: of("").Labels},
					Spec: corev1.PersistentVolumeClaimSpec{
						AccessModes: []corev1.PersistentVolumeAccessMode{"ReadWriteOnce"},
						Resources:   corev1.VolumeResourceRequirements{Requests: corev1.ResourceList{"storage": resource.MustParse("10Gi")}},
					},
				},
			}},
			TaskRunTemplate: pipelinev1.PipelineTaskRunTemplate{
				ServiceAccountName: "fournos-engine",
				PodTemplate: &pod.Template{Volumes: []corev1.Volume{{
					Name: "vault-secrets",
					// Empty, and there: a Task may mount it.
					VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: []corev1.VolumeProjection{}}},
				}}},
			},
		},
	}
}

func TestPipelineRunKeepsTheKeys(t *testing.T) {
	vault := []VaultCopy{{Ref: "s3", Keys: []string{"secret", "access"}}}
	PipelineRun(bake(), 1, vault, defaults(t))
	if diff := cmp.Diff([]VaultCopy{{Ref: "s3", Keys: []string{"secret", "access"}}}, vault); diff != "" {
		t.Errorf("PipelineRun changed what it was given (-before, +after):\n%s", diff)
	}
}
