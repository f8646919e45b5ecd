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
	maxReads = 20
	// maxRefused bounds writes that are refused because the object has changed, and done again.
	maxRefused = 10
)

// maxWrites are one for each object that a job must have, and one for each of its five phases and the gate's end. Of
// messages and events beyond that a slow machine shows some: Pods that take their time.
var maxWrites = map[string]int{
	"create jobs": 1, "create pipelineruns": 2, "create secrets": 1,
	"create workloads": 1, "update workloads/status": 1, "delete workloads": 2, "patch workloads": 2,
	"update customruns/status": 4, "update fournosjobs/status": 14,
	"create events": 16, "patch events": 16,
}

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
		var reads, refused int
		writes, counts := map[string]int{}, map[string]int{}
		for i := range requests {
			request := &requests[i]
			if !concerns(request, job) {
				continue
			}
			counts[fmt.Sprintf("%s %d", describe(request), request.ResponseStatus.Code)]++
			switch {
			case request.Verb == "get" || request.Verb == "list":
				reads++
			case request.ResponseStatus.Code >= 400:
				refused++
			default:
				writes[describe(request)]++
			}
		}
		t.Logf("job %s:\n%s", job, listed(counts))
		for what, got := range writes {
			if most, expected := maxWrites[what]; got > most {
				t.Errorf("job %s: %d times %s (expected: %t), want at most %d", job, got, what, expected, most)
			}
		}
		if reads > maxReads || refused > maxRefused {
			t.Errorf("job %s: %d reads and %d refused writes, want at most %d and %d", job, reads, refused, maxReads, maxRefused)
		}
		if writes["create pipelineruns"] == 0 {
			t.Errorf("job %s has no PipelineRuns; was anything counted?", job)
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
	return request.Verb + " " + resource
}

func listed(counts map[string]int) string {
	lines := make([]string, 0, len(counts))
	for what, n := range counts {
		lines = append(lines, fmt.Sprintf("  %s: %d", what, n))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
