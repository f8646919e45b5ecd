package fournosjob

import (
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

const looksUp = "Job bake-resolve looks up hardware and secrets"

// beingResolved is a job as accept leaves it.
func beingResolved(job *fournosv1.FournosJob) *fournosv1.FournosJob {
	return with(job, rt.WithPhase(fournosv1.PhaseResolving, looksUp),
		rt.WithStatus(func(s *fournosv1.FournosJobStatus) { s.StartTime = ptr.To(rt.At(0)) }))
}

func withStart(at string) rt.FournosJobOption {
	return rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.ScheduledStartTime = at })
}

func TestAccept(t *testing.T) {
	oslo := rt.NewResourceFlavor("oslo")
	var table rtesting.TableTest
	for _, row := range []struct {
		name    string
		job     *fournosv1.FournosJob
		objects []runtime.Object
		live    []runtime.Object
	}{
		{"exclusive", rt.NewFournosJob("bake", rt.WithCluster("oslo")), objects(oslo), nil},
		{"shared, pinned", rt.NewFournosJob("bake", rt.WithShared(), rt.WithCluster("oslo")), objects(oslo), nil},
		{"shared, any cluster", rt.NewFournosJob("bake", rt.WithShared()), nil, nil},
		{"hardware only", rt.NewFournosJob("bake", rt.WithShared(), rt.WithHardware("a100", 4)), nil, nil},
		{"clusterless", rt.NewFournosJob("bake", rt.WithClusterless()), nil, nil},
		{"lock", rt.NewFournosJob("bake", rt.WithCluster("oslo"), rt.WithLockOnly()), objects(oslo), nil},
		{"with a priority", rt.NewFournosJob("bake", rt.WithShared(), rt.WithPriority("high")), objects(rt.NewWorkloadPriorityClass("high", 10)), nil},
		{"clusterless, whose priority nobody will read", rt.NewFournosJob("bake", rt.WithClusterless(), rt.WithPriority("none")), nil, nil},
		{"flavor not in the cache yet", rt.NewFournosJob("bake", rt.WithCluster("oslo")), objects(rt.NewResourceFlavor("rome")), objects(oslo)},
		{"priority class not in the cache yet", rt.NewFournosJob("bake", rt.WithShared(), rt.WithPriority("high")), nil, objects(rt.NewWorkloadPriorityClass("high", 10))},
		{"start time has passed", rt.NewFournosJob("bake", rt.WithShared(), withStart("2026-03-14T15:09:26Z")), nil, nil},
		{"start time has come", with(rt.NewFournosJob("bake", rt.WithShared(), withStart("2026-03-14T16:09:26+01:00")),
			rt.WithPhase(fournosv1.PhaseScheduled, "Starts at 2026-03-14T16:09:26+01:00")), nil, nil},
	} {
		table = append(table, rtesting.TableRow{
			Name:              row.name,
			Objects:           append(objects(row.job), row.objects...),
			OtherTestData:     extras(live(row.live...)),
			WantStatusUpdates: statusWrite(beingResolved(row.job)),
			WantEvents:        normal(fournosv1.PhaseResolving, looksUp),
		})
	}
	run(t, table)
}

