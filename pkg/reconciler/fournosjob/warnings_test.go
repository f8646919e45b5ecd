package fournosjob

import (
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// beingSetUp is a Pod that a node has taken, whose containers are being created; the conditions given are True, too.
func beingSetUp(conditions ...corev1.PodConditionType) rt.PodOption {
	return rt.WithPodStatus(func(s *corev1.PodStatus) {
		s.Phase = corev1.PodPending
		s.ContainerStatuses = []corev1.ContainerStatus{{State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "ContainerCreating"}}}}
		for _, condition := range append([]corev1.PodConditionType{corev1.PodScheduled}, conditions...) {
			s.Conditions = append(s.Conditions, corev1.PodCondition{Type: condition, Status: corev1.ConditionTrue})
		}
	})
}

func createdAt(after time.Duration) rt.PodOption {
	return func(p *corev1.Pod) { p.CreationTimestamp = rt.At(after) }
}

func TestWarningsAreShown(t *testing.T) {
	job := resolving()
	resolve := resolveJobOf(job)
	const (
		noSecret = `MountVolume.SetUp failed for volume "token" : secret "token" not found`
		overfull = `Error creating: pods "bake-resolve-x" is forbidden: exceeded quota`
	)
	pod := resolverPod(beingSetUp())
	mount, create := rt.NewWarning(pod, "FailedMount", noSecret, 0), rt.NewWarning(resolve, "FailedCreate", overfull, 0)
	says := func(message string) *fournosv1.FournosJob {
		return with(job, rt.WithPhase(fournosv1.PhaseResolving, message))
	}
	noVolume := says("Pod bake-resolve-x of Job bake-resolve cannot start: FailedMount: " + noSecret)
	noPod := says("Job bake-resolve cannot make its Pod: FailedCreate: " + overfull)
	active := resolveJobOf(job, func(j *batchv1.Job) { j.Status.Active = 1 })
	failing := resolveJobOf(job, rt.WithJobCondition(batchv1.JobFailureTarget, "DeadlineExceeded", "not yet"))

	var table rtesting.TableTest
	for _, row := range []struct {
		name    string
		job     *fournosv1.FournosJob
		objects []runtime.Object
		want    *fournosv1.FournosJob // nil: it is left as it is
	}{
		{"a volume's Secret is missing", job, objects(resolve, pod, mount), noVolume},
		{"as it was", noVolume, objects(resolve, pod, mount), nil},
		{"it has its volumes now, its image is being pulled", noVolume, objects(resolve, resolverPod(beingSetUp(corev1.PodReadyToStartContainers)), mount), job},
		{"it runs now", noVolume, objects(resolve, resolverPod(), mount), job},
		{"no warning yet", job, objects(resolve, pod), nil},
		{"the warning is about another Pod", job, objects(resolve, pod, rt.NewWarning(rt.NewPod("other"), "FailedMount", noSecret, 0)), nil},
		{"the Pod cannot be made", job, objects(resolve, create), noPod},
		{"it has been made now", noPod, objects(resolve, resolverPod(createdAt(0)), create), job},
		{"the next one cannot", job, objects(resolve, resolverPod(createdAt(-time.Minute), rt.WithPodPhase(corev1.PodFailed)), create), noPod},
		{"the Job is about to fail, and its Pod is gone", noVolume, objects(failing), nil},
		{"its Pod is gone, of which the Job says nothing yet", noVolume, objects(active), nil},
	} {
		table = append(table, rtesting.TableRow{Name: row.name, Objects: append(objects(row.job), row.objects...)})
		if row.want != nil {
			table[len(table)-1].WantStatusUpdates = statusWrite(row.want)
		}
	}

	const deadline = "Job was active longer than specified deadline"
	why := deadline + " (" + noVolume.Status.Message + ")"
	failedFor := "Resolution failed: " + why + "; see the Pods of Job bake-resolve"
	table = append(table, rtesting.TableRow{
		Name:    "the Job has failed, and its Pod is gone",
		Objects: objects(noVolume, resolveJobOf(job, rt.WithJobCondition(batchv1.JobFailed, "DeadlineExceeded", deadline))),
		WantStatusUpdates: statusWrite(with(noVolume,
			rt.WithStep(fournosv1.ConditionResolved, corev1.ConditionFalse, "DeadlineExceeded", why),
			withFailure("ResolutionFailed", failedFor))),
		WantEvents: failed(failedFor),
	})
	run(t, table)
}

func TestRunPodsThatCannotStart(t *testing.T) {
	job := running()
	const noSecret = `MountVolume.SetUp failed for volume "token" : secret "token" not found`
	pod := func(name string, options ...rt.PodOption) *corev1.Pod {
		return rt.NewPod(name, append([]rt.PodOption{rt.WithPodOfJob("bake"), rt.WithPodLabel("tekton.dev/pipelineRun", "bake")}, options...)...)
	}
	old, young := createdAt(-setUp), createdAt(-setUp+time.Second)
	unschedulable := rt.WithPodStatus(func(s *corev1.PodStatus) {
		s.Phase = corev1.PodPending
		s.Conditions = []corev1.PodCondition{{Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: "Unschedulable", Message: "0/1 nodes are available."}}
	})
	unmounted := pod("bake-run-pod", old, beingSetUp())
	goesOn := job.Status.Message
	says := func(trouble string) *fournosv1.FournosJob {
		return with(job, rt.WithPhase(fournosv1.PhaseRunning, goesOn+"; "+trouble))
	}
	noNode := says("Pod bake-run-pod cannot start: Unschedulable: 0/1 nodes are available.")
	noVolume := says("Pod bake-run-pod cannot start: FailedMount: " + noSecret)
	runs := runOf(job, rt.WithRunRunning())

	run(t, rtesting.TableTest{{
		Name:              "no node takes it",
		Objects:           objects(job, runs, workloadOf(job), pod("bake-run-pod", old, unschedulable)),
		WantStatusUpdates: statusWrite(noNode),
	}, {
		Name:    "idle: as it was",
		Objects: objects(noNode, runs, workloadOf(job), pod("bake-run-pod", old, unschedulable)),
	}, {
		Name:          "it may yet start in time",
		Objects:       objects(job, runs, workloadOf(job), pod("bake-run-pod", young, unschedulable)),
		OtherTestData: extras(requeued(time.Second)),
	}, {
		Name:              "a volume's Secret is missing",
		Objects:           objects(job, runs, workloadOf(job), unmounted, rt.NewWarning(unmounted, "FailedMount", noSecret, 0)),
		WantStatusUpdates: statusWrite(noVolume),
	}, {
		Name:              "it runs now",
		Objects:           objects(noVolume, runs, workloadOf(job), pod("bake-run-pod", old), rt.NewWarning(unmounted, "FailedMount", noSecret, 0)),
		WantStatusUpdates: statusWrite(job),
	}, {
		Name:              "the first by name of two, whoever may yet start",
		Objects:           objects(job, runs, workloadOf(job), pod("bake-prepare-pod", young, unschedulable), pod("bake-z-pod", old, unschedulable), pod("bake-run-pod", old, unschedulable)),
		WantStatusUpdates: statusWrite(noNode),
	}, {
		Name:    "idle: it is of another attempt",
		Objects: objects(job, runs, workloadOf(job), pod("bake-run-pod", old, unschedulable, rt.WithPodLabel("tekton.dev/pipelineRun", "bake-attempt-0"))),
	}})
}
