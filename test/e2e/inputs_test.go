//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestBigJobs creates jobs that are as big as may be: each is refused, or comes to its end, and the controller stays within
// its memory.
func TestBigJobs(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	jobs := c.Fournos.FournosV1().FournosJobs(test.Namespace)
	began := metav1.NewTime(time.Now())

	refused := oddJob{spec: `{"exclusive":false,"executionEngine":{"mock":` + strings.Repeat(`{"a":`, 170_000) + `1` + strings.Repeat(`}`, 170_000) + `}}`}
	if _, err := createRaw(t, c, refused.body(), metav1.FieldValidationIgnore, ""); err == nil {
		t.Error("1 MB that is 170000 levels deep was let in")
	} else if !apierrs.IsBadRequest(err) && !apierrs.IsInvalid(err) && !apierrs.IsRequestEntityTooLargeError(err) {
		t.Errorf("1 MB that is 170000 levels deep: %v, want it refused for what it is", err)
	}

	refs := make([]string, 1000)
	for i := range refs {
		refs[i] = fmt.Sprintf(`"ref-%d"`, i)
	}
	for _, big := range []oddJob{
		failedLater("1000 secretRefs", onHubJSON(`"executionEngine":{"mock":{}},"secretRefs":[`+strings.Join(refs, ",")+`]`), `"vault-ref-0" not found`),
		{
			name: "10000 variables", spec: onHubJSON(`"executionEngine":{"mock":{}},"env":{` + many(10_000, `"E%d":"`+strings.Repeat("v", 50)+`"`) + `}`),
			phase: fournosv1.PhaseSucceeded, begins: true,
		},
		{
			name: "a wide engine of 1 MB", spec: onHubJSON(`"executionEngine":{"mock":{"x":[` + many(65_000, `"%013d"`) + `]}}`),
			phase: fournosv1.PhaseSucceeded, begins: true,
		},
		{
			name: "a deep engine", spec: onHubJSON(`"executionEngine":{"mock":{"x":` + strings.Repeat(`{"a":`, 4000) + `1` + strings.Repeat(`}`, 4000) + `}}`),
			phase: fournosv1.PhaseSucceeded, begins: true,
		},
	} {
		t.Run(big.name, func(t *testing.T) {
			raw, err := createRaw(t, c, big.body(), metav1.FieldValidationIgnore, "")
			if err != nil {
				t.Fatal(err)
			}
			job := &fournosv1.FournosJob{}
			if err := json.Unmarshal(raw, job); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = jobs.Delete(context.Background(), job.Name, metav1.DeleteOptions{}) })
			untilOdd(t, c, job.Name, big, time.Now().Add(test.Deadline))
		})
	}
	expectNotKilled(t, c, began)
}

// expectNotKilled wants none of the controllers' containers to have ended for want of memory since a time.
func expectNotKilled(t *testing.T, c *test.Clients, since metav1.Time) {
	t.Helper()
	pods, err := c.Kube.CoreV1().Pods(test.SystemNamespace).List(t.Context(), metav1.ListOptions{})
	if err != nil || len(pods.Items) == 0 {
		t.Fatalf("%d Pods of the controllers: %v", len(pods.Items), err)
	}
	for _, pod := range pods.Items {
		for _, container := range pod.Status.ContainerStatuses {
			for _, ended := range []*corev1.ContainerStateTerminated{container.State.Terminated, container.LastTerminationState.Terminated} {
				if ended != nil && since.Before(&ended.FinishedAt) {
					t.Errorf("container %s of Pod %s ended: %s, exit code %d", container.Name, pod.Name, ended.Reason, ended.ExitCode)
				}
			}
		}
	}
}

// TestResolvePodsAreRestricted tries the Pod of a resolve Job where the Pod Security Standard "restricted" is enforced.
func TestResolvePodsAreRestricted(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	config, err := c.Kube.CoreV1().ConfigMaps(test.SystemNamespace).Get(t.Context(), "config-resolve-job", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	template := &batchv1.Job{}
	if err := yaml.UnmarshalStrict([]byte(config.Data["job.yaml"]), template); err != nil {
		t.Fatal(err)
	}
	try := func(change func(*corev1.PodSpec)) error {
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{GenerateName: "restricted-"}, Spec: *template.Spec.Template.Spec.DeepCopy()}
		pod.Spec.ServiceAccountName = "default" // The resolver's is elsewhere.
		pod.Spec.Containers[0].Image = test.Shell
		change(&pod.Spec)
		_, err := c.Kube.CoreV1().Pods(test.SystemNamespace).Create(t.Context(), pod, metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		return err
	}
	if err := try(func(*corev1.PodSpec) {}); err != nil {
		t.Error(err)
	}
	if err := try(func(pod *corev1.PodSpec) { pod.Containers[0].SecurityContext = nil }); !apierrs.IsForbidden(err) {
		t.Errorf("a Pod that is not restricted: %v, want it forbidden", err)
	}
}
