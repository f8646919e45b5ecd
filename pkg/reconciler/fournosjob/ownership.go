package fournosjob

import (
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"knative.dev/pkg/controller"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// leftoverRetry is how soon to look again for an object of a former job that is being collected. Secrets are not
// watched, and the garbage collector takes about a second.
const leftoverRetry = time.Second

// mustBeOurs checks an object that stands where the job's own must stand. Left over from a former job of the same name,
// it is waited out until the garbage collector took it; anybody else's ends the job.
func mustBeOurs(job *fournosv1.FournosJob, kind string, found metav1.Object) error {
	owner := metav1.GetControllerOf(found)
	switch {
	case owner != nil && owner.UID == job.UID:
		if found.GetDeletionTimestamp() != nil {
			return awaitGone(job, fmt.Sprintf("Waiting until %s %s is gone", kind, found.GetName()))
		}
		return nil
	case isJob(owner) && owner.Name == job.Name:
		return awaitGone(job, fmt.Sprintf("Waiting until %s %s of a former job of this name is gone", kind, found.GetName()))
	}
	return failf(ReasonNameConflict, "%s %q already exists and is not this job's; delete or rename it, or give the job another name",
		kind, found.GetName())
}

// awaitGone says what the job waits for, and asks for another look. The garbage collector takes a second, or minutes when
// an API server that was restarted kept the former job's end from it.
func awaitGone(job *fournosv1.FournosJob, message string) error {
	if job.Spec.Schedule == "" { // A template has something better to tell.
		job.Status.Enter(job.Status.Phase, message)
	}
	return controller.NewRequeueAfter(leftoverRetry)
}

// isJob tells whether an owner is a FournosJob.
func isJob(owner *metav1.OwnerReference) bool {
	if owner == nil || owner.Kind != "FournosJob" {
		return false
	}
	version, err := schema.ParseGroupVersion(owner.APIVersion)
	return err == nil && version.Group == fournos.GroupName
}
