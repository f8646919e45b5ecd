//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// mishap is one row of the failure matrix, see docs/failures.md.
type mishap struct {
	// name is that of the row in the document.
	name string
	// step is what the job's one task runs; it is of no interest where nil.
	step func(*testing.T, *pipelinev1.PipelineTask)
	// spec changes what the job asks for: a share of any cluster.
	spec func(*testing.T, *test.Clients, *fournosv1.FournosJobSpec)
	// happens is what befalls the job while it waits or works.
	happens func(*testing.T, *test.Clients, *fournosv1.FournosJob)
	// phase is how it ends, and message the parts of what a person reads then.
	phase   fournosv1.Phase
	message []string
}

// The steps run as anybody, in an image that the hub has.
func shell(script string) func(*testing.T, *pipelinev1.PipelineTask) {
	return func(_ *testing.T, task *pipelinev1.PipelineTask) {
		task.TaskSpec.Steps[0].Script = "#!/bin/sh\n" + script
	}
}

const untilTold = "trap 'exit 0' TERM; sleep 600 & wait"

var mishaps = []mishap{{
	name: "image does not exist",
	step: func(_ *testing.T, task *pipelinev1.PipelineTask) {
		task.TaskSpec.Steps[0].Image, task.TaskSpec.Steps[0].Command = "ko.local/no-such-image:1", []string{"true"}
	},
	phase: fournosv1.PhaseFailed, message: []string{" failed: ", "task work: ", "ko.local/no-such-image:1"},
}, {
	name: "pull denied",
	step: func(t *testing.T, task *pipelinev1.PipelineTask) {
		registry := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"errors":[{"code":"DENIED","message":"you shall not pull"}]}`, http.StatusForbidden)
		}))
		t.Cleanup(registry.Close)
		image := strings.TrimPrefix(registry.URL, "http://") + "/private:1"
		task.TaskSpec.Steps[0].Image, task.TaskSpec.Steps[0].Command = image, []string{"true"}
	},
	phase: fournosv1.PhaseFailed, message: []string{" failed: ", "task work: ", "/private:1"},
}, {
	name: "step exits non-zero", step: shell("exit 3"),
	phase: fournosv1.PhaseFailed, message: []string{" failed: ", "task work: ", "exited with code 3"},
}, {
	name: "step times out",
	step: func(t *testing.T, task *pipelinev1.PipelineTask) {
		shell("sleep 600")(t, task)
		task.TaskSpec.Steps[0].Timeout = &metav1.Duration{Duration: 3 * time.Second}
	},
	phase: fournosv1.PhaseFailed, message: []string{" failed: ", "task work: ", "exceeded the specified timeout limit"},
}, {
	name: "task times out",
	step: func(t *testing.T, task *pipelinev1.PipelineTask) {
		shell(untilTold)(t, task)
		task.Timeout = &metav1.Duration{Duration: 5 * time.Second}
	},
	phase: fournosv1.PhaseFailed, message: []string{" failed: ", "task work: ", `failed to finish within "5s"`},
}, {
	name: "out of memory",
	step: func(t *testing.T, task *pipelinev1.PipelineTask) {
		shell("exec tail /dev/zero")(t, task)
		task.TaskSpec.Steps[0].ComputeResources.Limits = corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("16Mi")}
	},
	phase: fournosv1.PhaseFailed, message: []string{" failed: ", "task work: ", "OOMKilled"},
}, {
	name: "Pod cannot be scheduled",
	step: func(t *testing.T, task *pipelinev1.PipelineTask) {
		shell("true")(t, task)
		task.TaskSpec.Steps[0].ComputeResources.Requests = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("4000")}
	},
	happens: func(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
		c.UntilMessage(t, job.Name, "cannot start: Unschedulable: ", "Insufficient cpu")
		c.Patch(t, job.Name, stop)
	},
	phase: fournosv1.PhaseStopped, message: []string{"Job stopped by user"},
}, {
	name: "Pod deleted by hand", step: shell(untilTold),
	happens: func(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
		pod := workPod(t, c, job)
		if err := c.Kube.CoreV1().Pods(test.Namespace).Delete(t.Context(), pod, metav1.DeleteOptions{}); err != nil {
			t.Fatal(err)
		}
	},
	phase: fournosv1.PhaseFailed, message: []string{" failed: ", "task work: "},
}, {
	name: "PipelineRun deleted by hand", step: shell(untilTold),
	happens: func(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
		workPod(t, c, job)
		if err := c.Tekton.TektonV1().PipelineRuns(test.Namespace).Delete(t.Context(), job.Name, metav1.DeleteOptions{}); err != nil {
			t.Fatal(err)
		}
	},
	phase: fournosv1.PhaseFailed, message: []string{"was deleted before it had finished"},
}, {
	name: "Workload deleted by hand while the job runs", step: shell(untilTold),
	spec: func(_ *testing.T, _ *test.Clients, spec *fournosv1.FournosJobSpec) {
		spec.OnEviction = fournosv1.EvictionFail
	},
	happens: func(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
		workPod(t, c, job)
		deleteWorkload(t, c, job.Name)
	},
	phase: fournosv1.PhaseFailed, message: []string{"Workload ", "which holds cluster ", "is being deleted"},
}, {
	name: "Workload deleted by hand, to be queued again", step: shell("sleep 8"),
	happens: func(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
		workPod(t, c, job)
		deleteWorkload(t, c, job.Name)
		c.UntilPhase(t, job.Name, fournosv1.PhasePending)
	},
	phase: fournosv1.PhaseSucceeded, message: []string{"-attempt-2 succeeded"},
}, {
	name: "Workload deleted by hand while the job waits", step: shell("true"),
	spec: waitFor("h200"),
	happens: func(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
		before := waitingWorkload(t, c, job)
		deleteWorkload(t, c, job.Name)
		test.Eventually(t, func(ctx context.Context) error {
			now, err := c.Kueue.KueueV1beta2().Workloads(test.Namespace).Get(ctx, job.Name, metav1.GetOptions{})
			if err == nil && now.UID == before {
				err = fmt.Errorf("Workload %s was not made again", job.Name)
			}
			return err
		})
		giveGPUs(t, c, job)
	},
	phase: fournosv1.PhaseSucceeded, message: []string{" succeeded"},
}, {
	name: "Pipeline deleted while the job waits", step: shell("true"),
	spec: waitFor("h100"),
	happens: func(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
		waitingWorkload(t, c, job)
		if err := c.Tekton.TektonV1().Pipelines(test.Namespace).Delete(t.Context(), job.Spec.Pipeline, metav1.DeleteOptions{}); err != nil {
			t.Fatal(err)
		}
		giveGPUs(t, c, job)
	},
	phase: fournosv1.PhaseFailed, message: []string{" failed: ", "not found"},
}, {
	name: "Secret deleted while the job waits", step: shell("true"),
	spec: func(t *testing.T, c *test.Clients, spec *fournosv1.FournosJobSpec) {
		waitFor("l40s")(t, c, spec)
		spec.SecretRefs = []fournosv1.SecretRef{mishapVaultEntry(t, c)}
	},
	happens: func(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
		waitingWorkload(t, c, job)
		secret := "vault-" + string(job.Spec.SecretRefs[0])
		if err := c.Kube.CoreV1().Secrets(test.SecretsNamespace).Delete(t.Context(), secret, metav1.DeleteOptions{}); err != nil {
			t.Fatal(err)
		}
		giveGPUs(t, c, job)
	},
	phase: fournosv1.PhaseFailed, message: []string{`Secret "vault-`, "not found in namespace psap-secrets"},
}, {
	name: "node lost", step: shell("true"),
	happens: func(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
		node := podOnLostNode(t, c, job)
		c.UntilMessage(t, job.Name, "is over, waiting for 1 of its Pods to end")
		if err := c.Kube.CoreV1().Nodes().Delete(t.Context(), node, metav1.DeleteOptions{}); err != nil {
			t.Fatal(err)
		}
	},
	phase: fournosv1.PhaseSucceeded, message: []string{" succeeded"},
}}

