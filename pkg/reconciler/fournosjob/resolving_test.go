package fournosjob

import (
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// resolving is a job, exclusive on oslo, whose resolve Job comes next.
func resolving(options ...rt.FournosJobOption) *fournosv1.FournosJob {
	return beingResolved(rt.NewFournosJob("bake", append([]rt.FournosJobOption{rt.WithCluster("oslo")}, options...)...))
}

// resolveJobOf is a job's resolve Job as Kubernetes has it some time after it was made.
func resolveJobOf(job *fournosv1.FournosJob, options ...rt.JobOption) *batchv1.Job {
	return rt.NewJob("bake-resolve", append([]rt.JobOption{rt.WithJobOwner(job)}, options...)...)
}

func completed() rt.JobOption {
	return func(j *batchv1.Job) {
		j.Status.Conditions = []batchv1.JobCondition{
			{Type: batchv1.JobFailed, Status: corev1.ConditionFalse},
			{Type: batchv1.JobSuccessCriteriaMet, Status: corev1.ConditionTrue},
			{Type: batchv1.JobComplete, Status: corev1.ConditionTrue},
		}
	}
}

// resolverPod is the Pod of the resolve Job.
func resolverPod(options ...rt.PodOption) *corev1.Pod {
	return rt.NewPod("bake-resolve-x", append([]rt.PodOption{rt.WithPodOfJob("bake"), rt.WithPodLabel("batch.kubernetes.io/job-name", "bake-resolve")}, options...)...)
}

func usablePipeline() runtime.Object {
	return rt.NewPipeline("fournos-full", rt.WithResolveImage(resolveImage))
}

func TestResolveJobIsMade(t *testing.T) {
	job := resolving()
	own := with(job, rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.Pipeline = "bread" }))
	made := func(job *fournosv1.FournosJob) []runtime.Object {
		return objects(resources.ResolveJob(job, template(t), resolveImage, testSettings(t)))
	}
	const badImage = "not an image"
	invalid := apierrs.NewInvalid(schema.GroupKind{Group: "batch", Kind: "Job"}, "bake-resolve", nil)
	refused := "Resolution failed: Job bake-resolve was refused, look at annotation fournos.dev/resolve-image of Pipeline 'fournos-full': " + invalid.Error()
	missing := "Pipeline 'fournos-full' not found in namespace psap-automation; spec.pipeline must name a Tekton Pipeline there"
	unusable := "Pipeline 'fournos-full' has no annotation fournos.dev/resolve-image that names the image of the resolve Job, without blanks"

	run(t, rtesting.TableTest{{
		Name:        "from the Pipeline's image",
		Objects:     objects(job, usablePipeline()),
		WantCreates: made(job),
	}, {
		Name:        "from the Pipeline that the job names",
		Objects:     objects(own, rt.NewPipeline("bread", rt.WithResolveImage(resolveImage))),
		WantCreates: made(own),
	}, {
		Name:          "the Pipeline is not in the cache yet",
		Objects:       objects(job),
		OtherTestData: extras(live(usablePipeline())),
		WantCreates:   made(job),
	}, {
		Name:              "no Pipeline",
		Objects:           objects(job, rt.NewPipeline("other", rt.WithResolveImage(resolveImage))),
		WantStatusUpdates: statusWrite(with(job, withFailure("PipelineNotUsable", missing))),
		WantEvents:        failed(missing),
	}, {
		Name:              "Pipeline without an image",
		Objects:           objects(job, rt.NewPipeline("fournos-full")),
		WantStatusUpdates: statusWrite(with(job, withFailure("PipelineNotUsable", unusable))),
		WantEvents:        failed(unusable),
	}, {
		Name:              "from an image with a blank before it, of which no Pod can be made",
		Objects:           objects(job, rt.NewPipeline("fournos-full", rt.WithResolveImage(" "+resolveImage))),
		WantStatusUpdates: statusWrite(with(job, withFailure("PipelineNotUsable", unusable))),
		WantEvents:        failed(unusable),
	}, {
		Name:         "Pipelines cannot be read",
		Objects:      objects(job),
		WithReactors: down("get", "pipelines"),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:         "Jobs cannot be made",
		Objects:      objects(job, usablePipeline()),
		WithReactors: down("create", "jobs"),
		WantCreates:  made(job),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:              "from an image that makes no valid Pod",
		Objects:           objects(job, rt.NewPipeline("fournos-full", rt.WithResolveImage(badImage))),
		WithReactors:      answer("create", "jobs", invalid),
		WantCreates:       objects(resources.ResolveJob(job, template(t), badImage, testSettings(t))),
		WantStatusUpdates: statusWrite(with(job, withFailure("ResolutionFailed", refused))),
		WantEvents:        failed(refused),
	}, {
		Name:          "it stands already, and cannot be read",
		Objects:       objects(job, usablePipeline()),
		OtherTestData: extras(live(resolveJobOf(job))),
		WithReactors:  down("get", "jobs"),
		WantCreates:   made(job),
		WantErr:       true,
		WantEvents:    retried(),
	}, {
		Name:          "made in an earlier pass, not in the cache yet",
		Objects:       objects(job, usablePipeline()),
		OtherTestData: extras(live(resolveJobOf(job))),
		WantCreates:   made(job), // The attempt, which finds it.
	}})
}

