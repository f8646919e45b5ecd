package fournosjob

import (
	"slices"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
	"knative.dev/pkg/controller"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/pace"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// TestPassGoesOn has passes go on after a change of phase, as they do on a hub.
func TestPassGoesOn(t *testing.T) {
	goOn := reconcilerWith(func(r *Reconciler) { r.goOn = true })
	created := rt.NewFournosJob("bake", rt.WithCluster("oslo"))
	job, asking := resolving(), pending()
	waits := told("Pending", holder)
	admitted := with(waits, rt.WithPhase(fournosv1.PhaseAdmitted, "Cluster oslo is held for this job"), withStatusCluster("oslo"),
		rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionTrue, "Admitted", "Cluster oslo is held for this job"))

	run(t, rtesting.TableTest{{
		Name:              "from the creation to the resolve Job",
		Objects:           objects(created, rt.NewResourceFlavor("oslo"), usablePipeline()),
		OtherTestData:     extras(goOn),
		WantStatusUpdates: statusWrite(job),
		WantEvents:        normal(fournosv1.PhaseResolving, looksUp),
		WantCreates:       objects(resources.ResolveJob(job, template(t), resolveImage, testSettings(t))),
	}, {
		Name:              "from the end of the resolve Job to the admission run",
		Objects:           objects(job, resolveJobOf(job, completed())),
		OtherTestData:     extras(goOn),
		WantStatusUpdates: statusWrite(asking),
		WantEvents:        normal(fournosv1.PhasePending, asks),
		WantCreates:       objects(resources.AdmissionRun(asking, 1)),
	}, {
		Name:          "not when the phase could not be written",
		Objects:       objects(job, resolveJobOf(job, completed())),
		OtherTestData: extras(goOn),
		WithReactors:  conflicting("update", "fournosjobs"),
		WantErr:       true,

		WantStatusUpdates: statusWrite(asking),
	}, {
		Name: "from the gate's admission to the run",
		Objects: objects(waits, gated(waits), gate(rt.WithCompleted(corev1.ConditionTrue, "Admitted", ""), rt.WithCustomRunResults("oslo", "bake")),
			workloadOf(waits), kubeconfig("oslo")),
		OtherTestData: extras(goOn),
		WantStatusUpdates: slices.Concat(statusWrite(admitted), statusWrite(with(admitted,
			rt.WithPhase(fournosv1.PhaseRunning, "PipelineRun bake runs on oslo"),
			rt.WithStep(fournosv1.ConditionPipelineRunReady, corev1.ConditionTrue, "Created", "PipelineRun bake runs on oslo"),
			rt.WithStatus(func(s *fournosv1.FournosJobStatus) {
				s.PipelineRun, s.Attempts, s.DashboardURL = "bake", 1, dashboard+"/#/namespaces/psap-automation/pipelineruns/bake"
			})))),
		WantEvents: slices.Concat(normal(fournosv1.PhaseAdmitted, "Cluster oslo is held for this job"), normal(fournosv1.PhaseRunning, "PipelineRun bake runs on oslo")),
		WantCreates: objects(copyOf(admitted, "bake-kubeconfig", kubeconfig("oslo")),
			resources.PipelineRun(admitted, 1, nil, testSettings(t))),
	}})
}

// TestWordsWait has the reconciler be patient, as it is on a hub.
func TestWordsWait(t *testing.T) {
	patient := func(before ...func(*pace.Patience)) extra {
		return reconcilerWith(func(r *Reconciler) {
			clock := clocktesting.NewFakePassiveClock(rt.Now.Add(-time.Minute))
			r.patience = pace.NewPatience(clock)
			for _, do := range before {
				do(r.patience)
			}
			clock.SetTime(rt.Now)
		})
	}
	heldBefore := func(p *pace.Patience) { p.Hold(types.NamespacedName{Namespace: rt.Namespace, Name: "bake"}) }
	job := told("Pending", "Kueue's old words")
	news := gate(rt.WithStarted(time.Minute, "Pending", holder))
	lockOnly := with(admittedTo("oslo"), rt.WithLockOnly())
	held := with(lockOnly, rt.WithPhase(fournosv1.PhaseAdmitted, "Cluster lock held on oslo"))
	fails := gate(rt.WithCompleted(corev1.ConditionFalse, "AdmissionRejected", "no"))

	run(t, rtesting.TableTest{{
		Name:          "a message is held back",
		Objects:       objects(lockOnly, workloadOf(lockOnly)),
		OtherTestData: extras(patient(), requeued(time.Second)),
	}, {
		Name:              "and written when its time has come",
		Objects:           objects(lockOnly, workloadOf(lockOnly)),
		OtherTestData:     extras(patient(heldBefore)),
		WantStatusUpdates: statusWrite(held),
	}, {
		Name:              "not the gate's, which has been",
		Objects:           objects(job, gated(job), news),
		OtherTestData:     extras(patient()),
		WantStatusUpdates: statusWrite(told("Pending", holder)),
	}, {
		Name:          "nothing is held back that is as it was",
		Objects:       objects(job, gated(job), gate(rt.WithStarted(time.Minute, "Pending", "Kueue's old words"))),
		OtherTestData: extras(patient(heldBefore)),
	}, {
		Name:          "another phase does not wait",
		Objects:       objects(job, gated(job), fails),
		OtherTestData: extras(patient()),
		WantStatusUpdates: statusWrite(with(job,
			rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, "AdmissionRejected", "no"), withFailure("AdmissionRejected", "no"))),
		WantEvents: failed("no"),
	}})
}

