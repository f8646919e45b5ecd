// Package names derives the names of all that is made for a FournosJob from the job's own.
package names

import (
	"knative.dev/pkg/kmeta"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// AdmissionTask is the one task of an admission run.
const AdmissionTask = "gate"

// ResolveJob is the Job that fills the job's hardware and secretRefs.
func ResolveJob(job *fournosv1.FournosJob) string { return kmeta.ChildName(job.Name, "-resolve") }

// AdmissionRun is the PipelineRun that waits for Kueue.
func AdmissionRun(job *fournosv1.FournosJob) string { return kmeta.ChildName(job.Name, "-admission") }

// PipelineRun is the PipelineRun that does the work.
func PipelineRun(job *fournosv1.FournosJob) string { return job.Name }

// Workload is the Kueue Workload that holds the job's cluster.
func Workload(job *fournosv1.FournosJob) string { return job.Name }

// KubeconfigSecret is the job's copy of its cluster's kubeconfig.
func KubeconfigSecret(job *fournosv1.FournosJob) string {
	return kmeta.ChildName(job.Name, "-kubeconfig")
}

// VaultSecret is the job's copy of a vault entry.
func VaultSecret(job *fournosv1.FournosJob, ref fournosv1.SecretRef) string {
	return kmeta.ChildName(job.Name, "-"+string(ref))
}
