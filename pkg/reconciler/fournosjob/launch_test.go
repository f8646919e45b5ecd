package fournosjob

import (
	"testing"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const runPage = dashboard + "/#/namespaces/psap-automation/pipelineruns/bake"

// admittedTo is a job that Kueue gave a cluster.
func admittedTo(cluster string, options ...rt.FournosJobOption) *fournosv1.FournosJob {
	message := "Cluster " + cluster + " is held for this job"
	return with(pending(append([]rt.FournosJobOption{rt.WithCluster(cluster)}, options...)...), withPage(gatePage), withStatusCluster(cluster),
		rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionTrue, "Admitted", message),
		rt.WithPhase(fournosv1.PhaseAdmitted, message))
}

func admittedClusterless(options ...rt.FournosJobOption) *fournosv1.FournosJob {
	job := resolving(append([]rt.FournosJobOption{rt.WithCluster(""), rt.WithClusterless()}, options...)...)
	return with(job, withStatusCluster("[clusterless]"),
		rt.WithStep(fournosv1.ConditionResolved, corev1.ConditionTrue, "Resolved", ""),
		rt.WithPhase(fournosv1.PhaseAdmitted, "Runs on the hub, needs no cluster"))
}

// launched is an admitted job as launch leaves it.
func launched(job *fournosv1.FournosJob) *fournosv1.FournosJob {
	message := "PipelineRun bake runs on " + job.Status.Cluster
	if job.Spec.Clusterless {
		message = "PipelineRun bake runs on the hub"
	}
	return with(job, withPage(runPage), rt.WithStatus(func(s *fournosv1.FournosJobStatus) { s.PipelineRun, s.Attempts = "bake", 1 }),
		rt.WithStep(fournosv1.ConditionPipelineRunReady, corev1.ConditionTrue, "Created", message),
		rt.WithPhase(fournosv1.PhaseRunning, message))
}

func runOf(job *fournosv1.FournosJob, options ...rt.PipelineRunOption) *pipelinev1.PipelineRun {
	return rt.NewPipelineRun("bake", append([]rt.PipelineRunOption{rt.WithRunOwner(job)}, options...)...)
}

// copyOf is the job's copy of a Secret.
func copyOf(job *fournosv1.FournosJob, name string, source *corev1.Secret) *corev1.Secret {
	return resources.SecretCopy(job, name, source)
}

func TestLaunch(t *testing.T) {
	settings := testSettings(t)
	hf := vaultEntry("hf")
	var table rtesting.TableTest
	for _, row := range []struct {
		name    string
		job     *fournosv1.FournosJob
		sources []runtime.Object
		vault   []resources.VaultCopy
		copies  func(*fournosv1.FournosJob) []runtime.Object
	}{{
		name:    "exclusive",
		job:     admittedTo("oslo"),
		sources: objects(kubeconfig("oslo")),
		copies: func(job *fournosv1.FournosJob) []runtime.Object {
			return objects(copyOf(job, "bake-kubeconfig", kubeconfig("oslo")))
		},
	}, {
		name:    "shared, any cluster: on the one that Kueue gave",
		job:     with(admittedTo("rome", rt.WithShared(), rt.WithHardware("a100", 2)), rt.WithCluster("")),
		sources: objects(kubeconfig("rome"), kubeconfig("oslo")),
		copies: func(job *fournosv1.FournosJob) []runtime.Object {
			return objects(copyOf(job, "bake-kubeconfig", kubeconfig("rome")))
		},
	}, {
		name:    "with vault entries",
		job:     admittedTo("oslo", rt.WithSecretRefs("hf")),
		sources: objects(kubeconfig("oslo"), hf),
		vault:   []resources.VaultCopy{{Ref: "hf", Keys: []string{"key"}}},
		copies: func(job *fournosv1.FournosJob) []runtime.Object {
			return objects(copyOf(job, "bake-kubeconfig", kubeconfig("oslo")), copyOf(job, "bake-hf", hf))
		},
	}, {
		name: "clusterless",
		job:  admittedClusterless(),
		copies: func(*fournosv1.FournosJob) []runtime.Object {
			return nil
		},
	}, {
		name:    "clusterless, with vault entries",
		job:     admittedClusterless(rt.WithSecretRefs("hf")),
		sources: objects(hf),
		vault:   []resources.VaultCopy{{Ref: "hf", Keys: []string{"key"}}},
		copies: func(job *fournosv1.FournosJob) []runtime.Object {
			return objects(copyOf(job, "bake-hf", hf))
		},
	}} {
		after := launched(row.job)
		table = append(table, rtesting.TableRow{
			Name:              row.name,
			Objects:           append(objects(row.job, workloadOf(row.job)), row.sources...),
			WantCreates:       append(row.copies(row.job), resources.PipelineRun(row.job, 1, row.vault, settings)),
			WantStatusUpdates: statusWrite(after),
			WantEvents:        normal(fournosv1.PhaseRunning, after.Status.Message),
		})
	}
	run(t, table)
}

