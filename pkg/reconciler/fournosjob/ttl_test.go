package fournosjob

import (
	"testing"
	"time"

	"k8s.io/utils/ptr"
	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

func withTTL(seconds int32) rt.FournosJobOption {
	return rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.TTLSecondsAfterFinished = &seconds })
}

// finished some time ago, and made long before that.
func finished(ago time.Duration) rt.FournosJobOption {
	return func(j *fournosv1.FournosJob) {
		j.CreationTimestamp = rt.At(-1000 * time.Hour)
		rt.WithFinish(fournosv1.PhaseFailed, "Failed", "failed")(j)
		j.Status.CompletionTime = ptr.To(rt.At(-ago))
	}
}

func TestTTL(t *testing.T) {
	job := with(running(), withTTL(3600), finished(59*time.Minute))
	over := with(job, finished(time.Hour))
	another := with(over, rt.WithUID("uid-of-another"))
	deletion := deletionOf("fournosjobs", "bake")

	run(t, rtesting.TableTest{{
		Name:          "counted from the end: a minute is left, nothing is written",
		Objects:       objects(job),
		OtherTestData: extras(requeued(time.Minute)),
	}, {
		Name:        "over",
		Objects:     objects(over, runOf(over, succeeded())),
		WantDeletes: deletion,
	}, {
		Name:        "none: at once",
		Objects:     objects(with(running(), withTTL(0), finished(0))),
		WantDeletes: deletion,
	}, {
		Name:    "absent: kept for good",
		Objects: objects(with(running(), finished(10000*time.Hour))),
	}, {
		Name:    "not counted while the job runs",
		Objects: objects(with(running(), withTTL(0)), runOf(running(), rt.WithRunRunning()), workloadOf(running())),
	}, {
		Name:          "over, and the job was deleted since the cache saw it",
		OtherTestData: extras(cached(over)),
		WantDeletes:   deletion,
	}, {
		Name:          "over, and another job has the name by now: that one stays",
		OtherTestData: extras(cached(over), live(another)),
		WantDeletes:   deletion, // The attempt, which the UID's precondition ends.
		WantErr:       true,
	}, {
		Name:         "over, and it cannot be deleted: retried",
		Objects:      objects(over),
		WithReactors: down("delete", "fournosjobs"),
		WantDeletes:  deletion,
		WantErr:      true,
		WantEvents:   retried(),
	}})
}
