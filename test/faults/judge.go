package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test/faults/history"
)

// report is what a run came to.
type report struct {
	seed                       uint64
	jobs, replicas             int
	kills, restarts, apiFaults int
	faults                     map[string]int
	ends                       map[string]int
	attempts                   int
	events                     int
	violations                 []string
}

// judge waits until all has come to rest, and checks what happened. Then it deletes all jobs, and wants nothing to be
// left of them.
func judge(ctx context.Context, o *options, c *clients, w *wreck, crowd *crowd, recorded *recorder, say func(string, ...any)) (*report, error) {
	r := &report{seed: o.seed, jobs: crowd.jobs, replicas: o.replicas, kills: w.kills, restarts: w.restarts, ends: map[string]int{}}
	r.apiFaults, r.faults = w.proxy.faults()

	deadline, _ := ctx.Deadline()
	unfinished := settle(ctx, time.Until(deadline)*3/5, c.unfinished)
	for _, job := range unfinished {
		r.violations = append(r.violations, "not at its end: job "+job)
	}
	say("%d jobs have not ended", len(unfinished))
	jobs, err := c.fournos.FournosV1().FournosJobs(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	for i := range jobs.Items {
		r.ends[string(jobs.Items[i].Status.Phase)]++
		r.attempts += int(jobs.Items[i].Status.Attempts)
	}
	// A Workload goes when its job has ended, and all that waits for it has a moment to see it.
	held := settle(ctx, 30*time.Second, func(ctx context.Context) ([]string, error) { return c.heldByEnded(ctx) })
	for _, workload := range held {
		r.violations = append(r.violations, "quota of a job that has ended: Workload "+workload)
	}
	events, err := recorded.history()
	if err != nil {
		return nil, err
	}
	r.events = len(events)
	violations := history.Check(events)
	for _, violation := range violations {
		r.violations = append(r.violations, violation.String())
	}

	err = c.insist(ctx, func(ctx context.Context) error {
		return c.fournos.FournosV1().FournosJobs(namespace).DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{})
	})
	if err != nil {
		return nil, err
	}
	left := settle(ctx, time.Until(deadline)-20*time.Second, c.left)
	for _, object := range left {
		r.violations = append(r.violations, "left of a job that was deleted: "+object)
	}
	say("%d objects are left of jobs that were deleted", len(left))
	if len(violations) > 0 {
		tellWho(os.Stdout, w.hub, violations)
	}
	return r, nil
}

// heldByEnded names the Workloads of jobs that have ended.
func (c *clients) heldByEnded(ctx context.Context) ([]string, error) {
	jobs, err := c.fournos.FournosV1().FournosJobs(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	ended := map[string]*fournosv1.FournosJob{}
	for i := range jobs.Items {
		if job := &jobs.Items[i]; job.Status.IsDone() {
			ended[job.Name] = job
		}
	}
	workloads, err := c.kueue.KueueV1beta2().Workloads(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	var held []string
	for i := range workloads.Items {
		if job := ended[workloads.Items[i].Name]; job != nil && metav1.IsControlledBy(&workloads.Items[i], job) {
			held = append(held, job.Name)
		}
	}
	return held, nil
}

// print shows the table.
func (r *report) print(out io.Writer) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nSEED\tJOBS\tATTEMPTS\tREPLICAS\tKILLS\tRESTARTS\tAPI FAULTS\tEVENTS\tVIOLATIONS")
	fmt.Fprintf(table, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", r.seed, r.jobs, r.attempts, r.replicas, r.kills, r.restarts, r.apiFaults, r.events, len(r.violations))
	_ = table.Flush()
	fmt.Fprintln(out, "ends:   "+counted(r.ends))
	fmt.Fprintln(out, "faults: "+counted(r.faults))
	for _, violation := range r.violations {
		fmt.Fprintln(out, "VIOLATION", violation)
	}
}

func counted(counts map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[name], name))
	}
	return strings.Join(parts, ", ")
}

// tellWho shows, from the API server's audit log, who wrote what of the jobs that violations are about.
func tellWho(out io.Writer, h *hub, violations []history.Violation) {
	about := map[string]bool{}
	for _, violation := range violations {
		about[violation.Job] = true
	}
	logs, err := filepath.Glob(filepath.Join(h.dir, "logs", "audit*.log"))
	if err != nil {
		return
	}
	for _, name := range logs {
		file, err := os.Open(name)
		if err != nil {
			continue
		}
		defer file.Close()
		lines := bufio.NewReader(file)
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				break
			}
			tellOne(out, line, about)
		}
	}
}

// request is what the audit log says of one.
type request struct {
	Verb  string
	Stage string
	User  struct{ Username string }
	// RequestReceivedTimestamp is in RFC 3339, with fractions.
	RequestReceivedTimestamp string
	ObjectRef                struct{ Resource, Name, Subresource string }
	ResponseStatus           struct{ Code int }
}

func tellOne(out io.Writer, line []byte, about map[string]bool) {
	var r request
	if json.Unmarshal(line, &r) != nil || r.Stage != "ResponseComplete" || !about[r.ObjectRef.Name] {
		return
	}
	switch r.Verb {
	case "get", "list", "watch":
		return
	}
	fmt.Fprintf(out, "%s  %-6s %s/%s %s  %d  %s\n", r.RequestReceivedTimestamp, r.Verb, r.ObjectRef.Resource, r.ObjectRef.Subresource,
		r.ObjectRef.Name, r.ResponseStatus.Code, r.User.Username)
}