func TestLaunchFindsTheRun(t *testing.T) {
	job := admittedClusterless()
	running := statusWrite(launched(job))
	attempt := objects(resources.PipelineRun(job, 1, nil, testSettings(t)))
	began := normal(fournosv1.PhaseRunning, "PipelineRun bake runs on the hub")
	foreign := `PipelineRun "bake" already exists and is not this job's; delete or rename it, or give the job another name`
	inTheWay := statusWrite(with(job, withFailure("NameConflict", foreign)))

	run(t, rtesting.TableTest{{
		Name:              "made in an earlier pass",
		Objects:           objects(job, runOf(job, rt.WithRunRunning())),
		WantStatusUpdates: running,
		WantEvents:        began,
	}, {
		Name:              "made in an earlier pass, not in the cache yet",
		Objects:           objects(job),
		OtherTestData:     extras(live(runOf(job))),
		WantCreates:       attempt, // The attempt, which finds it.
		WantStatusUpdates: running,
		WantEvents:        began,
	}, {
		Name:              "left over from a former job of this name: waited out",
		Objects:           objects(job, runOf(former(job), rt.WithRunDone(corev1.ConditionTrue, "Succeeded", ""))),
		OtherTestData:     extras(requeued(time.Second)),
		WantStatusUpdates: waitsOut(job, "PipelineRun bake of a former job of this name"),
	}, {
		Name:              "left over, not in the cache yet",
		Objects:           objects(job),
		OtherTestData:     extras(live(runOf(former(job))), requeued(time.Second)),
		WantStatusUpdates: waitsOut(job, "PipelineRun bake of a former job of this name"),
		WantCreates:       attempt,
	}, {
		Name:              "somebody's",
		Objects:           objects(job, rt.NewPipelineRun("bake")),
		WantStatusUpdates: inTheWay,
		WantEvents:        failed(foreign),
	}, {
		Name:              "another job's, not in the cache yet",
		Objects:           objects(job),
		OtherTestData:     extras(live(runOf(rt.NewFournosJob("bread")))),
		WantCreates:       attempt,
		WantStatusUpdates: inTheWay,
		WantEvents:        failed(foreign),
	}})
}

func TestLaunchRefused(t *testing.T) {
	job := admittedTo("oslo")
	attempt := objects(copyOf(job, "bake-kubeconfig", kubeconfig("oslo")), resources.PipelineRun(job, 1, nil, testSettings(t)))
	invalid := apierrs.NewInvalid(schema.GroupKind{Group: "tekton.dev", Kind: "PipelineRun"}, "bake", nil)
	var table rtesting.TableTest
	for message, err := range map[string]error{
		"PipelineRun bake was refused: expected exactly one, got neither: spec.pipelineRef": apierrs.NewBadRequest("expected exactly one, got neither: spec.pipelineRef"),
		"PipelineRun bake was refused: " + invalid.Error():                                  invalid,
	} {
		table = append(table, rtesting.TableRow{
			Name:              "by Tekton, for good: the cluster is given back",
			Objects:           objects(job, kubeconfig("oslo"), workloadOf(job)),
			WithReactors:      answer("create", "pipelineruns", err),
			WantCreates:       attempt,
			WantDeletes:       deletionOf("workloads", "bake"),
			WantStatusUpdates: statusWrite(with(job, withFailure("PipelineRunRefused", message))),
			WantEvents:        failed(message),
		})
	}
	forbidden := apierrs.NewForbidden(schema.GroupResource{Resource: "pipelineruns"}, "bake", nil)
	run(t, append(table, rtesting.TableRow{
		Name:         "while the API server is in trouble: retried",
		Objects:      objects(job, kubeconfig("oslo"), workloadOf(job)),
		WithReactors: down("create", "pipelineruns"),
		WantCreates:  attempt,
		WantErr:      true,
		WantEvents:   retried(),
	}, rtesting.TableRow{
		Name:         "for want of quota in the namespace: retried",
		Objects:      objects(job, kubeconfig("oslo"), workloadOf(job)),
		WithReactors: answer("create", "pipelineruns", forbidden),
		WantCreates:  attempt,
		WantErr:      true,
		WantEvents:   warning("InternalError", forbidden.Error()),
	}))
}

func TestDashboardURL(t *testing.T) {
	for base, want := range map[string]string{
		"":                           "",
		"https://dashboard.example":  runPage,
		"https://dashboard.example/": runPage,
	} {
		s := testSettings(t)
		s.TektonDashboardURL = base
		if got := (&Reconciler{settings: s}).runURL(rt.NewPipelineRun("bake")); got != want {
			t.Errorf("runURL with the base %q = %q, want %q", base, got, want)
		}
	}
}
