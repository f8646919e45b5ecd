package fournosjob

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// That no value of a Secret gets into anything but its copy is checked by probe, for every row of every table.

func TestSecretsThatAreMissing(t *testing.T) {
	pinned := admittedTo("oslo", rt.WithSecretRefs("hf"))
	var table rtesting.TableTest
	for _, row := range []struct {
		name    string
		sources []runtime.Object
		copies  []runtime.Object
		message string
	}{{
		name:    "kubeconfig",
		sources: objects(kubeconfig("rome"), rt.NewSecret(rt.Namespace, "kubeconfig-oslo"), vaultEntry("hf")),
		message: `Secret "kubeconfig-oslo" not found in namespace psap-secrets: it should hold the kubeconfig of cluster oslo`,
	}, {
		name:    "vault entry that was there while the job was resolved",
		sources: objects(kubeconfig("oslo")),
		copies:  objects(copyOf(pinned, "bake-kubeconfig", kubeconfig("oslo"))),
		message: `Secret "vault-hf" not found in namespace psap-secrets: it should hold spec.secretRefs entry 'hf'`,
	}, {
		name:    "vault entry that lost its label",
		sources: objects(kubeconfig("oslo"), rt.NewSecret(secretsNamespace, "vault-hf", rt.WithSecretLabel("fournos.dev/vault-entry", "false"))),
		copies:  objects(copyOf(pinned, "bake-kubeconfig", kubeconfig("oslo"))),
		message: `spec.secretRefs entry 'hf' not found in namespace psap-secrets: Secret "vault-hf" there is no vault entry, it lacks the label fournos.dev/vault-entry=true`,
	}} {
		table = append(table, rtesting.TableRow{
			Name:              row.name,
			Objects:           append(objects(pinned, workloadOf(pinned)), row.sources...),
			WantCreates:       row.copies,
			WantDeletes:       deletionOf("workloads", "bake"),
			WantStatusUpdates: statusWrite(with(pinned, withFailure("SecretNotFound", row.message))),
			WantEvents:        failed(row.message),
		})
	}
	run(t, table)
}

func TestSecretsOwnership(t *testing.T) {
	job := admittedClusterless(rt.WithSecretRefs("hf"))
	hf := vaultEntry("hf")
	attempt := copyOf(job, "bake-hf", hf)
	run1 := resources.PipelineRun(job, 1, []resources.VaultCopy{{Ref: "hf", Keys: []string{"token"}}}, testSettings(t))
	foreign := `Secret "bake-hf" already exists and is not this job's; delete or rename it, or give the job another name`
	inTheWay := statusWrite(with(job, withFailure("NameConflict", foreign)))
	stands := func(options ...rt.SecretOption) *corev1.Secret {
		return rt.NewSecret(rt.Namespace, "bake-hf", options...)
	}

	run(t, rtesting.TableTest{{
		Name: "ours, of an earlier pass, stays as it is: its keys are mounted, whatever the source has now",
		Objects: objects(job, hf, stands(rt.WithSecretOwner(job),
			rt.WithSecretData(map[string]string{"token": "value of an earlier pass"}))),
		WantCreates:       objects(attempt, run1),
		WantStatusUpdates: statusWrite(launched(job)),
		WantEvents:        normal(fournosv1.PhaseRunning, "PipelineRun bake runs on the hub"),
	}, {
		Name:              "left over from a former job of this name: waited out",
		Objects:           objects(job, hf, stands(rt.WithSecretOwner(former(job)))),
		WantCreates:       objects(attempt),
		OtherTestData:     extras(requeued(time.Second)),
		WantStatusUpdates: waitsOut(job, "Secret bake-hf of a former job of this name"),
	}, {
		Name:              "another job's: bake with the entry hf and bake-hf want the same",
		Objects:           objects(job, hf, stands(rt.WithSecretOwner(rt.NewFournosJob("bread")))),
		WantCreates:       objects(attempt),
		WantStatusUpdates: inTheWay,
		WantEvents:        failed(foreign),
	}, {
		Name:              "somebody's",
		Objects:           objects(job, hf, stands()),
		WantCreates:       objects(attempt),
		WantStatusUpdates: inTheWay,
		WantEvents:        failed(foreign),
	}})
}

func TestSecretsAreRetried(t *testing.T) {
	pinned := admittedTo("oslo")
	attempt := objects(copyOf(pinned, "bake-kubeconfig", kubeconfig("oslo")))
	quoting := apierrs.NewInvalid(schema.GroupKind{Kind: "Secret"}, "bake-kubeconfig",
		field.ErrorList{field.Invalid(field.NewPath("data"), "value of kubeconfig-oslo", "is off")})
	unusable := `Secret "kubeconfig-oslo" in namespace psap-secrets cannot be copied: the API server refuses a copy of type ""; make it one of type Opaque`

	run(t, rtesting.TableTest{{
		Name:         "cannot be read",
		Objects:      objects(pinned, workloadOf(pinned)),
		WithReactors: down("get", "secrets"),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:         "cannot be made",
		Objects:      objects(pinned, workloadOf(pinned), kubeconfig("oslo")),
		WithReactors: down("create", "secrets"),
		WantCreates:  attempt,
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:              "not retried: the API server will never take the copy, and its words may quote the Secret",
		Objects:           objects(pinned, workloadOf(pinned), kubeconfig("oslo")),
		WithReactors:      answer("create", "secrets", quoting),
		WantCreates:       attempt,
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(pinned, withFailure("SecretNotUsable", unusable))),
		WantEvents:        failed(unusable),
	}})
}

// Read twice, a source could change between the check and the copy.
func TestSecretsAreReadOnce(t *testing.T) {
	job := admittedTo("oslo", rt.WithSecretRefs("hf"))
	vault := []resources.VaultCopy{{Ref: "hf", Keys: []string{"key"}}}
	run(t, rtesting.TableTest{{
		Name:    "each source",
		Objects: objects(job, workloadOf(job), kubeconfig("oslo"), vaultEntry("hf")),
		WantCreates: objects(copyOf(job, "bake-kubeconfig", kubeconfig("oslo")), copyOf(job, "bake-hf", vaultEntry("hf")),
			resources.PipelineRun(job, 1, vault, testSettings(t))),
		WantStatusUpdates: statusWrite(launched(job)),
		WantEvents:        normal(fournosv1.PhaseRunning, "PipelineRun bake runs on oslo"),
		PostConditions: []func(*testing.T, *rtesting.TableRow){func(t *testing.T, row *rtesting.TableRow) {
			reads := 0
			for _, action := range row.Ctx.Value(probeKey{}).(*probe).actions {
				if action.Matches("get", "secrets") {
					reads++
				}
			}
			if reads != 2 {
				t.Errorf("%d reads of Secrets, want one for each source", reads)
			}
		}},
	}})
}
