package resources

import (
	"slices"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline/pod"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
	"fournos.dev/fournos/pkg/settings"
)

const (
	// ParamJobName and the params below are what a job's Pipeline is given.
	ParamJobName = "fjob-name"
	// ParamWorkloadNamespace is the namespace of the job.
	ParamWorkloadNamespace = "fournos-workload-namespace"
	// ParamKubeconfigSecret is the name of the Secret with the cluster's kubeconfig.
	ParamKubeconfigSecret = "kubeconfig-secret"
	// ClusterlessKubeconfig is the value of ParamKubeconfigSecret for a job that runs on no cluster: no such Secret is.
	ClusterlessKubeconfig = "fournos-clusterless-placeholder"

	// WorkspaceArtifacts is the workspace that a job's Pipeline is given.
	WorkspaceArtifacts = "artifacts"
	// VaultVolume is the volume, in every Pod of the run, that holds the job's vault entries at <entry>/<key>. It is
	// there, and empty, for a job that has none, so that a Task may always mount it.
	VaultVolume = "vault-secrets"

	// EngineServiceAccount is the ServiceAccount that the tasks of a job run as.
	EngineServiceAccount = "fournos-engine"
)

// VaultCopy is a job's copy of a vault entry, by the keys in it.
type VaultCopy struct {
	Ref  fournosv1.SecretRef
	Keys []string
}

// PipelineRun makes an attempt's run of the job's own Pipeline on its cluster.
func PipelineRun(job *fournosv1.FournosJob, attempt int32, vault []VaultCopy, s *settings.Settings) *pipelinev1.PipelineRun {
	meta := objectMeta(job, names.PipelineRun(job, attempt))
	meta.Annotations = map[string]string{fournos.ClusterLabelKey: job.Status.Cluster}
	kubeconfig := names.KubeconfigSecret(job, attempt)
	if job.Spec.Clusterless {
		kubeconfig = ClusterlessKubeconfig
	}
	return &pipelinev1.PipelineRun{
		ObjectMeta: meta,
		Spec: pipelinev1.PipelineRunSpec{
			PipelineRef: &pipelinev1.PipelineRef{Name: job.Spec.Pipeline},
			Params: pipelinev1.Params{
				stringParam(ParamJobName, job.Name),
				stringParam(ParamWorkloadNamespace, job.Namespace),
				stringParam(ParamKubeconfigSecret, kubeconfig),
			},
			Timeouts: &pipelinev1.TimeoutFields{
				Pipeline: &metav1.Duration{Duration: s.PipelineTimeout},
				Tasks:    &metav1.Duration{Duration: s.PipelineTasksTimeout},
				Finally:  &metav1.Duration{Duration: s.PipelineFinallyTimeout},
			},
			Workspaces: []pipelinev1.WorkspaceBinding{{
				Name: WorkspaceArtifacts,
				VolumeClaimTemplate: &corev1.PersistentVolumeClaim{
					ObjectMeta: metav1.ObjectMeta{Labels: Labels(job)},
					Spec: corev1.PersistentVolumeClaimSpec{
						AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
						Resources: corev1.VolumeResourceRequirements{
							Requests: corev1.ResourceList{corev1.ResourceStorage: s.ArtifactPVCSize.Quantity},
						},
					},
				},
			}},
			TaskRunTemplate: pipelinev1.PipelineTaskRunTemplate{
				ServiceAccountName: EngineServiceAccount,
				PodTemplate:        &pod.Template{Volumes: []corev1.Volume{vaultVolume(job, vault)}},
			},
		},
	}
}

func vaultVolume(job *fournosv1.FournosJob, vault []VaultCopy) corev1.Volume {
	sources := []corev1.VolumeProjection{}
	for _, entry := range vault {
		projection := &corev1.SecretProjection{
			LocalObjectReference: corev1.LocalObjectReference{Name: names.VaultSecret(job, entry.Ref)},
		}
		for _, key := range slices.Sorted(slices.Values(entry.Keys)) {
			projection.Items = append(projection.Items, corev1.KeyToPath{Key: key, Path: string(entry.Ref) + "/" + key})
		}
		sources = append(sources, corev1.VolumeProjection{Secret: projection})
	}
	return corev1.Volume{
		Name:         VaultVolume,
		VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: sources}},
	}
}
