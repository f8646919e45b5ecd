//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// What a job may cost, counted in requests of Fournos' own accounts over its whole life. docs/performance.md says what
// they are for. A write that came second to somebody else's is counted apart: how often that happens is chance.
const (
	// maxWrites are 14 that there must be, one for each object and each phase, and some for messages, of which a slow
	// machine shows more.
	maxWrites = 20
	// maxEvents are one for each phase, and the gate's.
	maxEvents = 9
	maxReads  = 12
	// maxRefused bounds writes that are refused because the object has changed, and done again.
	maxRefused = 10
)

// TestCost counts in the API server's audit log what Fournos asks for in the life of a job. It is not parallel: jobs that
// change each other's messages cost more.
func TestCost(t *testing.T) {
	c := test.NewClients(t)
	begin := time.Now()
	var jobs []string
	for _, cluster := range []string{"cluster-1", "cluster-2", "cluster-3"} {
		job := c.Create(t, "cost", fournosv1.FournosJobSpec{Cluster: cluster, ExecutionEngine: test.Engine(t, nil)})
		jobs = append(jobs, job.Name)
	}
	for _, job := range jobs {
		c.UntilPhase(t, job, fournosv1.PhaseSucceeded)
		expectNoWorkload(t, c, job)
	}

	requests := ownRequests(t, c, begin)
	for _, job := range jobs {
		var writes, events, reads, refused int
		counts := map[string]int{}
		for i := range requests {
			request := &requests[i]
			if !concerns(request, job) {
				continue
			}
			counts[describe(request)]++
			switch {
			case request.Verb == "get" || request.Verb == "list":
				reads++
			case request.ResponseStatus.Code >= 400:
				refused++
			case request.ObjectRef.Resource == "events":
				events++
			default:
				writes++
			}
		}
		t.Logf("job %s: %d writes, %d events, %d reads, %d refused writes\n%s", job, writes, events, reads, refused, listed(counts))
		for _, count := range []struct {
			what     string
			got, max int
		}{{"writes", writes, maxWrites}, {"events", events, maxEvents}, {"reads", reads, maxReads}, {"refused writes", refused, maxRefused}} {
			if count.got > count.max {
				t.Errorf("job %s: %d %s, want at most %d", job, count.got, count.what, count.max)
			}
		}
		if writes == 0 || events == 0 {
			t.Errorf("job %s: %d writes and %d events; were they counted?", job, writes, events)
		}
	}
}

// ownRequests are the requests of all accounts that Fournos is installed with, without those that keep the leader.
func ownRequests(t *testing.T, c *test.Clients, since time.Time) []test.Request {
	t.Helper()
	accounts, err := c.Kube.CoreV1().ServiceAccounts(test.SystemNamespace).List(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var all []test.Request
	for _, account := range accounts.Items {
		all = append(all, test.Requests(t, "system:serviceaccount:"+test.SystemNamespace+":"+account.Name, since)...)
	}
	return slices.DeleteFunc(all, func(request test.Request) bool {
		return request.ObjectRef.Resource == "leases" || request.Verb == "watch"
	})
}

// concerns tells whether a request is about a job or what was made for it: its name is in the names of all of these.
func concerns(request *test.Request, job string) bool {
	return strings.HasPrefix(request.ObjectRef.Name, job) || strings.Contains(request.URI, job)
}

func describe(request *test.Request) string {
	resource := request.ObjectRef.Resource
	if request.ObjectRef.Subresource != "" {
		resource += "/" + request.ObjectRef.Subresource
	}
	return fmt.Sprintf("%s %s %d", request.Verb, resource, request.ResponseStatus.Code)
}

func listed(counts map[string]int) string {
	lines := make([]string, 0, len(counts))
	for what, n := range counts {
		lines = append(lines, fmt.Sprintf("  %s: %d", what, n))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