func TestOnlyWords(t *testing.T) {
	base := told("Pending", "old").Status
	for _, test := range []struct {
		name   string
		change func(*fournosv1.FournosJobStatus)
		want   bool
	}{
		{"message", func(s *fournosv1.FournosJobStatus) { s.Enter(s.Phase, "new") }, true},
		{"dashboard", func(s *fournosv1.FournosJobStatus) { s.DashboardURL = "elsewhere" }, true},
		{"phase", func(s *fournosv1.FournosJobStatus) { s.Enter(fournosv1.PhaseAdmitted, "new") }, false},
		{"cluster", func(s *fournosv1.FournosJobStatus) { s.Cluster = "rome" }, false},
		{"attempts", func(s *fournosv1.FournosJobStatus) { s.Attempts++ }, false},
		{"generation", func(s *fournosv1.FournosJobStatus) { s.ObservedGeneration++ }, false},
		{"a step's reason, by which an eviction is known", func(s *fournosv1.FournosJobStatus) {
			s.MarkStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, ReasonEvicted, "old")
		}, false},
		{"a step that is new", func(s *fournosv1.FournosJobStatus) {
			s.MarkStep(fournosv1.ConditionPipelineRunReady, corev1.ConditionTrue, "Created", "")
		}, false},
	} {
		after := base.DeepCopy()
		test.change(after)
		if got := onlyWords(&base, after); got != test.want {
			t.Errorf("%s: onlyWords = %t", test.name, got)
		}
	}
}

func TestSooner(t *testing.T) {
	in := controller.NewRequeueAfter
	for _, test := range []struct {
		name          string
		err, writeErr error
		want          time.Duration
	}{
		{"only the write", nil, in(time.Second), time.Second},
		{"the write first", in(time.Minute), in(time.Second), time.Second},
		{"the write last", in(time.Millisecond), in(time.Second), time.Millisecond},
	} {
		if _, got := controller.IsRequeueKey(sooner(test.err, test.writeErr)); got != test.want {
			t.Errorf("%s: comes back in %v, want %v", test.name, got, test.want)
		}
	}
	if err := sooner(failf("x", "trouble"), in(time.Second)); err.Error() != "trouble" {
		t.Errorf("what went wrong is lost: %v", err)
	}
	if err := sooner(in(time.Second), failf("x", "conflict")); err.Error() != "conflict" {
		t.Errorf("a write that was refused is lost: %v", err)
	}
}

// TestOldVersions has the cache bring a job as it was before our own last write.
func TestOldVersions(t *testing.T) {
	wrote := func(version string) extra {
		return reconcilerWith(func(r *Reconciler) {
			r.versions = pace.NewVersions()
			r.versions.Wrote(resolving(withVersion(version)))
		})
	}
	job := resolving(withVersion("99"))
	run(t, rtesting.TableTest{{
		Name:          "nothing is done",
		Objects:       objects(job, usablePipeline()),
		OtherTestData: extras(wrote("100")),
	}, {
		Name:          "until it is what we wrote",
		Objects:       objects(job, usablePipeline()),
		OtherTestData: extras(wrote("99")),
		WantCreates:   objects(resources.ResolveJob(job, template(t), resolveImage, testSettings(t))),
	}})
}

