package v1

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"knative.dev/pkg/apis"
	"knative.dev/pkg/apis/duck"
	duckv1 "knative.dev/pkg/apis/duck/v1"
)

var ignoreTimes = cmpopts.IgnoreFields(apis.Condition{}, "LastTransitionTime")

var allPhases = map[Phase]bool{
	"": false, PhaseScheduled: false, PhaseRecurring: false, PhaseResolving: false, PhasePending: false, PhaseAdmitted: false,
	PhaseRunning: false, PhaseStopping: false, PhaseSucceeded: true, PhaseFailed: true, PhaseStopped: true,
}

func TestFournosJobIsADuck(t *testing.T) {
	if err := duck.VerifyType(&FournosJob{}, &duckv1.Conditions{}); err != nil {
		t.Error(err)
	}
	if got, want := (&FournosJob{}).GetGroupVersionKind(), SchemeGroupVersion.WithKind("FournosJob"); got != want {
		t.Errorf("GetGroupVersionKind() = %v, want %v", got, want)
	}
	if got := (&FournosJob{}).GetConditionSet().GetTopLevelConditionType(); got != apis.ConditionSucceeded {
		t.Errorf("The condition that kubectl wait waits for is %s, want Succeeded", got)
	}
	job := &FournosJob{}
	job.GetStatus().ObservedGeneration = 7
	if job.Status.ObservedGeneration != 7 {
		t.Error("GetStatus() is not the job's own status")
	}
}

func TestRegister(t *testing.T) {
	scheme := runtime.NewScheme()
	if err := AddToScheme(scheme); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"FournosJob", "FournosJobList"} {
		if _, err := scheme.New(SchemeGroupVersion.WithKind(kind)); err != nil {
			t.Error(err)
		}
	}
	if got := Kind("FournosJob").String(); got != "FournosJob.fournos.dev" {
		t.Errorf("Kind = %s", got)
	}
	if got := Resource("fournosjobs").String(); got != "fournosjobs.fournos.dev" {
		t.Errorf("Resource = %s", got)
	}
}

func TestInitializeConditions(t *testing.T) {
	s := &FournosJobStatus{}
	s.InitializeConditions()
	want := duckv1.Conditions{{Type: apis.ConditionSucceeded, Status: corev1.ConditionUnknown}}
	if diff := cmp.Diff(want, s.Conditions, ignoreTimes); diff != "" {
		t.Errorf("Conditions (-want, +got):\n%s", diff)
	}
	s.Finish(PhaseSucceeded, "Completed", "done", metav1.Now())
	before := s.DeepCopy()
	s.InitializeConditions()
	if diff := cmp.Diff(before, s); diff != "" {
		t.Errorf("InitializeConditions changed a status that has conditions (-before, +after):\n%s", diff)
	}
}

// A step that is False, as WorkloadAdmitted is while a job waits, is no failure; one that is True is no success.
func TestStepsLeaveSucceededAlone(t *testing.T) {
	steps := []apis.ConditionType{ConditionResolved, ConditionWorkloadAdmitted, ConditionPipelineRunReady}
	for _, status := range []corev1.ConditionStatus{corev1.ConditionTrue, corev1.ConditionFalse, corev1.ConditionUnknown} {
		t.Run("waiting, steps "+string(status), func(t *testing.T) {
			s := &FournosJobStatus{}
			s.InitializeConditions()
			s.Enter(PhasePending, "waits")
			for _, step := range steps {
				s.MarkStep(step, status, "Reason", "message")
				if got := s.GetCondition(step); got == nil || got.Status != status || got.Reason != "Reason" || got.Message != "message" {
					t.Errorf("%s = %+v", step, got)
				} else if got.Severity != apis.ConditionSeverityInfo {
					t.Errorf("Severity of %s = %q, want Info: it is no error", step, got.Severity)
				}
			}
			want := &apis.Condition{Type: apis.ConditionSucceeded, Status: corev1.ConditionUnknown, Reason: "Pending", Message: "waits"}
			if diff := cmp.Diff(want, s.GetCondition(apis.ConditionSucceeded), ignoreTimes); diff != "" {
				t.Errorf("Succeeded (-want, +got):\n%s", diff)
			}
		})
		t.Run("ended, steps "+string(status), func(t *testing.T) {
			for _, phase := range []Phase{PhaseSucceeded, PhaseFailed} {
				s := &FournosJobStatus{}
				s.Finish(phase, "Reason", "message", metav1.Now())
				before := s.GetCondition(apis.ConditionSucceeded).DeepCopy()
				for _, step := range steps {
					s.MarkStep(step, status, "Other", "other")
				}
				if diff := cmp.Diff(before, s.GetCondition(apis.ConditionSucceeded)); diff != "" {
					t.Errorf("Succeeded of a job that is %s (-before, +after):\n%s", phase, diff)
				}
			}
		})
	}
}

