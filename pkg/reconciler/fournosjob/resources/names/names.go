// Package names derives the names of all that is made for a FournosJob from the job's own.
package names

import (
	"strconv"
	"strings"
	"time"

	"knative.dev/pkg/kmeta"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// AdmissionTask is the one task of an admission run.
const AdmissionTask = "gate"

// ResolveJob is the Job that fills the job's hardware and secretRefs.
func ResolveJob(job *fournosv1.FournosJob) string { return kmeta.ChildName(job.Name, "-resolve") }

// AdmissionRun is the PipelineRun that waits for Kueue before an attempt.
func AdmissionRun(job *fournosv1.FournosJob, attempt int32) string {
	return kmeta.ChildName(job.Name, ofAttempt(attempt)+"-admission")
}

// PipelineRun is the PipelineRun that does the work of an attempt.
func PipelineRun(job *fournosv1.FournosJob, attempt int32) string {
	return kmeta.ChildName(job.Name, ofAttempt(attempt))
}

// Workload is the Kueue Workload that holds the job's cluster.
func Workload(job *fournosv1.FournosJob) string { return job.Name }

// KubeconfigSecret is the job's copy of the kubeconfig of the cluster that it was given for an attempt. No vault entry has
// a dot in its name, so that none can be taken for that of a later attempt.
func KubeconfigSecret(job *fournosv1.FournosJob, attempt int32) string {
	suffix := "-kubeconfig"
	if later := strings.TrimPrefix(ofAttempt(attempt), "-"); later != "" {
		suffix += "." + later
	}
	return kmeta.ChildName(job.Name, suffix)
}

// ofAttempt tells the names of later attempts from those of the first, which have nothing to tell. It is spelled out, for
// people do name jobs x and x-2: the job x-2 and the second attempt of x would want one PipelineRun.
func ofAttempt(attempt int32) string {
	if attempt <= 1 {
		return ""
	}
	return "-attempt-" + strconv.Itoa(int(attempt))
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