// TestGateBeforeItsRunKnowsIt has a gate pass before Tekton has written into its run's status that there is one.
func TestGateBeforeItsRunKnowsIt(t *testing.T) {
	job := told("Pending", holder)
	admitted := with(job, withPage(gatePage), withStatusCluster("oslo"),
		rt.WithPhase(fournosv1.PhaseAdmitted, "Cluster oslo is held for this job"),
		rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionTrue, "Admitted", "Cluster oslo is held for this job"))
	passed := func(task string) *pipelinev1beta1.CustomRun {
		return gate(rt.WithCompleted(corev1.ConditionTrue, "Admitted", ""), rt.WithCustomRunResults("oslo", "bake"),
			rt.WithCustomRunLabel("fournos.dev/job-name", "bake"), rt.WithCustomRunLabel("tekton.dev/pipelineTask", task))
	}
	run(t, rtesting.TableTest{{
		Name:              "it counts",
		Objects:           objects(job, admissionRunOf(job), passed("gate")),
		WantStatusUpdates: statusWrite(admitted),
		WantEvents:        normal(fournosv1.PhaseAdmitted, "Cluster oslo is held for this job"),
	}, {
		Name:              "another task's does not",
		Objects:           objects(job, admissionRunOf(job), passed("else")),
		WantStatusUpdates: statusWrite(with(job, rt.WithPhase(fournosv1.PhasePending, asks), rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, "Pending", asks))),
	}})
}

// TestMadeOnce has the cache not have yet what an earlier pass made.
func TestMadeOnce(t *testing.T) {
	job, asking := resolving(), pending()
	run(t, rtesting.TableTest{{
		Name:    "the resolve Job",
		Objects: objects(job, usablePipeline()),
		OtherTestData: extras(reconcilerWith(func(r *Reconciler) {
			r.madeJobs = pace.NewMade[*batchv1.Job](r.clock)
			r.madeJobs.Remember(resolveJobOf(job))
		})),
	}, {
		Name:    "the admission run",
		Objects: objects(asking),
		OtherTestData: extras(reconcilerWith(func(r *Reconciler) {
			r.madeRuns = pace.NewMade[*pipelinev1.PipelineRun](r.clock)
			r.madeRuns.Remember(admissionRunOf(asking))
		})),
	}})
}

// TestResolvedByItsPod does not wait until Kubernetes has looked at the Job.
func TestResolvedByItsPod(t *testing.T) {
	job := resolving()
	needs := func(completions int32) rt.JobOption {
		return func(j *batchv1.Job) { j.Spec.Completions = &completions }
	}
	doomed := func(j *batchv1.Job) {
		j.Status.Conditions = []batchv1.JobCondition{{Type: batchv1.JobFailureTarget, Status: corev1.ConditionTrue}}
	}
	podOf := func(owner *batchv1.Job, phase corev1.PodPhase) *corev1.Pod {
		pod := resolverPod(rt.WithPodPhase(phase))
		pod.OwnerReferences = []metav1.OwnerReference{*metav1.NewControllerRef(owner, batchv1.SchemeGroupVersion.WithKind("Job"))}
		return pod
	}
	once := resolveJobOf(job, needs(1))
	other := resolveJobOf(job, needs(1))
	other.UID = "another"
	var table rtesting.TableTest
	for _, row := range []struct {
		name       string
		resolveJob *batchv1.Job
		pod        *corev1.Pod
		resolved   bool
	}{
		{"its one Pod succeeded", once, podOf(once, corev1.PodSucceeded), true},
		{"its one Pod runs", once, podOf(once, corev1.PodRunning), false},
		{"its one Pod failed", once, podOf(once, corev1.PodFailed), false},
		{"another Job's Pod", once, podOf(other, corev1.PodSucceeded), false},
		{"it needs more than one", resolveJobOf(job, needs(2)), podOf(once, corev1.PodSucceeded), false},
		{"it does not say how many it needs", resolveJobOf(job), podOf(once, corev1.PodSucceeded), false},
		{"it has failed already", resolveJobOf(job, needs(1), doomed), podOf(once, corev1.PodSucceeded), false},
	} {
		r := rtesting.TableRow{Name: row.name, Objects: objects(job, row.resolveJob, row.pod)}
		if row.resolved {
			r.WantStatusUpdates, r.WantEvents = statusWrite(pending()), normal(fournosv1.PhasePending, asks)
		}
		table = append(table, r)
	}
	run(t, table)
}
