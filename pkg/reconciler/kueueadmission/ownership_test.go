package kueueadmission

import (
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	rtesting "knative.dev/pkg/reconciler/testing"

	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// Whose the Workload is that has the name we need.
func TestOwnership(t *testing.T) {
	noTimeout := rt.WithTimeout(0)
	inJob := func(options ...rt.CustomRunOption) []rt.CustomRunOption {
		return append([]rt.CustomRunOption{inAdmission, noTimeout}, options...)
	}
	former := rt.NewFournosJob("bake", rt.WithUID("former"))
	const (
		askedByJob  = "Waiting for Kueue to consider Workload bake in LocalQueue fournos-queue"
		leftByJob   = "Waiting for Workload bake of a former FournosJob bake to be deleted"
		leftByRun   = "Waiting for Workload gate of a former PipelineRun build to be deleted"
		goes        = "Waiting for Workload bake to be deleted"
		nobodys     = "There is another Workload bake, owned by nobody: delete it, or use another name for this run"
		anotherJobs = "There is another Workload gate, owned by FournosJob bake: delete it, or use another name for this run"
	)
	formerRun := rt.NewPipelineRun("build")
	formerRun.UID = "former"

	runTable(t, rtesting.TableTest{{
		Name:              "the cache does not have our own Workload yet",
		Objects:           with(around, gate(inBuild, noTimeout)),
		OtherTestData:     map[string]any{rt.OnlyLive: []runtime.Object{mine()}},
		WantCreates:       []runtime.Object{created(around, nil)},
		WantStatusUpdates: updated(gate(inBuild, noTimeout, rt.WithStarted(0, "Pending", asked))),
		WantEvents:        []string{"Normal Pending " + asked},
	}, {
		Name:              "a Workload that an earlier attempt of the same job left is used",
		Objects:           with(admissionRun, gate(inJob()...), ofJob(rt.WithWorkloadAnnotation(customRunAnnotation, "earlier"))),
		WantStatusUpdates: updated(gate(inJob(rt.WithStarted(0, "Pending", askedByJob))...)),
		WantEvents:        []string{"Normal Pending " + askedByJob},
	}, {
		Name:              "a former job of the same name left one",
		Objects:           with(admissionRun, gate(inJob()...), ofJob(rt.WithWorkloadOwner(former), rt.WithAdmitted("cluster-1"))),
		WantStatusUpdates: updated(gate(inJob(rt.WithStarted(0, "Pending", leftByJob))...)),
		WantEvents:        []string{"Normal Pending " + leftByJob},
	}, {
		Name:          "a former job of the same name left one that the cache does not have",
		Objects:       with(waitingJob, admissionRun, gate(inJob()...)),
		OtherTestData: map[string]any{rt.OnlyLive: []runtime.Object{ofJob(rt.WithWorkloadOwner(former))}},
		WantCreates: []runtime.Object{func() runtime.Object {
			w := created(job, nil)
			w.Name, w.Labels["fournos.dev/job-name"] = "bake", "bake"
			return w
		}()},
		WantStatusUpdates: updated(gate(inJob(rt.WithStarted(0, "Pending", leftByJob))...)),
		WantEvents:        []string{"Normal Pending " + leftByJob},
	}, {
		Name:              "a former PipelineRun of the same name left one",
		Objects:           with(around, gate(inBuild, noTimeout), rt.NewWorkload("gate", rt.WithWorkloadOwner(formerRun))),
		WantStatusUpdates: updated(gate(inBuild, noTimeout, rt.WithStarted(0, "Pending", leftByRun))),
		WantEvents:        []string{"Normal Pending " + leftByRun},
	}, {
		Name: "still there, still waited for",
		Objects: with(admissionRun, gate(inJob(rt.WithStarted(time.Minute, "Pending", leftByJob))...),
			ofJob(rt.WithWorkloadOwner(former))),
	}, {
		Name:              "one that is being deleted",
		Objects:           with(admissionRun, gate(inJob()...), ofJob(rt.WithAdmitted("cluster-1"), rt.WithWorkloadDeletion(), rt.WithWorkloadFinalizer("somebody/s"))),
		WantStatusUpdates: updated(gate(inJob(rt.WithStarted(0, "Pending", goes))...)),
		WantEvents:        []string{"Normal Pending " + goes},
	}, {
		Name:              "nobody's",
		Objects:           with(admissionRun, gate(inJob()...), rt.NewWorkload("bake", rt.WithAdmitted("cluster-1"))),
		WantStatusUpdates: updated(gate(inJob(failed("NameConflict", nobodys))...)),
		WantEvents:        []string{"Warning NameConflict " + nobodys},
	}, {
		Name:              "a FournosJob's",
		Objects:           with(around, gate(inBuild, noTimeout), rt.NewWorkload("gate", byJob)),
		WantStatusUpdates: updated(gate(inBuild, noTimeout, failed("NameConflict", anotherJobs))),
		WantEvents:        []string{"Warning NameConflict " + anotherJobs},
	}})
}
