package fournosjob

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const asks = "PipelineRun bake-admission asks Kueue for a cluster"

// asksKueue is a job as its resolution leaves it.
func asksKueue(job *fournosv1.FournosJob) *fournosv1.FournosJob {
	return with(job, rt.WithStep(fournosv1.ConditionResolved, corev1.ConditionTrue, "Resolved", ""),
		rt.WithPhase(fournosv1.PhasePending, asks), rt.WithStep(fournosv1.ConditionWorkloadAdmitted, corev1.ConditionFalse, "Pending", asks))
}

func fleet(gpus ...corev1.ResourceName) runtime.Object {
	return rt.NewClusterQueue("fournos", rt.WithQuota(8, gpus, "oslo"))
}

func TestResolved(t *testing.T) {
	clusterless := resolving(rt.WithCluster(""), rt.WithClusterless())
	var table rtesting.TableTest
	for _, row := range []struct {
		name    string
		job     *fournosv1.FournosJob
		objects []runtime.Object
		live    []runtime.Object
	}{
		{"exclusive", resolving(), nil, nil},
		{"shared, with hardware", resolving(rt.WithShared(), rt.WithHardware("a100", 2)), objects(fleet("fournos/gpu-h200", "fournos/gpu-a100")), nil},
		{"hardware only", resolving(rt.WithCluster(""), rt.WithShared(), rt.WithHardware("a100", 2)), objects(fleet("fournos/gpu-a100")), nil},
		{"lock, without hardware", resolving(rt.WithLockOnly()), nil, nil},
		{"with vault entries", resolving(rt.WithSecretRefs("hf", "s3")), objects(vaultEntry("hf"), vaultEntry("s3")), nil},
		{"vault entry kept for the creator", resolving(rt.WithSecretRefs("hf"), createdBy("ann")), objects(keptFor("hf", "bob, ann")), nil},
		{"GPU type not in the cache yet", resolving(rt.WithHardware("a100", 2)), nil, objects(fleet("fournos/gpu-a100"))},
	} {
		table = append(table, rtesting.TableRow{
			Name:              row.name,
			Objects:           append(objects(row.job, resolveJobOf(row.job, completed())), row.objects...),
			OtherTestData:     extras(live(row.live...)),
			WantStatusUpdates: statusWrite(asksKueue(row.job)),
			WantEvents:        normal(fournosv1.PhasePending, asks),
		})
	}
	run(t, append(table, rtesting.TableRow{
		Name:    "clusterless",
		Objects: objects(clusterless, resolveJobOf(clusterless, completed())),
		WantStatusUpdates: statusWrite(with(clusterless, withStatusCluster("[clusterless]"),
			rt.WithStep(fournosv1.ConditionResolved, corev1.ConditionTrue, "Resolved", ""),
			rt.WithPhase(fournosv1.PhaseAdmitted, "Runs on the hub, needs no cluster"))),
		WantEvents: normal(fournosv1.PhaseAdmitted, "Runs on the hub, needs no cluster"),
	}))
}

func TestResolvedRefuses(t *testing.T) {
	var table rtesting.TableTest
	for _, row := range []struct {
		name            string
		job             *fournosv1.FournosJob
		objects         []runtime.Object
		reason, message string
	}{{
		name:    "GPU type that no ClusterQueue covers",
		job:     resolving(rt.WithHardware("h100", 1)),
		objects: objects(fleet("fournos/gpu-h200", "fournos/gpu-a100", "cpu"), rt.NewClusterQueue("spare", rt.WithQuota(1, []corev1.ResourceName{"fournos/gpu-a100"}, "rome"))),
		reason:  "GPUNotAvailable",
		message: "GPU type 'h100' not available. Valid types: a100, h200 (spec.hardware.gpuType)",
	}, {
		name:    "GPU type, where there are none",
		job:     resolving(rt.WithHardware("h100", 1)),
		objects: objects(fleet()),
		reason:  "GPUNotAvailable",
		message: "GPU type 'h100' not available. Valid types: (none exist) (spec.hardware.gpuType)",
	}, {
		name:    "vault entry that is not there",
		job:     resolving(rt.WithSecretRefs("hf", "s3")),
		objects: objects(vaultEntry("hf")),
		reason:  "SecretNotFound",
		message: `Secret "vault-s3" not found in namespace psap-secrets: it should hold spec.secretRefs entry 's3'`,
	}, {
		name:    "vault entry in another namespace",
		job:     resolving(rt.WithSecretRefs("hf")),
		objects: objects(rt.NewSecret(rt.Namespace, "vault-hf", rt.WithSecretLabel("fournos.dev/vault-entry", "true"))),
		reason:  "SecretNotFound",
		message: `Secret "vault-hf" not found in namespace psap-secrets: it should hold spec.secretRefs entry 'hf'`,
	}, {
		name:    "Secret that is no vault entry",
		job:     resolving(rt.WithSecretRefs("hf")),
		objects: objects(rt.NewSecret(secretsNamespace, "vault-hf")),
		reason:  "SecretNotFound",
		message: `spec.secretRefs entry 'hf' not found in namespace psap-secrets: Secret "vault-hf" there is no vault entry, it lacks the label fournos.dev/vault-entry=true`,
	}, {
		name:    "vault entry kept for others",
		job:     resolving(rt.WithSecretRefs("hf"), createdBy("ann")),
		objects: objects(keptFor("hf", "bob joann\nann-marie")),
		reason:  "SecretNotAllowed",
		message: `spec.secretRefs entry 'hf' is kept for others: annotation fournos.dev/allowed-creators of Secret "vault-hf" in namespace psap-secrets does not list 'ann', who created the job`,
	}, {
		name:    "vault entry kept for nobody",
		job:     resolving(rt.WithSecretRefs("hf"), createdBy("ann")),
		objects: objects(keptFor("hf", "")),
		reason:  "SecretNotAllowed",
		message: `spec.secretRefs entry 'hf' is kept for others: annotation fournos.dev/allowed-creators of Secret "vault-hf" in namespace psap-secrets does not list 'ann', who created the job`,
	}, {
		name:    "vault entry kept for some, and a job of nobody",
		job:     resolving(rt.WithSecretRefs("hf")),
		objects: objects(keptFor("hf", "bob")),
		reason:  "SecretNotAllowed",
		message: `spec.secretRefs entry 'hf' is kept for some users; create the job with your name in its annotation fournos.dev/creator, as kubectl auth whoami tells it`,
	}, {
		name:    "vault entry whose copy would take the kubeconfig's name",
		job:     resolving(rt.WithSecretRefs("kubeconfig")),
		objects: objects(vaultEntry("kubeconfig")),
		reason:  "InvalidSpec",
		message: "'kubeconfig' is the name of the job's own copy of its cluster's kubeconfig; give the vault entry another name: spec.secretRefs",
	}} {
		table = append(table, rtesting.TableRow{
			Name:              row.name,
			Objects:           append(objects(row.job, resolveJobOf(row.job, completed())), row.objects...),
			WantStatusUpdates: statusWrite(with(row.job, withFailure(row.reason, row.message))),
			WantEvents:        failed(row.message),
		})
	}
	run(t, table)
}