// TestFailureMatrix has everything go wrong that can without harm to others: how the job ends, what a person reads, and
// that nothing is left which should not be.
func TestFailureMatrix(t *testing.T) {
	t.Parallel()
	for _, row := range mishaps {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			row.run(t, test.NewClients(t))
		})
	}
}

func (m *mishap) run(t *testing.T, c *test.Clients) {
	spec := fournosv1.FournosJobSpec{Exclusive: ptr.To(false), ExecutionEngine: test.Engine(t, nil)}
	if m.step != nil {
		spec.Pipeline = pipelineOf(t, c, func(task *pipelinev1.PipelineTask) { m.step(t, task) })
	}
	if m.spec != nil {
		m.spec(t, c, &spec)
	}
	job := c.Create(t, "mishap", spec)
	if m.happens != nil {
		m.happens(t, c, job)
	}
	end := c.UntilPhase(t, job.Name, m.phase).Job
	for _, part := range m.message {
		if got := end.Status.Message; !strings.Contains(got, part) {
			t.Errorf("status.message = %q, want %q in it", got, part)
		}
	}
	t.Logf("%s: %s", end.Status.Phase, end.Status.Message)
	expectNothingHeld(t, c, end)
	if err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Delete(t.Context(), job.Name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	expectNothingLeft(t, c, end)
}

// expectNothingHeld wants neither quota nor a node to be used for a job that has ended.
func expectNothingHeld(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
	t.Helper()
	expectNoWorkload(t, c, job.Name)
	test.Eventually(t, func(ctx context.Context) error {
		pods, err := c.Kube.CoreV1().Pods(test.Namespace).List(ctx, ofJob(job))
		if err != nil {
			return err
		}
		for i := range pods.Items {
			if phase := pods.Items[i].Status.Phase; phase != corev1.PodSucceeded && phase != corev1.PodFailed {
				return fmt.Errorf("Pod %s of job %s is %s", pods.Items[i].Name, job.Name, phase)
			}
		}
		return nil
	})
}

func ofJob(job *fournosv1.FournosJob) metav1.ListOptions {
	return metav1.ListOptions{LabelSelector: fournos.JobNameLabelKey + "=" + job.Name}
}

// expectNothingLeft wants all to be gone that was made for a job which was deleted.
func expectNothingLeft(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) {
	t.Helper()
	selector := ofJob(job)
	test.Eventually(t, func(ctx context.Context) error {
		var left []string
		for kind, list := range map[string]func() (runtime.Object, error){
			"Pod":    func() (runtime.Object, error) { return c.Kube.CoreV1().Pods(test.Namespace).List(ctx, selector) },
			"Job":    func() (runtime.Object, error) { return c.Kube.BatchV1().Jobs(test.Namespace).List(ctx, selector) },
			"Secret": func() (runtime.Object, error) { return c.Kube.CoreV1().Secrets(test.Namespace).List(ctx, selector) },
			"PipelineRun": func() (runtime.Object, error) {
				return c.Tekton.TektonV1().PipelineRuns(test.Namespace).List(ctx, selector)
			},
			"TaskRun": func() (runtime.Object, error) {
				return c.Tekton.TektonV1().TaskRuns(test.Namespace).List(ctx, selector)
			},
			"CustomRun": func() (runtime.Object, error) {
				return c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).List(ctx, selector)
			},
			"Workload": func() (runtime.Object, error) {
				return c.Kueue.KueueV1beta2().Workloads(test.Namespace).List(ctx, selector)
			},
		} {
			found, err := list()
			if err != nil {
				return err
			}
			for _, name := range namesOf(found) {
				left = append(left, kind+" "+name)
			}
		}
		claims, err := c.Kube.CoreV1().PersistentVolumeClaims(test.Namespace).List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		for i := range claims.Items {
			if owner := metav1.GetControllerOf(&claims.Items[i]); owner != nil && strings.HasPrefix(owner.Name, job.Name) {
				left = append(left, "PersistentVolumeClaim "+claims.Items[i].Name)
			}
		}
		if len(left) > 0 {
			return fmt.Errorf("of job %s, which was deleted, there is still %s", job.Name, strings.Join(left, ", "))
		}
		return nil
	})
}

// workPod waits until the job's task runs, and returns its Pod.
func workPod(t *testing.T, c *test.Clients, job *fournosv1.FournosJob) string {
	t.Helper()
	c.UntilPhase(t, job.Name, fournosv1.PhaseRunning)
	var name string
	test.Eventually(t, func(ctx context.Context) error {
		pods, err := c.Kube.CoreV1().Pods(test.Namespace).List(ctx, metav1.ListOptions{
			LabelSelector: "tekton.dev/pipelineRun=" + job.Name + ",tekton.dev/pipelineTask=work",
		})
		if err != nil {
			return err
		}
		for i := range pods.Items {
			for _, container := range pods.Items[i].Status.ContainerStatuses {
				if container.State.Running != nil {
					name = pods.Items[i].Name
					return nil
				}
			}
		}
		return fmt.Errorf("no Pod of job %s's task runs", job.Name)
	})
	return name
}
