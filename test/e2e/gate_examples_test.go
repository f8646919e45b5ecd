//go:build e2e

package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	"knative.dev/pkg/apis"
	"sigs.k8s.io/yaml"

	"fournos.dev/fournos/test"
)

// gateExamples is where the examples are that docs/kueueadmission.md shows.
const gateExamples = "docs/examples/gate"

// TestGateExamples runs each example to its end.
func TestGateExamples(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	kubectl(t, "", "apply", "-f", filepath.Join(test.Top(t), gateExamples, "licenses.yaml"))
	expected := map[string]func(*testing.T, *pipelinev1.PipelineRun){
		"before-tasks.yaml": func(t *testing.T, run *pipelinev1.PipelineRun) {
			gate := untilGate(t, c, run.Name+"-gate", hasReason("Admitted"))
			if log := c.TaskLog(t, run.Name, "build"); log != "built on "+resultsOf(gate)["cluster"]+"\n" || !strings.Contains(log, "cluster-") {
				t.Errorf("the task after the gate printed %q", log)
			}
		},
		"when.yaml": func(t *testing.T, run *pipelinev1.PipelineRun) {
			expectSkipped(t, run, "with-a100")
			if log := c.TaskLog(t, run.Name, "without-a100"); log != "there are no a100 here\n" {
				t.Errorf("the task of the other clusters printed %q", log)
			}
		},
		"finally.yaml": func(t *testing.T, run *pipelinev1.PipelineRun) {
			expectSkipped(t, run)
			if log := c.TaskLog(t, run.Name, "report"); log != "the gate Succeeded, the cluster was 'cluster-2'\n" {
				t.Errorf("the report says %q", log)
			}
		},
		"any-quota.yaml": func(t *testing.T, run *pipelinev1.PipelineRun) {
			if log := c.TaskLog(t, run.Name, "build"); log != "built with a license of office\n" {
				t.Errorf("the task after the gate printed %q", log)
			}
		},
		"two-gates.yaml": func(t *testing.T, run *pipelinev1.PipelineRun) {
			if log := c.TaskLog(t, run.Name, "build"); log != "held "+run.Name+"-license and "+run.Name+"-cluster\n" {
				t.Errorf("the task after the gates printed %q", log)
			}
			untilGivenBack(t, c, run.Name+"-license")
			untilGivenBack(t, c, run.Name+"-cluster")
		},
	}
	files, err := filepath.Glob(filepath.Join(test.Top(t), gateExamples, "*.yaml"))
	if err != nil || len(files) != len(expected)+1 {
		t.Fatalf("%d files in %s, want %d that run and licenses.yaml (%v)", len(files), gateExamples, len(expected), err)
	}
	for name, expect := range expected {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := untilRunDone(t, c, createPipelineRun(t, c, example(t, name)).Name)
			if state := run.Status.GetCondition(apis.ConditionSucceeded); !state.IsTrue() {
				t.Fatalf("PipelineRun %s: %v", run.Name, state)
			}
			expect(t, run)
		})
	}
	t.Run("finally.yaml, and the gate does not pass", func(t *testing.T) {
		t.Parallel()
		run := example(t, "finally.yaml")
		run.Spec.Params[0].Value = *pipelinev1.NewStructuredValues("nowhere")
		run = untilRunDone(t, c, createPipelineRun(t, c, run).Name)
		untilGate(t, c, run.Name+"-gate", hasReason("InvalidParams"))
		expectSkipped(t, run, "clean-up")
		if log := c.TaskLog(t, run.Name, "report"); log != "the gate Failed, the cluster was ''\n" {
			t.Errorf("the report says %q", log)
		}
	})
}

// example reads an example. The hub has another image with a shell than the one that people would use.
func example(t *testing.T, name string) *pipelinev1.PipelineRun {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(test.Top(t), gateExamples, name))
	if err != nil {
		t.Fatal(err)
	}
	run := &pipelinev1.PipelineRun{}
	if err := yaml.UnmarshalStrict(bytes.ReplaceAll(content, []byte("busybox:1.36"), []byte(test.Shell)), run); err != nil {
		t.Fatal(err)
	}
	return run
}

func expectSkipped(t *testing.T, run *pipelinev1.PipelineRun, tasks ...string) {
	t.Helper()
	var skipped []string
	for _, task := range run.Status.SkippedTasks {
		skipped = append(skipped, task.Name)
	}
	if strings.Join(skipped, ",") != strings.Join(tasks, ",") {
		t.Errorf("skipped tasks %v, want %v", skipped, tasks)
	}
}
