// Package names derives the names of all that is made for a FournosJob from the job's own.
package names

import (
	"strconv"
	"time"

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

// RecurringJob is the job that a template makes at a tick. Being made of the tick alone, it is made once.
func RecurringJob(template *fournosv1.FournosJob, tick time.Time) string {
	return kmeta.ChildName(template.Name, "-"+strconv.FormatInt(tick.Unix(), 10))
}

// TriggeredJob is the job that a template makes when it is triggered at a time.
func TriggeredJob(template *fournosv1.FournosJob, at time.Time) string {
	return kmeta.ChildName(template.Name, "-now-"+strconv.FormatInt(at.Unix(), 10))
}
