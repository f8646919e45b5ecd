package fournosjob

import (
	"context"
	"slices"
	"strings"
	"time"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"knative.dev/pkg/controller"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources/names"
)

// accept checks all of a job's spec that can be checked before anything is made for it, and lets the job begin.
func (r *Reconciler) accept(ctx context.Context, job *fournosv1.FournosJob) error {
	if err := job.Validate(ctx); err != nil {
		return failf(ReasonInvalidSpec, "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	if err := r.checkCluster(ctx, job); err != nil {
		return err
	}
	if err := r.checkPriority(ctx, job); err != nil {
		return err
	}
	if job.Spec.Schedule != "" {
		return r.recur(ctx, job)
	}
	return r.awaitStart(ctx, job)
}

// awaitStart lets the job begin at spec.scheduledStartTime, or at once if there is none.
func (r *Reconciler) awaitStart(_ context.Context, job *fournosv1.FournosJob) error {
	if at := job.Spec.ScheduledStartTime; at != "" {
		start, err := time.Parse(time.RFC3339, at)
		if err != nil {
			return err // Validated before.
		}
		if wait := start.Sub(r.clock.Now()); wait > 0 {
			job.Status.Enter(fournosv1.PhaseScheduled, "Starts at "+at)
			return controller.NewRequeueAfter(wait)
		}
	}
	now := r.now()
	job.Status.StartTime = &now
	job.Status.Enter(fournosv1.PhaseResolving, lookingUp(names.ResolveJob(job)))
	return nil
}

// checkCluster refuses a cluster that no ResourceFlavor stands for: Kueue would let the job wait for ever.
func (r *Reconciler) checkCluster(ctx context.Context, job *fournosv1.FournosJob) error {
	cluster := job.Spec.Cluster
	if cluster == "" {
		return nil
	}
	flavors, err := r.flavors.List(labels.Everything())
	if err != nil {
		return err
	}
	if slices.Contains(clusters(flavors), cluster) {
		return nil
	}
	// The cache may lag behind a flavor that was made just before the job.
	live, err := r.kueue.KueueV1beta2().ResourceFlavors().List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	flavors = flavors[:0:0]
	for i := range live.Items {
		flavors = append(flavors, &live.Items[i])
	}
	known := clusters(flavors)
	if slices.Contains(known, cluster) {
		return nil
	}
	return failf(ReasonClusterNotFound, "Cluster '%s' not found; spec.cluster may be one of: %s", cluster, list(known))
}

// clusters are the names that a node selector can pin a Workload to.
func clusters(flavors []*kueuev1beta2.ResourceFlavor) []string {
	var known []string
	for _, flavor := range flavors {
		if cluster := flavor.Spec.NodeLabels[fournos.ClusterLabelKey]; cluster != "" {
			known = append(known, cluster)
		}
	}
	slices.Sort(known)
	return slices.Compact(known)
}

func (r *Reconciler) checkPriority(ctx context.Context, job *fournosv1.FournosJob) error {
	priority := job.Spec.Priority
	if priority == "" || job.Spec.Clusterless {
		return nil
	}
	_, err := r.priorities.Get(priority)
	if !apierrs.IsNotFound(err) {
		return err
	}
	live, err := r.kueue.KueueV1beta2().WorkloadPriorityClasses().List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	var known []string
	for i := range live.Items {
		known = append(known, live.Items[i].Name)
	}
	if slices.Contains(known, priority) {
		return nil
	}
	slices.Sort(known)
	return failf(ReasonPriorityNotFound, "WorkloadPriorityClass '%s' not found; spec.priority may be one of: %s", priority, list(known))
}

func list(names []string) string {
	if len(names) == 0 {
		return "(none exist)"
	}
	return strings.Join(names, ", ")
}
