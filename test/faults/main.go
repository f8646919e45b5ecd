// Command faults has jobs of all kinds pass through a hub of its own while the controllers are killed at random, the API
// server and etcd are restarted, and requests fail, and then checks that nothing was lost, doubled or left over.
//
// It prints the seed of its choices; with the same seed it makes the same ones. What the machine makes of them differs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// options are what a run is told.
type options struct {
	jobs, replicas, ports int
	seed                  uint64
	dir                   string
	limit                 time.Duration
	keep                  bool
}

func main() {
	o := options{seed: uint64(time.Now().UnixNano() % 1_000_000)}
	flag.IntVar(&o.jobs, "jobs", 36, "how many jobs pass through the hub")
	flag.IntVar(&o.replicas, "replicas", 2, "how many of each program run")
	flag.Uint64Var(&o.seed, "seed", o.seed, "of the random choices")
	flag.DurationVar(&o.limit, "limit", 6*time.Minute, "how long it may take, with the hub")
	flag.StringVar(&o.dir, "dir", ".faults", "the folder of the hub, in the checkout")
	flag.IntVar(&o.ports, "ports", 23000, "the first of the thousand ports of the hub")
	flag.BoolVar(&o.keep, "keep", false, "leave the hub up at the end, to look at")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, &o); err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o *options) error {
	fmt.Printf("seed %d; with SEED=%d it makes the same choices\n", o.seed, o.seed)
	top, err := checkout()
	if err != nil {
		return err
	}
	h, err := newHub(ctx, top, o.dir, o.ports)
	if err != nil {
		return err
	}
	if !o.keep {
		defer func() { _ = h.down(context.WithoutCancel(ctx)) }()
	}
	report, err := trial(ctx, h, o)
	if err != nil {
		return err
	}
	report.print(os.Stdout)
	if len(report.violations) > 0 {
		return fmt.Errorf("%d violations", len(report.violations))
	}
	return nil
}

// checkout is the top folder of the checkout around the working directory.
func checkout() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
	}
	return "", errors.New("start it inside the checkout")
}

// trial brings up a hub, has jobs pass through it among faults, and judges.
func trial(ctx context.Context, h *hub, o *options) (*report, error) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	say := func(format string, args ...any) {
		fmt.Printf("%6.1fs  %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, args...))
	}
	if err := h.up(ctx); err != nil {
		return nil, err
	}
	programs, err := h.takeOver(ctx)
	if err != nil {
		return nil, err
	}
	c, err := newClients(h)
	if err != nil {
		return nil, err
	}
	if err := c.quicken(ctx); err != nil {
		return nil, err
	}
	p, err := newProxy(c.config.Host, c.config.CAData, o.seed)
	if err != nil {
		return nil, err
	}
	defer p.close()
	replicas, err := newReplicas(h, programs, o.replicas, p)
	if err != nil {
		return nil, err
	}
	recorded, err := record(ctx, fmt.Sprintf("http://127.0.0.1:%d", o.ports+379))
	if err != nil {
		return nil, err
	}
	say("the hub is up, and %d processes of Fournos are to be killed", len(replicas))

	w := &wreck{hub: h, proxy: p, replicas: replicas, random: rand.New(rand.NewPCG(o.seed, 2)), say: say}
	if err := w.reviveAll(); err != nil {
		return nil, err
	}
	defer w.killAll()
	p.setOdds(oddsOfFaults)
	faults, stopFaults := context.WithCancel(ctx)
	defer stopFaults()
	wrecked := make(chan error, 1)
	go func() {
		err := w.goOn(faults)
		if err != nil {
			cancel() // The hub is down, and nothing goes on.
		}
		wrecked <- err
	}()

	// What is left of the time is for the jobs that came last to end, and for what they leave to go.
	crowd := &crowd{clients: c, random: rand.New(rand.NewPCG(o.seed, 3)), jobs: o.jobs, over: (o.limit - time.Since(began)) / 2}
	if err := crowd.submit(ctx); err != nil {
		stopFaults()
		return nil, errors.Join(err, <-wrecked)
	}
	say("%d jobs are submitted", o.jobs)
	stopFaults()
	if err := <-wrecked; err != nil {
		return nil, err
	}
	p.setOdds(0)
	if err := errors.Join(h.run(ctx, "up"), w.reviveAll()); err != nil {
		return nil, err
	}
	say("%d kills, %d restarts; from here on nothing goes wrong any more", w.kills, w.restarts)
	return judge(ctx, o, c, w, crowd, recorded, say)
}
