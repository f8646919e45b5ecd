//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"knative.dev/pkg/apis"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/test"
)

// TestGateAlone puts the gate into a Pipeline that is no job's: it holds a cluster until that PipelineRun has ended.
func TestGateAlone(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	runs := c.Tekton.TektonV1().PipelineRuns(test.Namespace)
	run, err := runs.Create(t.Context(), &pipelinev1.PipelineRun{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "gate-alone-", Namespace: test.Namespace},
		Spec: pipelinev1.PipelineRunSpec{PipelineSpec: &pipelinev1.PipelineSpec{
			Tasks: []pipelinev1.PipelineTask{{
				Name:    "gate",
				TaskRef: &pipelinev1.TaskRef{APIVersion: fournos.AdmissionAPIVersion, Kind: fournos.AdmissionKind},
				Params:  pipelinev1.Params{stringParam(fournos.ParamCluster, "cluster-3")},
			}, {
				Name:   "use",
				Params: pipelinev1.Params{stringParam("cluster", "$(tasks.gate.results.cluster)")},
				TaskSpec: &pipelinev1.EmbeddedTask{TaskSpec: pipelinev1.TaskSpec{
					Params: pipelinev1.ParamSpecs{{Name: "cluster", Type: pipelinev1.ParamTypeString}},
					Steps: []pipelinev1.Step{{
						Name: "use", Image: test.Shell, ImagePullPolicy: corev1.PullIfNotPresent,
						Script: "#!/bin/sh\necho got $(params.cluster); sleep 2\n",
					}},
				}},
			}},
		}},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = runs.Delete(context.Background(), run.Name, metav1.DeleteOptions{}) })

	workloads := c.Kueue.KueueV1beta2().Workloads(test.Namespace)
	held := ""
	test.Eventually(t, func(ctx context.Context) error {
		gate, err := c.Tekton.TektonV1beta1().CustomRuns(test.Namespace).Get(ctx, run.Name+"-gate", metav1.GetOptions{})
		if err != nil {
			return err
		}
		results := map[string]string{}
		for _, result := range gate.Status.Results {
			results[result.Name] = result.Value
		}
		if held = results[fournos.ResultWorkload]; held == "" || results[fournos.ResultCluster] != "cluster-3" {
			return fmt.Errorf("results of CustomRun %s: %v", gate.Name, results)
		}
		return nil
	})
	workload, err := workloads.Get(t.Context(), held, metav1.GetOptions{})
	if err != nil {
		t.Fatalf("the gate has passed, and its Workload is gone: %v", err)
	}
	if owner := metav1.GetControllerOf(workload); owner == nil || owner.Kind != "PipelineRun" || owner.Name != run.Name {
		t.Errorf("Workload %s belongs to %+v, want PipelineRun %s", held, owner, run.Name)
	}
	test.Eventually(t, func(ctx context.Context) error {
		now, err := runs.Get(ctx, run.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if state := now.Status.GetCondition(apis.ConditionSucceeded); !state.IsTrue() {
			return fmt.Errorf("PipelineRun %s: %v", run.Name, state)
		}
		if _, err := workloads.Get(ctx, held, metav1.GetOptions{}); !apierrs.IsNotFound(err) {
			return fmt.Errorf("Workload %s outlives its PipelineRun (%v)", held, err)
		}
		return nil
	})
	if log := c.TaskLog(t, run.Name, "use"); log != "got cluster-3\n" {
		t.Errorf("the task after the gate printed %q", log)
	}
}

func stringParam(name, value string) pipelinev1.Param {
	return pipelinev1.Param{Name: name, Value: *pipelinev1.NewStructuredValues(value)}
}
