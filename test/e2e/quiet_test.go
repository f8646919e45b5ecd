//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// quiet is how long nothing happens.
const quiet = time.Minute

// TestQuietController has one job hold a cluster and another wait for it, and reads in the API server's audit log that
// Fournos asks for nothing while nothing changes. It is not parallel, so that no other test makes changes.
func TestQuietController(t *testing.T) {
	c := test.NewClients(t)
	holder := c.Create(t, "quiet-holder", fournosv1.FournosJobSpec{Cluster: "cluster-1", LockOnly: true})
	c.UntilMessage(t, holder.Name, "Cluster lock held on cluster-1")
	waiter := c.Create(t, "quiet-waiter", fournosv1.FournosJobSpec{Cluster: "cluster-1", ExecutionEngine: test.Engine(t, nil)})
	c.UntilMessage(t, waiter.Name, holder.Name)

	last := time.Now()
	test.Eventually(t, func(context.Context) error {
		for _, request := range slices.Concat(test.Requests(t, test.ControllerUser, last), test.Requests(t, test.QuotaUser, last)) {
			// Leases keep the leader; a watch is renewed every few minutes by its client.
			if request.ObjectRef.Resource == "leases" || request.Verb == "watch" {
				continue
			}
			if request.Received.After(last) {
				last = request.Received
			}
			t.Logf("%s %s", request.Verb, request.URI)
		}
		if since := time.Since(last); since < quiet {
			return fmt.Errorf("the last request came %v ago", since)
		}
		return nil
	})
}
