package fournosjob

import (
	"cmp"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	clientgotesting "k8s.io/client-go/testing"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

func objects(all ...runtime.Object) []runtime.Object { return all }

// An extra is what a row says in its OtherTestData.
type extra func(map[string]any)

func extras(all ...extra) map[string]any {
	data := map[string]any{}
	for _, add := range all {
		add(data)
	}
	return data
}

// live says that the API server has objects and the cache has not yet.
func live(all ...runtime.Object) extra { return func(data map[string]any) { data[rt.OnlyLive] = all } }

// cached says that the cache has objects still and the API server has not.
func cached(all ...runtime.Object) extra {
	return func(data map[string]any) { data[rt.OnlyCached] = all }
}

// requeued says that the pass asks to be repeated.
func requeued(after time.Duration) extra {
	return func(data map[string]any) { data[requeueAfter] = after }
}

// changed is the key of a row's OtherTestData under which it says how its reconciler differs from that of others: those
// hold nothing back, and end a pass with each change of phase.
const changed = "changed"

func reconcilerWith(change func(*Reconciler)) extra {
	return func(data map[string]any) { data[changed] = change }
}

// statusWrite is the write of a job's status.
func statusWrite(job *fournosv1.FournosJob) []clientgotesting.UpdateActionImpl {
	return []clientgotesting.UpdateActionImpl{{Object: job}}
}

// deletionOf an object in Namespace. That it carries the UID is checked by probe.
func deletionOf(resource, name string) []clientgotesting.DeleteActionImpl {
	action := clientgotesting.DeleteActionImpl{Name: name}
	action.Namespace = rt.Namespace
	action.Verb = "delete"
	action.Resource.Resource = resource
	return []clientgotesting.DeleteActionImpl{action}
}

func patchOf(name, body string) []clientgotesting.PatchActionImpl {
	action := clientgotesting.PatchActionImpl{Name: name, PatchType: types.MergePatchType, Patch: []byte(body)}
	action.Namespace = rt.Namespace
	return []clientgotesting.PatchActionImpl{action}
}

func normal(phase fournosv1.Phase, message string) []string {
	return []string{corev1.EventTypeNormal + " " + string(phase) + " " + message}
}

func warning(reason, message string) []string {
	return []string{corev1.EventTypeWarning + " " + reason + " " + message}
}

// failed is the event of a job that failed.
func failed(message string) []string { return warning(string(fournosv1.PhaseFailed), message) }

const etcdIsDown = "Internal error occurred: etcd is down"

// down makes a call fail as it does while the API server is in trouble.
func down(verb, resource string) []clientgotesting.ReactionFunc {
	return answer(verb, resource, apierrs.NewInternalError(errors.New("etcd is down")))
}

// downFor limits reactions to calls that name an object.
func downFor(name string, reactions []clientgotesting.ReactionFunc) []clientgotesting.ReactionFunc {
	return []clientgotesting.ReactionFunc{func(action clientgotesting.Action) (bool, runtime.Object, error) {
		if named, ok := action.(interface{ GetName() string }); !ok || named.GetName() != name {
			return false, nil, nil
		}
		return reactions[0](action)
	}}
}

// retried is the event of a pass that the API server's trouble ended.
func retried() []string { return warning("InternalError", etcdIsDown) }

// conflicting makes a write fail as it does when somebody else was faster.
func conflicting(verb, resource string) []clientgotesting.ReactionFunc {
	return answer(verb, resource, apierrs.NewConflict(schema.GroupResource{Resource: resource}, "bake", errors.New("the object has been modified")))
}

func answer(verb, resource string, err error) []clientgotesting.ReactionFunc {
	return []clientgotesting.ReactionFunc{func(action clientgotesting.Action) (bool, runtime.Object, error) {
		return action.Matches(verb, resource), nil, err
	}}
}

// with copies a job as an earlier pass left it, and changes it.
func with(job *fournosv1.FournosJob, options ...rt.FournosJobOption) *fournosv1.FournosJob {
	job = job.DeepCopy()
	for _, option := range options {
		option(job)
	}
	return job
}

// withFailure ends the job now, as Failed.
func withFailure(reason, message string) rt.FournosJobOption {
	return rt.WithFinish(fournosv1.PhaseFailed, reason, message)
}

func withVersion(version string) rt.FournosJobOption {
	return func(j *fournosv1.FournosJob) { j.ResourceVersion = version }
}

func withEngineStatus(raw string) rt.FournosJobOption {
	return rt.WithStatus(func(s *fournosv1.FournosJobStatus) { s.EngineStatus = &runtime.RawExtension{Raw: []byte(raw)} })
}

func withStatusCluster(cluster string) rt.FournosJobOption {
	return rt.WithStatus(func(s *fournosv1.FournosJobStatus) { s.Cluster = cluster })
}

// former is the job of the same name that was deleted before this one was made.
func former(job *fournosv1.FournosJob) *fournosv1.FournosJob {
	return with(job, rt.WithUID("uid-of-former"))
}

// waitsOut is the job while something is on its way out that has the name of what it is about to make.
func waitsOut(job *fournosv1.FournosJob, what string) []clientgotesting.UpdateActionImpl {
	return statusWrite(with(job, rt.WithPhase(job.Status.Phase, "Waiting until "+what+" is gone")))
}

// workloadOf is the Workload that holds the job's cluster.
func workloadOf(job *fournosv1.FournosJob) *kueuev1beta2.Workload {
	return rt.NewWorkload(job.Name, rt.WithWorkloadOwner(job), rt.WithExclusive(), rt.WithAdmitted(cmp.Or(job.Status.Cluster, "oslo")))
}

func kubeconfig(cluster string) *corev1.Secret {
	return rt.NewSecret(secretsNamespace, "kubeconfig-"+cluster)
}

func vaultEntry(ref string) *corev1.Secret {
	return rt.NewSecret(secretsNamespace, "vault-"+ref, rt.WithSecretLabel(fournos.VaultEntryLabelKey, "true"))
}