func TestEnter(t *testing.T) {
	for phase, final := range allPhases {
		if final || phase == "" {
			continue
		}
		s := &FournosJobStatus{}
		s.Enter(phase, "for a reason")
		want := &apis.Condition{Type: apis.ConditionSucceeded, Status: corev1.ConditionUnknown, Reason: string(phase), Message: "for a reason"}
		if diff := cmp.Diff(want, s.GetCondition(apis.ConditionSucceeded), ignoreTimes); diff != "" {
			t.Errorf("Succeeded (-want, +got):\n%s", diff)
		}
		if s.Phase != phase || s.Message != "for a reason" || s.CompletionTime != nil || s.IsDone() {
			t.Errorf("After Enter(%s): %+v", phase, s)
		}
	}
}

// A pass in which nothing changed must leave the status as it was, or it would be written for ever.
func TestEnterAgainChangesNothing(t *testing.T) {
	s := &FournosJobStatus{}
	s.Enter(PhasePending, "waits")
	s.MarkStep(ConditionWorkloadAdmitted, corev1.ConditionFalse, "Pending", "waits")
	// In another order than ours, as somebody's patch may leave them.
	s.Conditions[0], s.Conditions[1] = s.Conditions[1], s.Conditions[0]
	before := s.DeepCopy()
	s.InitializeConditions()
	s.Enter(PhasePending, "waits")
	s.MarkStep(ConditionWorkloadAdmitted, corev1.ConditionFalse, "Pending", "waits")
	if diff := cmp.Diff(before, s); diff != "" {
		t.Errorf("Status (-before, +after):\n%s", diff)
	}
}

func TestFinish(t *testing.T) {
	at := metav1.NewTime(time.Date(2026, time.March, 14, 15, 9, 26, 0, time.UTC))
	for phase, want := range map[Phase]corev1.ConditionStatus{
		PhaseSucceeded: corev1.ConditionTrue, PhaseFailed: corev1.ConditionFalse, PhaseStopped: corev1.ConditionFalse,
	} {
		s := &FournosJobStatus{StartTime: &at, Cluster: "oslo", EngineStatus: &runtime.RawExtension{Raw: []byte(`{"a":1}`)}}
		s.InitializeConditions()
		s.Enter(PhaseRunning, "runs")
		s.MarkStep(ConditionResolved, corev1.ConditionTrue, "Resolved", "")
		s.Finish(phase, "Reason", "message", at)

		if s.Phase != phase || s.Message != "message" || !s.CompletionTime.Equal(&at) || !s.IsDone() {
			t.Errorf("After Finish(%s): %+v", phase, s)
		}
		wantConditions := duckv1.Conditions{
			{Type: ConditionResolved, Status: corev1.ConditionTrue, Severity: apis.ConditionSeverityInfo, Reason: "Resolved"},
			{Type: apis.ConditionSucceeded, Status: want, Reason: "Reason", Message: "message"},
		}
		if diff := cmp.Diff(wantConditions, s.Conditions, ignoreTimes); diff != "" {
			t.Errorf("Conditions after Finish(%s) (-want, +got):\n%s", phase, diff)
		}
		if s.StartTime == nil || s.Cluster != "oslo" || string(s.EngineStatus.Raw) != `{"a":1}` {
			t.Errorf("Finish(%s) lost something: %+v", phase, s)
		}
	}
}

func TestIsFinal(t *testing.T) {
	for phase, want := range allPhases {
		if got := phase.IsFinal(); got != want {
			t.Errorf("%q.IsFinal() = %t", phase, got)
		}
		if got := (&FournosJobStatus{Phase: phase}).IsDone(); got != want {
			t.Errorf("IsDone() in the phase %q = %t", phase, got)
		}
	}
}
