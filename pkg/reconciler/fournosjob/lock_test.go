package fournosjob

import (
	"testing"
	"time"

	rtesting "knative.dev/pkg/reconciler/testing"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

func withLockUntil(at string) rt.FournosJobOption {
	return rt.WithSpec(func(s *fournosv1.FournosJobSpec) { s.LockUntil = at })
}

// holding is a lock that holds oslo, with the message given.
func holding(message string, options ...rt.FournosJobOption) *fournosv1.FournosJob {
	return with(admittedTo("oslo", append([]rt.FournosJobOption{rt.WithLockOnly()}, options...)...), rt.WithPhase(fournosv1.PhaseAdmitted, message))
}

func TestLock(t *testing.T) {
	const held = "Cluster lock held on oslo"
	admitted := admittedTo("oslo", rt.WithLockOnly())
	until := withLockUntil("2026-03-14T15:39:26Z")
	bad := withLockUntil("noon")
	badMessage := held + `; spec.lockUntil "noon" is no RFC 3339 time such as 2030-01-31T18:00:00Z`
	over := holding(held+" until 2026-03-14T15:09:26Z", withLockUntil("2026-03-14T15:09:26Z"))
	released := "Cluster lock on oslo released at 2026-03-14T15:09:26Z"

	run(t, rtesting.TableTest{{
		Name:              "held for good: nothing is made, no Secret is copied",
		Objects:           objects(admitted, workloadOf(admitted), kubeconfig("oslo")),
		WantStatusUpdates: statusWrite(holding(held)),
	}, {
		Name:    "idle: held for good",
		Objects: objects(holding(held), workloadOf(admitted)),
	}, {
		Name:              "held for half an hour",
		Objects:           objects(with(admitted, until), workloadOf(admitted)),
		WantStatusUpdates: statusWrite(holding(held+" until 2026-03-14T15:39:26Z", until)),
		OtherTestData:     extras(requeued(30 * time.Minute)),
	}, {
		Name:          "idle: held for half an hour",
		Objects:       objects(holding(held+" until 2026-03-14T15:39:26Z", until), workloadOf(admitted)),
		OtherTestData: extras(requeued(30 * time.Minute)),
	}, {
		Name:              "edited to a time that does not parse: held on",
		Objects:           objects(with(holding(held+" until 2026-03-14T15:39:26Z"), bad), workloadOf(admitted)),
		WantStatusUpdates: statusWrite(holding(badMessage, bad)),
	}, {
		Name:              "edited again: held for half an hour",
		Objects:           objects(with(holding(badMessage), until), workloadOf(admitted)),
		WantStatusUpdates: statusWrite(holding(held+" until 2026-03-14T15:39:26Z", until)),
		OtherTestData:     extras(requeued(30 * time.Minute)),
	}, {
		Name:              "its time has come: the cluster is given back",
		Objects:           objects(over, workloadOf(over)),
		WantDeletes:       deletionOf("workloads", "bake"),
		WantStatusUpdates: statusWrite(with(over, rt.WithFinish(fournosv1.PhaseSucceeded, "LockReleased", released))),
		WantEvents:        normal(fournosv1.PhaseSucceeded, released),
	}})
}
