package pods

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

var now = time.Date(2026, time.March, 14, 15, 9, 26, 0, time.UTC)

func pod(name string, phase corev1.PodPhase, options ...func(*corev1.Pod)) *corev1.Pod {
	p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}, Status: corev1.PodStatus{Phase: phase}}
	for _, option := range options {
		option(p)
	}
	return p
}

// deleted says when the grace period of a Pod that is being deleted ends.
func deleted(after time.Duration) func(*corev1.Pod) {
	return func(p *corev1.Pod) { p.DeletionTimestamp = ptr.To(metav1.NewTime(now.Add(after))) }
}

func placeholder(p *corev1.Pod) {
	p.Labels = map[string]string{"app.kubernetes.io/component": "affinity-assistant"}
}

func TestUnfinished(t *testing.T) {
	for name, tc := range map[string]struct {
		pod        *corev1.Pod
		unfinished bool
		recheck    time.Duration
	}{
		"runs":                     {pod: pod("a", corev1.PodRunning), unfinished: true},
		"may yet run":              {pod: pod("a", corev1.PodPending), unfinished: true},
		"nobody knows":             {pod: pod("a", corev1.PodUnknown), unfinished: true},
		"succeeded":                {pod: pod("a", corev1.PodSucceeded)},
		"failed":                   {pod: pod("a", corev1.PodFailed)},
		"placeholder":              {pod: pod("a", corev1.PodRunning, placeholder)},
		"is taken down":            {pod: pod("a", corev1.PodRunning, deleted(30*time.Second)), unfinished: true, recheck: 5*time.Minute + 30*time.Second},
		"has ended, is taken down": {pod: pod("a", corev1.PodFailed, deleted(0)), unfinished: true, recheck: 5 * time.Minute},
		"should be gone":           {pod: pod("a", corev1.PodRunning, deleted(-4*time.Minute)), unfinished: true, recheck: time.Minute},
		"lost":                     {pod: pod("a", corev1.PodRunning, deleted(-5*time.Minute))},
		"lost long ago":            {pod: pod("a", corev1.PodRunning, deleted(-time.Hour))},
		"lost, and seen as failed": {pod: pod("a", corev1.PodFailed, deleted(-time.Hour))},
	} {
		unfinished, recheck := Unfinished([]*corev1.Pod{tc.pod}, now)
		if got := len(unfinished) == 1; got != tc.unfinished || recheck != tc.recheck {
			t.Errorf("%s: unfinished %t, look again after %v; want %t, %v", name, got, recheck, tc.unfinished, tc.recheck)
		}
	}
}

func TestUnfinishedOfSeveral(t *testing.T) {
	all := []*corev1.Pod{
		pod("late", corev1.PodRunning, deleted(-time.Minute)), pod("lost", corev1.PodRunning, deleted(-time.Hour)),
		pod("early", corev1.PodRunning, deleted(-2*time.Minute)), pod("runs", corev1.PodRunning),
	}
	unfinished, recheck := Unfinished(all, now)
	if len(unfinished) != 3 || unfinished[0].Name != "late" || unfinished[2].Name != "runs" {
		t.Errorf("%d unfinished, want all but the lost one, in their order", len(unfinished))
	}
	if want := 3 * time.Minute; recheck != want {
		t.Errorf("look again after %v, want %v, for the first that will be lost", recheck, want)
	}
}
