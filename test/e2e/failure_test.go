//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"

	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// TestFailures has each step of a job fail, and reads the message that a person gets.
func TestFailures(t *testing.T) {
	t.Parallel()
	shared := ptr.To(false)
	engine := func(config map[string]any) func(testing.TB) fournosv1.FournosJobSpec {
		return func(t testing.TB) fournosv1.FournosJobSpec {
			return fournosv1.FournosJobSpec{Cluster: "cluster-3", Exclusive: shared, ExecutionEngine: test.Engine(t, config)}
		}
	}
	tests := []struct {
		name    string
		spec    func(testing.TB) fournosv1.FournosJobSpec
		message []string
		never   fournosv1.Phase // A phase that the job must not have reached.
	}{{
		name:    "no-engine",
		spec:    func(testing.TB) fournosv1.FournosJobSpec { return fournosv1.FournosJobSpec{Cluster: "cluster-3"} },
		message: []string{"spec.executionEngine"},
		never:   fournosv1.PhaseResolving,
	}, {
		name: "exclusive-without-cluster",
		spec: func(t testing.TB) fournosv1.FournosJobSpec {
			return fournosv1.FournosJobSpec{ExecutionEngine: test.Engine(t, nil)}
		},
		message: []string{"spec.cluster", "spec.exclusive"},
		never:   fournosv1.PhaseResolving,
	}, {
		name: "unknown-cluster",
		spec: func(t testing.TB) fournosv1.FournosJobSpec {
			return fournosv1.FournosJobSpec{Cluster: "nowhere", ExecutionEngine: test.Engine(t, nil)}
		},
		message: []string{"Cluster 'nowhere' not found", "cluster-1, cluster-2, cluster-3, cluster-4"},
		never:   fournosv1.PhaseResolving,
	}, {
		name: "unknown-priority",
		spec: func(t testing.TB) fournosv1.FournosJobSpec {
			return fournosv1.FournosJobSpec{Cluster: "cluster-3", Priority: "urgent", ExecutionEngine: test.Engine(t, nil)}
		},
		message: []string{"'urgent' not found", "nightly"},
		never:   fournosv1.PhaseResolving,
	}, {
		name: "unknown-pipeline",
		spec: func(t testing.TB) fournosv1.FournosJobSpec {
			return fournosv1.FournosJobSpec{Cluster: "cluster-3", Pipeline: "no-such", ExecutionEngine: test.Engine(t, nil)}
		},
		message: []string{"Pipeline 'no-such' not found in namespace psap-automation"},
		never:   fournosv1.PhasePending,
	}, {
		name:    "resolve-fails",
		spec:    engine(map[string]any{"resolve": map[string]any{"fail": "no such model"}}),
		message: []string{"Resolution failed:", "-resolve"},
		never:   fournosv1.PhasePending,
	}, {
		name: "gpu-not-available",
		spec: engine(map[string]any{"resolve": map[string]any{
			"hardware": map[string]any{"gpuType": "v100", "gpuCount": 1},
		}}),
		message: []string{"GPU type 'v100' not available. Valid types: a100"},
		never:   fournosv1.PhasePending,
	}, {
		name:    "secret-not-found",
		spec:    engine(map[string]any{"resolve": map[string]any{"secretRefs": []string{"no-such"}}}),
		message: []string{`Secret "vault-no-such" not found in namespace psap-secrets`},
		never:   fournosv1.PhasePending,
	}, {
		name: "run-fails",
		spec: func(t testing.TB) fournosv1.FournosJobSpec {
			return fournosv1.FournosJobSpec{
				Clusterless: true, Exclusive: shared, ExecutionEngine: test.Engine(t, map[string]any{"fail": "the benchmark crashed"}),
			}
		},
		message: []string{"PipelineRun run-fails-", " failed: "},
		never:   fournosv1.PhaseSucceeded,
	}}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := test.NewClients(t)
			job := c.Create(t, tc.name, tc.spec(t))
			history := c.UntilPhase(t, job.Name, fournosv1.PhaseFailed)
			for _, part := range tc.message {
				if got := history.Job.Status.Message; !strings.Contains(got, part) {
					t.Errorf("status.message = %q, want %q in it", got, part)
				}
			}
			if slices.Contains(history.Phases(), tc.never) {
				t.Errorf("phases %v, want no %s", history.Phases(), tc.never)
			}
			if end := history.Job.Status.GetCondition(fournosv1.ConditionSucceeded); !end.IsFalse() {
				t.Errorf("condition Succeeded is %v, want False", end)
			}
			expectNoWorkload(t, c, job.Name)
		})
	}
}