func createdBy(user string) rt.FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.Annotations = map[string]string{"fournos.dev/creator": user} }
}

func keptFor(ref, users string) *corev1.Secret {
	entry := vaultEntry(ref)
	entry.Annotations = map[string]string{"fournos.dev/allowed-creators": users}
	return entry
}

// The Job's end may be in the cache before what its Pod wrote is.
func TestResolvedReadsTheLiveJob(t *testing.T) {
	stale := resolving(withVersion("1"))
	filled := with(stale, withVersion("2"), rt.WithHardware("a100", 2), rt.WithSecretRefs("hf"), withEngineStatus(`{"resolved":true}`),
		func(j *fournosv1.FournosJob) { j.Generation = 2 })
	wrong := with(filled, rt.WithHardware("h100", 1))
	unavailable := "GPU type 'h100' not available. Valid types: a100 (spec.hardware.gpuType)"
	end := resolveJobOf(stale, completed())

	run(t, rtesting.TableTest{{
		Name:              "hardware, vault entries and the engine's status",
		Objects:           objects(end, fleet("fournos/gpu-a100"), vaultEntry("hf")),
		OtherTestData:     extras(cached(stale), live(filled)),
		WantStatusUpdates: statusWrite(asksKueue(filled)),
		WantEvents:        normal(fournosv1.PhasePending, asks),
	}, {
		Name:              "hardware that is not there",
		Objects:           objects(end, fleet("fournos/gpu-a100"), vaultEntry("hf")),
		OtherTestData:     extras(cached(stale), live(wrong)),
		WantStatusUpdates: statusWrite(with(wrong, withFailure("GPUNotAvailable", unavailable))),
		WantEvents:        failed(unavailable),
	}, {
		Name:          "further on than the cache knows: left alone",
		Objects:       objects(end),
		OtherTestData: extras(cached(stale), live(asksKueue(filled))),
	}, {
		Name:          "another job of the same name by now: left alone",
		Objects:       objects(end),
		OtherTestData: extras(cached(stale), live(former(stale))),
	}, {
		Name:          "being deleted by now: left alone",
		Objects:       objects(end),
		OtherTestData: extras(cached(stale), live(with(filled, rt.WithDeletion()))),
	}, {
		Name:          "gone by now: left alone",
		Objects:       objects(end),
		OtherTestData: extras(cached(stale)),
	}})
}

func TestResolvedIsRetried(t *testing.T) {
	job := resolving(rt.WithHardware("a100", 2), rt.WithSecretRefs("hf"))
	end := resolveJobOf(job, completed())

	run(t, rtesting.TableTest{{
		Name:         "the job cannot be read",
		Objects:      objects(job, end, fleet("fournos/gpu-a100"), vaultEntry("hf")),
		WithReactors: down("get", "fournosjobs"),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:         "ClusterQueues cannot be read",
		Objects:      objects(job, end, vaultEntry("hf")),
		WithReactors: down("list", "clusterqueues"),
		WantErr:      true,
		WantEvents:   retried(),
	}, {
		Name:         "vault entries cannot be read",
		Objects:      objects(job, end, fleet("fournos/gpu-a100")),
		WithReactors: down("get", "secrets"),
		WantErr:      true,
		WantEvents:   retried(),
	}})
}