func TestResolveJobProgress(t *testing.T) {
	job := resolving()
	waits := func(reason, message string) rt.PodOption {
		return rt.WithPodStatus(func(s *corev1.PodStatus) {
			s.Phase = corev1.PodPending
			s.ContainerStatuses = []corev1.ContainerStatus{{State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: reason, Message: message}}}}
		})
	}
	initWaits := rt.WithPodStatus(func(s *corev1.PodStatus) {
		s.InitContainerStatuses = []corev1.ContainerStatus{{State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "CreateContainerConfigError", Message: `secret "pull" not found`}}}}
	})
	unschedulable := rt.WithPodStatus(func(s *corev1.PodStatus) {
		s.Phase = corev1.PodPending
		s.Conditions = []corev1.PodCondition{
			{Type: corev1.PodReady, Status: corev1.ConditionFalse, Reason: "NotReady", Message: "not this one"},
			{Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: "Unschedulable", Message: "0/1 nodes are available: 1 Insufficient cpu."},
		}
	})
	cannotStart := func(trouble string) *fournosv1.FournosJob {
		return with(job, rt.WithPhase(fournosv1.PhaseResolving, "Pod bake-resolve-x of Job bake-resolve cannot start: "+trouble))
	}
	badImage := cannotStart("ErrImagePull: no such image")

	run(t, rtesting.TableTest{{
		Name:    "idle: its Pod runs",
		Objects: objects(job, resolveJobOf(job), resolverPod()),
	}, {
		Name:    "idle: its Pod is being set up",
		Objects: objects(job, resolveJobOf(job), resolverPod(waits("ContainerCreating", ""))),
	}, {
		Name:    "idle: suspended, not ended",
		Objects: objects(job, resolveJobOf(job, rt.WithJobCondition(batchv1.JobSuspended, "", ""))),
	}, {
		Name:              "bad image",
		Objects:           objects(job, resolveJobOf(job), resolverPod(waits("ErrImagePull", "no such image"))),
		WantStatusUpdates: statusWrite(badImage),
	}, {
		Name:    "idle: bad image, as it was",
		Objects: objects(badImage, resolveJobOf(job), resolverPod(waits("ErrImagePull", "no such image"))),
	}, {
		Name:              "the trouble is over",
		Objects:           objects(badImage, resolveJobOf(job), resolverPod()),
		WantStatusUpdates: statusWrite(job),
	}, {
		Name:              "unschedulable",
		Objects:           objects(job, resolveJobOf(job), resolverPod(unschedulable)),
		WantStatusUpdates: statusWrite(cannotStart("Unschedulable: 0/1 nodes are available: 1 Insufficient cpu.")),
	}, {
		Name:              "init container misses its configuration",
		Objects:           objects(job, resolveJobOf(job), resolverPod(initWaits)),
		WantStatusUpdates: statusWrite(cannotStart(`CreateContainerConfigError: secret "pull" not found`)),
	}, {
		Name: "idle: the Pods in trouble are others'",
		Objects: objects(job, resolveJobOf(job),
			rt.NewPod("bread-resolve-x", rt.WithPodOfJob("bread"), rt.WithPodLabel("batch.kubernetes.io/job-name", "bread-resolve"), unschedulable),
			rt.NewPod("bake-run-pod", rt.WithPodOfJob("bake"), unschedulable)),
	}})
}

