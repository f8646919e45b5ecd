package fournosjob

import (
	"strings"
	"testing"
	"unicode/utf8"

	corev1 "k8s.io/api/core/v1"
)

func TestEndTrouble(t *testing.T) {
	ended := func(code int32, reason, message string) *corev1.Pod {
		return &corev1.Pod{Status: corev1.PodStatus{ContainerStatuses: []corev1.ContainerStatus{
			{State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}},
			{State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: code, Reason: reason, Message: message}}},
		}}}
	}
	long := strings.Repeat("α", longestLastWords)
	for _, tc := range []struct {
		name string
		pod  *corev1.Pod
		want string
	}{
		{"nothing yet", &corev1.Pod{}, ""},
		{"ended well", ended(0, "Completed", "done"), ""},
		{"its last words", ended(1, "Error", "no such model\n"), "no such model (exit code 1)"},
		{"lines become one", ended(1, "Error", "Traceback:\n\tx\n"), "Traceback: x (exit code 1)"},
		{"killed without a word", ended(137, "OOMKilled", ""), "OOMKilled, exit code 137"},
		{"the end of many words", ended(1, "Error", "begin "+long), "…" + long[len(long)-longestLastWords:] + " (exit code 1)"},
	} {
		if got := endTrouble(tc.pod); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestShortened(t *testing.T) {
	if got := shortened("as it is"); got != "as it is" {
		t.Errorf("%q", got)
	}
	got := shortened("x" + strings.Repeat("α", longestEvent))
	if len(got) > longestEvent || len(got) < longestEvent-utf8.UTFMax || !utf8.ValidString(got) || !strings.HasSuffix(got, "…") {
		t.Errorf("%d bytes, %q", len(got), got[len(got)-10:])
	}
}
