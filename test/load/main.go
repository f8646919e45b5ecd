// Command load measures Fournos on a hub of its own, whose node is simulated: what a job takes, how fast clusters change
// hands, how much goes through, what it costs the API server, and how all that grows. `make bench` runs it.
//
// Each section has a new hub, a bounded number of jobs and a bounded time, after which it tells what it has. Nothing here
// says whether a figure is good enough: that is what docs/performance.md is for.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// section measures one thing on a hub that is its own, in a time that is bounded.
type section struct {
	name    string
	limit   time.Duration
	measure func(ctx context.Context, b *bench) error
}

var sections = []section{
	{"overhead", 4 * time.Minute, overhead},
	{"hand-over", 355 * time.Second, handOver},
	{"throughput-bare", 2 * time.Minute, throughputBare},
	{"throughput-4", 2 * time.Minute, func(ctx context.Context, b *bench) error { return throughput(ctx, b, 4) }},
	{"throughput-64", 2 * time.Minute, func(ctx context.Context, b *bench) error { return throughput(ctx, b, 64) }},
	{"scale", 4 * time.Minute, scale},
	{"stampede", 3 * time.Minute, stampede},
	{costs, 2 * time.Minute, cost},
}

// costs is what the sections overhead and hand-over measure on their way, and a section for who wants nothing else.
const costs = "cost"

// sizes bound what the sections do.
type sizes struct {
	samples, few, many, jobs, stored, stampede int
}

// options are what the command line says.
type options struct {
	dir, out, base, page, profiles string
	sections                       []string
	sizes                          sizes
	slowness                       float64
	keep                           bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, readOptions()); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func readOptions() *options {
	o := &options{}
	flag.StringVar(&o.dir, "dir", ".hub-bench", "the hub's folder, from the top of the checkout")
	flag.StringVar(&o.out, "out", "bench.json", "write the figures here")
	flag.StringVar(&o.base, "base", "", "compare with the figures of an earlier run")
	flag.StringVar(&o.page, "page", "", "write the tables into this page, between its marks")
	flag.StringVar(&o.profiles, "profiles", "", "write CPU and heap profiles into this folder")
	names := flag.String("sections", "all", "the sections to measure: "+strings.Join(sectionNames(), ", "))
	flag.IntVar(&o.sizes.samples, "samples", 8, "how often a job is measured alone, and a hand-over")
	flag.IntVar(&o.sizes.few, "few", 100, "jobs that wait in the middle case")
	flag.IntVar(&o.sizes.many, "many", 1000, "jobs that wait in the worst case")
	flag.IntVar(&o.sizes.jobs, "jobs", 1000, "jobs that go through at once")
	flag.IntVar(&o.sizes.stored, "stored", 10000, "jobs in the store")
	flag.IntVar(&o.sizes.stampede, "stampede", 500, "jobs that come and go in a second")
	flag.Float64Var(&o.slowness, "slowness", 1, "on a slow or busy machine, how many times longer a section may take")
	flag.BoolVar(&o.keep, "keep", false, "leave the last hub running")
	flag.Parse()
	if *names != "all" {
		o.sections = strings.Split(*names, ",")
	}
	return o
}

func sectionNames() []string {
	var names []string
	for _, s := range sections {
		names = append(names, s.name)
	}
	return names
}

func run(ctx context.Context, o *options) error {
	for _, name := range o.sections {
		if !slices.Contains(sectionNames(), name) {
			return fmt.Errorf("no section %q; there are %s", name, strings.Join(sectionNames(), ", "))
		}
	}
	base, err := readReport(o.base)
	if err != nil {
		return err
	}
	report := newReport(ctx)
	var failures []error
	for _, s := range sections {
		chosen := s.name != costs
		if len(o.sections) > 0 {
			chosen = slices.Contains(o.sections, s.name)
		}
		if !chosen {
			continue
		}
		if err := report.measure(ctx, o, s); err != nil {
			// What the others tell is still worth having.
			failures = append(failures, fmt.Errorf("section %s: %w", s.name, err))
			fmt.Println(failures[len(failures)-1])
		}
		report.addRatios()
		report.print(os.Stdout, s.name, base)
		if s.name != costs && report.has(costs) {
			report.print(os.Stdout, costs, base)
		}
		if err := report.write(o.out); err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
	}
	if o.page != "" {
		failures = append(failures, report.writePage(o.page, base))
	}
	return errors.Join(failures...)
}

// measure brings up a hub, measures on it for as long as is allowed, and takes it down.
func (r *report) measure(ctx context.Context, o *options, s section) error {
	begin := time.Now()
	b, err := newBench(ctx, o, r, s.name)
	defer b.close()
	if err != nil {
		return err
	}
	r.say("%s: hub ready after %.0f s", s.name, time.Since(begin).Seconds())
	limit := time.Duration(float64(s.limit) * o.slowness)
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	begin = time.Now()
	err = s.measure(limited, b)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		r.note(s.name, "stopped by its time limit of %v: %v", limit, err)
		err = nil
	}
	r.say("%s: measured in %.0f s", s.name, time.Since(begin).Seconds())
	return err
}
