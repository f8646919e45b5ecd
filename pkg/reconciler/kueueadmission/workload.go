package kueueadmission

import (
	"context"
	"fmt"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/kueue"
)

// customRunAnnotation of a Workload names the gate that asked for it.
const customRunAnnotation = fournos.GroupName + "/custom-run"

// leftover is a Workload that has the name we need and is on its way out. Its deletion brings us back.
type leftover struct {
	message string
}

func (e *leftover) Error() string { return e.message }

// ensureWorkload finds the gate's Workload, or creates it. Its error is a *userError, a *leftover,
// errOutdated, or the API's.
func (r *Reconciler) ensureWorkload(ctx context.Context, run *pipelinev1beta1.CustomRun, h *holding, request *kueue.Request) (*kueuev1beta2.Workload, error) {
	found, err := r.workloadLister.Workloads(run.Namespace).Get(h.workload)
	if err == nil {
		return h.claim(found)
	}
	if !apierrors.IsNotFound(err) {
		return nil, err
	}
	unknown, err := r.lookUp(ctx, request)
	if err != nil {
		return nil, err
	}
	if unknown != nil {
		return nil, unknown
	}
	request.Name, request.Owner, request.JobName = h.workload, h.owner, h.job
	request.Annotations = map[string]string{customRunAnnotation: run.Name}

	if err := r.confirm(ctx, run, h); err != nil {
		return nil, err
	}
	workloads := r.kueueClient.KueueV1beta2().Workloads(run.Namespace)
	created, err := workloads.Create(ctx, kueue.NewWorkload(request), metav1.CreateOptions{})
	switch {
	case apierrors.IsAlreadyExists(err):
		// The cache lags behind our own write, or somebody else was first.
		if found, err = workloads.Get(ctx, h.workload, metav1.GetOptions{}); err != nil {
			return nil, err
		}
		return h.claim(found)
	case apierrors.IsInvalid(err):
		return nil, invalid("Kueue refuses the Workload that these params make: %v", err)
	}
	return created, err
}

// claim tells whether a Workload with the right name is the gate's own.
func (h *holding) claim(w *kueuev1beta2.Workload) (*kueuev1beta2.Workload, error) {
	if w.DeletionTimestamp != nil {
		return nil, &leftover{fmt.Sprintf("Waiting for Workload %s to be deleted", w.Name)}
	}
	if h.owns(w) {
		return w, nil
	}
	owner := metav1.GetControllerOf(w)
	if owner != nil && owner.Name == h.owner.Name && groupKind(owner) == groupKind(&h.owner) {
		return nil, &leftover{fmt.Sprintf("Waiting for Workload %s of a former %s %s to be deleted", w.Name, owner.Kind, owner.Name)}
	}
	by := "nobody"
	if owner != nil {
		by = owner.Kind + " " + owner.Name
	}
	return nil, &userError{
		reason: fournos.ReasonNameConflict,
		message: fmt.Sprintf("There is another Workload %s, owned by %s: delete it, or use another name for this run",
			w.Name, by),
	}
}

// owns tells whether a Workload belongs to this very owner, not to another one of its name.
func (h *holding) owns(w *kueuev1beta2.Workload) bool {
	owner := metav1.GetControllerOf(w)
	return owner != nil && owner.UID == h.owner.UID
}

func groupKind(ref *metav1.OwnerReference) schema.GroupKind {
	return schema.FromAPIVersionAndKind(ref.APIVersion, ref.Kind).GroupKind()
}

// release deletes the gate's Workload, wherever it is, and so gives its quota back. It asks the API server when the
// cache knows of none: a Workload that was created a moment ago would hold its quota for good.
func (r *Reconciler) release(ctx context.Context, namespace string, h *holding) error {
	w, err := r.workloadLister.Workloads(namespace).Get(h.workload)
	if apierrors.IsNotFound(err) {
		w, err = r.kueueClient.KueueV1beta2().Workloads(namespace).Get(ctx, h.workload, metav1.GetOptions{})
	}
	if apierrors.IsNotFound(err) || err == nil && !h.owns(w) {
		return nil
	}
	if err != nil {
		return err
	}
	return r.deleteWorkload(ctx, w)
}

func (r *Reconciler) deleteWorkload(ctx context.Context, w *kueuev1beta2.Workload) error {
	if w.DeletionTimestamp != nil {
		return nil
	}
	err := r.kueueClient.KueueV1beta2().Workloads(w.Namespace).Delete(ctx, w.Name, metav1.DeleteOptions{
		// Not another one of that name.
		Preconditions: metav1.NewUIDPreconditions(string(w.UID)),
	})
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

// updateWorkload writes what a change makes of the Workload's status, if it makes anything. It writes over the version
// that was read, so that whatever Kueue decided meanwhile is seen first.
func (r *Reconciler) updateWorkload(ctx context.Context, w *kueuev1beta2.Workload, change func(*kueuev1beta2.Workload) bool) error {
	changed := w.DeepCopy()
	if !change(changed) {
		return nil
	}
	_, err := r.kueueClient.KueueV1beta2().Workloads(w.Namespace).UpdateStatus(ctx, changed, metav1.UpdateOptions{})
	return err
}
