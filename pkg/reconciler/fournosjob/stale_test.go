package fournosjob

import (
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// TestStale has the cache lag behind for each step that makes something. Nothing is made, and nothing written: what the
// job is by now comes with its event.
func TestStale(t *testing.T) {
	admitted, clusterless, template := admittedTo("oslo"), admittedClusterless(), hourly()
	var table rtesting.TableTest
	for step, row := range map[string]struct {
		job     *fournosv1.FournosJob
		objects []runtime.Object
	}{
		"resolve Job":                    {resolving(), objects(usablePipeline())},
		"admission run":                  {pending(), nil},
		"Secrets and run":                {admitted, objects(workloadOf(admitted), kubeconfig("oslo"))},
		"run on the hub":                 {clusterless, nil},
		"job of a template":              {template, nil},
		"job of a template, on its wish": {hourly(withTrigger(triggeredAt)), nil},
	} {
		job := with(row.job, withVersion("1"))
		for state, now := range map[string]runtime.Object{
			"gone":                     nil,
			"another of that name":     former(job),
			"being deleted":            with(job, rt.WithDeletion(), withVersion("2")),
			"stopped":                  with(job, rt.WithFinish(fournosv1.PhaseStopped, "Stopped", byUser), withVersion("2")),
			"told to stop":             with(stop(job), withVersion("2")),
			"further":                  with(job, rt.WithPhase(fournosv1.PhaseRunning, ""), withVersion("2")),
			"written by somebody else": with(job, withEngineStatus(`{"percent":1}`), withVersion("2")),
		} {
			stands := objects()
			if now != nil {
				stands = objects(now)
			}
			table = append(table, rtesting.TableRow{
				Name: step + ": the job is " + state, Objects: row.objects,
				OtherTestData: extras(cached(job), live(stands...)),
			})
		}
		table = append(table, rtesting.TableRow{
			Name: step + ": what the job is cannot be read", Objects: append(objects(job), row.objects...),
			WithReactors: down("get", "fournosjobs"),
			WantErr:      true,
			WantEvents:   retried(),
		})
	}
	run(t, table)
}

// TestStaleCluster has a job begin to work whose cluster the cache still has, and the API server has not.
func TestStaleCluster(t *testing.T) {
	job := admittedTo("oslo")
	back := func(why string) ([]string, *fournosv1.FournosJob) {
		again := queuedFor(job, 1, why)
		return append(warning("Evicted", why), normal(fournosv1.PhasePending, again.Status.Message)...), again
	}
	var table rtesting.TableTest
	for why, now := range map[string]runtime.Object{
		wanted:  evicted(job),
		deleted: nil,
		"Workload bake, which holds cluster oslo, is being deleted": beingDeleted(workloadOf(job)),
		"Workload bake holds cluster rome in place of oslo":         rt.NewWorkload("bake", rt.WithWorkloadOwner(job), rt.WithExclusive(), rt.WithAdmitted("rome")),
	} {
		events, again := back(why)
		stands := objects()
		if now != nil {
			stands = objects(now)
		}
		table = append(table, rtesting.TableRow{
			Name: why, Objects: objects(job, kubeconfig("oslo")), OtherTestData: extras(cached(workloadOf(job)), live(stands...)),
			WantStatusUpdates: statusWrite(again), WantEvents: events,
		})
	}
	run(t, append(table, rtesting.TableRow{
		Name:              "not lost: the cache has the eviction of the attempt before",
		Objects:           objects(job, kubeconfig("oslo")),
		OtherTestData:     extras(cached(evicted(job)), live(workloadOf(job))),
		WantCreates:       objects(copyOf(job, "bake-kubeconfig", kubeconfig("oslo")), resources.PipelineRun(job, 1, nil, testSettings(t))),
		WantStatusUpdates: statusWrite(launched(job)),
		WantEvents:        normal(fournosv1.PhaseRunning, launched(job).Status.Message),
	}, rtesting.TableRow{
		Name:         "whether it is lost cannot be read",
		Objects:      objects(job, kubeconfig("oslo"), workloadOf(job)),
		WithReactors: down("get", "workloads"),
		WantErr:      true,
		WantEvents:   retried(),
	}))
}