func TestResolveJobFails(t *testing.T) {
	job := resolving()
	const deadline = "Job was active longer than specified deadline"
	ended := func(code int32, reason, message string) rt.PodOption {
		return rt.WithPodStatus(func(s *corev1.PodStatus) {
			s.Phase = corev1.PodFailed
			s.ContainerStatuses = []corev1.ContainerStatus{{State: corev1.ContainerState{
				Terminated: &corev1.ContainerStateTerminated{ExitCode: code, Reason: reason, Message: message},
			}}}
		})
	}
	pullFails := rt.WithPodStatus(func(s *corev1.PodStatus) {
		s.Phase = corev1.PodPending
		s.ContainerStatuses = []corev1.ContainerStatus{{State: corev1.ContainerState{
			Waiting: &corev1.ContainerStateWaiting{Reason: "ImagePullBackOff", Message: "no such image"},
		}}}
	})

	var table rtesting.TableTest
	for _, row := range []struct {
		name string
		pods []runtime.Object
		why  string
	}{
		{"in the Job's words, and is kept", nil, deadline},
		{"in its container's last words", objects(resolverPod(ended(3, "Error", " no preset 'huge'\n"))), "no preset 'huge' (exit code 3)"},
		{"with no last words", objects(resolverPod(ended(137, "OOMKilled", ""))), "OOMKilled, exit code 137"},
		{"beside a container that ended well", objects(resolverPod(ended(0, "Completed", "fine"))), deadline},
		{"for its Pod never started", objects(resolverPod(pullFails)), deadline + " (Pod bake-resolve-x cannot start: ImagePullBackOff: no such image)"},
		{"beside others' Pods", objects(rt.NewPod("bread-resolve-x", rt.WithPodOfJob("bread"), ended(1, "Error", "not this one")),
			rt.NewPod("bake-run-pod", rt.WithPodOfJob("bake"), ended(1, "Error", "nor this"))), deadline},
	} {
		message := "Resolution failed: " + row.why + "; see the Pods of Job bake-resolve"
		table = append(table, rtesting.TableRow{
			Name: row.name,
			Objects: append(objects(job, usablePipeline(), resolveJobOf(job,
				rt.WithJobCondition(batchv1.JobFailureTarget, "DeadlineExceeded", "not yet"),
				rt.WithJobCondition(batchv1.JobFailed, "DeadlineExceeded", deadline))), row.pods...),
			WantStatusUpdates: statusWrite(with(job,
				rt.WithStep(fournosv1.ConditionResolved, corev1.ConditionFalse, "DeadlineExceeded", row.why),
				withFailure("ResolutionFailed", message))),
			WantEvents: failed(message),
		})
	}
	run(t, table)
}

func TestResolveJobOwnership(t *testing.T) {
	job := resolving()
	foreign := `Job "bake-resolve" already exists and is not this job's; delete or rename it, or give the job another name`
	nobodys := rt.NewJob("bake-resolve", completed())
	attempt := objects(resources.ResolveJob(job, template(t), resolveImage, testSettings(t)))

	run(t, rtesting.TableTest{{
		Name:              "made beforehand, by nobody: used as it is",
		Objects:           objects(job, nobodys),
		WantStatusUpdates: statusWrite(asksKueue(job)),
		WantEvents:        normal(fournosv1.PhasePending, asks),
	}, {
		Name:              "made beforehand, by nobody, not in the cache yet",
		Objects:           objects(job, usablePipeline()),
		OtherTestData:     extras(live(nobodys)),
		WantCreates:       attempt,
		WantStatusUpdates: statusWrite(asksKueue(job)),
		WantEvents:        normal(fournosv1.PhasePending, asks),
	}, {
		Name:              "left over from a former job of this name: waited out",
		Objects:           objects(job, resolveJobOf(former(job), completed())),
		OtherTestData:     extras(requeued(time.Second)),
		WantStatusUpdates: waitsOut(job, "Job bake-resolve of a former job of this name"),
	}, {
		Name:              "left over, not in the cache yet",
		Objects:           objects(job, usablePipeline()),
		OtherTestData:     extras(live(resolveJobOf(former(job), completed())), requeued(time.Second)),
		WantStatusUpdates: waitsOut(job, "Job bake-resolve of a former job of this name"),
		WantCreates:       attempt,
	}, {
		Name:              "ours, but being deleted: waited out",
		Objects:           objects(job, resolveJobOf(job, completed(), rt.WithJobDeletion())),
		OtherTestData:     extras(requeued(time.Second)),
		WantStatusUpdates: waitsOut(job, "Job bake-resolve"),
	}, {
		Name:              "another job's",
		Objects:           objects(job, resolveJobOf(rt.NewFournosJob("bread"), completed())),
		WantStatusUpdates: statusWrite(with(job, withFailure("NameConflict", foreign))),
		WantEvents:        failed(foreign),
	}, {
		Name:              "a PipelineRun's of the same name",
		Objects:           objects(job, rt.NewJob("bake-resolve", rt.WithJobOwner(rt.NewPipelineRun("bake")), completed(), withoutUID())),
		WantStatusUpdates: statusWrite(with(job, withFailure("NameConflict", foreign))),
		WantEvents:        failed(foreign),
	}})
}

// withoutUID takes the owner's UID off, which the builders give to all objects of one name.
func withoutUID() rt.JobOption {
	return func(j *batchv1.Job) { j.OwnerReferences[0].UID = "uid-of-another-kind" }
}