func TestAcceptRefuses(t *testing.T) {
	var table rtesting.TableTest
	for _, row := range []struct {
		name            string
		job             *fournosv1.FournosJob
		objects         []runtime.Object
		reason, message string
	}{{
		name:   "exclusive by default, without a cluster",
		job:    rt.NewFournosJob("bake"),
		reason: "InvalidSpec",
		message: "an exclusive job (exclusive is true by default) needs the name of its cluster; set cluster, or exclusive: false: " +
			"spec.cluster, spec.exclusive",
	}, {
		name:    "clusterless and exclusive, with a cluster",
		job:     rt.NewFournosJob("bake", rt.WithClusterless(), rt.WithCluster("oslo"), rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.Exclusive = ptr.To(true) })),
		objects: objects(rt.NewResourceFlavor("oslo")),
		reason:  "InvalidSpec",
		message: "a clusterless job has no cluster; remove one of the two: spec.cluster, spec.clusterless; " +
			"a clusterless job takes no cluster for itself; set exclusive: false: spec.clusterless, spec.exclusive",
	}, {
		name:    "start time that does not parse",
		job:     rt.NewFournosJob("bake", rt.WithShared(), withStart("tomorrow")),
		reason:  "InvalidSpec",
		message: `"tomorrow" is no RFC 3339 time such as 2030-01-31T18:00:00Z: spec.scheduledStartTime`,
	}, {
		name:    "unknown cluster",
		job:     rt.NewFournosJob("bake", rt.WithCluster("olso")),
		objects: objects(rt.NewResourceFlavor("rome"), rt.NewResourceFlavor("oslo")),
		reason:  "ClusterNotFound",
		message: "Cluster 'olso' not found; spec.cluster may be one of: oslo, rome",
	}, {
		name:    "flavor by the cluster's name that no node selector reaches",
		job:     rt.NewFournosJob("bake", rt.WithCluster("oslo")),
		objects: objects(unlabelled("oslo")),
		reason:  "ClusterNotFound",
		message: "Cluster 'oslo' not found; spec.cluster may be one of: (none exist)",
	}, {
		name:    "unknown priority",
		job:     rt.NewFournosJob("bake", rt.WithShared(), rt.WithPriority("hihg")),
		objects: objects(rt.NewWorkloadPriorityClass("low", 1), rt.NewWorkloadPriorityClass("high", 2)),
		reason:  "PriorityNotFound",
		message: "WorkloadPriorityClass 'hihg' not found; spec.priority may be one of: high, low",
	}, {
		name:    "a priority, where none exist",
		job:     rt.NewFournosJob("bake", rt.WithShared(), rt.WithPriority("high")),
		reason:  "PriorityNotFound",
		message: "WorkloadPriorityClass 'high' not found; spec.priority may be one of: (none exist)",
	}, {
		name: "start time edited, while it waits, to one that does not parse",
		job: with(rt.NewFournosJob("bake", rt.WithShared(), withStart("2026-03-14T18:00:00Z")),
			rt.WithPhase(fournosv1.PhaseScheduled, "Starts at 2026-03-14T18:00:00Z"), withStart("18:30")),
		reason:  "InvalidSpec",
		message: `"18:30" is no RFC 3339 time such as 2030-01-31T18:00:00Z: spec.scheduledStartTime`,
	}, {
		name: "edited, while it waited, to a cluster that is not there",
		job: with(rt.NewFournosJob("bake", rt.WithCluster("olso"), withStart("2026-03-14T15:09:26Z")),
			rt.WithPhase(fournosv1.PhaseScheduled, "Starts at 2026-03-14T15:09:26Z")),
		objects: objects(rt.NewResourceFlavor("oslo")),
		reason:  "ClusterNotFound",
		message: "Cluster 'olso' not found; spec.cluster may be one of: oslo",
	}} {
		table = append(table, rtesting.TableRow{
			Name:              row.name,
			Objects:           append(objects(row.job), row.objects...),
			WantStatusUpdates: statusWrite(with(row.job, withFailure(row.reason, row.message))),
			WantEvents:        failed(row.message),
		})
	}
	run(t, table)
}

func unlabelled(flavor string) runtime.Object {
	f := rt.NewResourceFlavor(flavor)
	f.Spec.NodeLabels = nil
	return f
}

func TestAcceptWaitsForStart(t *testing.T) {
	job := rt.NewFournosJob("bake", rt.WithShared(), withStart("2026-03-14T15:39:26Z"))
	scheduled := with(job, rt.WithPhase(fournosv1.PhaseScheduled, "Starts at 2026-03-14T15:39:26Z"))
	moved := with(scheduled, withStart("2026-03-14T15:09:27Z"))

	run(t, rtesting.TableTest{{
		Name:              "start in half an hour",
		Objects:           objects(job),
		WantStatusUpdates: statusWrite(scheduled),
		WantEvents:        normal(fournosv1.PhaseScheduled, "Starts at 2026-03-14T15:39:26Z"),
		OtherTestData:     extras(requeued(30 * time.Minute)),
	}, {
		Name:          "woken early, it waits on and writes nothing",
		Objects:       objects(scheduled),
		OtherTestData: extras(requeued(30 * time.Minute)),
	}, {
		Name:              "the start was moved",
		Objects:           objects(moved),
		WantStatusUpdates: statusWrite(with(moved, rt.WithPhase(fournosv1.PhaseScheduled, "Starts at 2026-03-14T15:09:27Z"))),
		OtherTestData:     extras(requeued(time.Second)),
	}})
}

// unknown is a job that was looked at, and of which nothing is known yet.
func unknown(job *fournosv1.FournosJob) *fournosv1.FournosJob {
	return with(job, rt.WithStatus(func(s *fournosv1.FournosJobStatus) {
		s.InitializeConditions()
		s.ObservedGeneration = job.Generation
	}))
}

func TestAcceptIsRetried(t *testing.T) {
	pinned := rt.NewFournosJob("bake", rt.WithCluster("oslo"))
	urgent := rt.NewFournosJob("bake", rt.WithShared(), rt.WithPriority("high"))

	run(t, rtesting.TableTest{{
		Name:              "flavors cannot be read",
		Objects:           objects(pinned),
		WantStatusUpdates: statusWrite(unknown(pinned)),
		WithReactors:      down("list", "resourceflavors"),
		WantErr:           true,
		WantEvents:        retried(),
	}, {
		Name:              "priority classes cannot be read",
		Objects:           objects(urgent),
		WantStatusUpdates: statusWrite(unknown(urgent)),
		WithReactors:      down("list", "workloadpriorityclasses"),
		WantErr:           true,
		WantEvents:        retried(),
	}})
}
