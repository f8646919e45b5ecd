package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	pipelineclient "github.com/tektoncd/pipeline/pkg/client/clientset/versioned"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	fournosclient "fournos.dev/fournos/pkg/client/clientset/versioned"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/clientset/versioned"
)

const (
	namespace        = "psap-automation"
	secretsNamespace = "psap-secrets"
	systemNamespace  = "fournos-system"
)

// bench is a hub that is being measured.
type bench struct {
	*report
	section  string
	sizes    sizes
	dir      string // the hub's folder
	profiles string
	keep     bool

	config   *rest.Config
	kube     kubernetes.Interface
	fournos  fournosclient.Interface
	tekton   pipelineclient.Interface
	kueue    kueueclient.Interface
	programs map[string]*program
	seen     *observations
	stop     context.CancelFunc
}

// newBench brings up a hub with nothing on it but Fournos, and watches it. What it returns is to be closed, also when it
// failed.
func newBench(ctx context.Context, o *options, r *report, section string) (*bench, error) {
	dir, err := filepath.Abs(o.dir)
	b := &bench{report: r, section: section, sizes: o.sizes, dir: dir, profiles: o.profiles, keep: o.keep}
	if err != nil {
		return b, err
	}
	for _, verb := range []string{"down", "up", "install"} {
		if err := b.hub(ctx, verb); err != nil {
			return b, err
		}
	}
	if b.config, err = clientcmd.BuildConfigFromFlags("", filepath.Join(dir, "kubeconfig")); err != nil {
		return b, err
	}
	// The load must not be what limits it.
	b.config.QPS, b.config.Burst = 2000, 4000
	b.kube = kubernetes.NewForConfigOrDie(b.config)
	b.fournos = fournosclient.NewForConfigOrDie(b.config)
	b.tekton = pipelineclient.NewForConfigOrDie(b.config)
	b.kueue = kueueclient.NewForConfigOrDie(b.config)
	if b.profiles != "" {
		if err := b.enableProfiles(ctx); err != nil {
			return b, err
		}
	}
	if b.programs, err = findPrograms(dir); err != nil {
		return b, err
	}
	watching, stop := context.WithCancel(ctx)
	b.stop = stop
	if err := b.giveVolumes(watching); err != nil {
		return b, err
	}
	b.seen, err = observe(watching, b)
	return b, err
}

// hub runs a verb of the hub program, and shows what it says only if it fails.
func (b *bench) hub(ctx context.Context, verb string) error {
	cmd := exec.CommandContext(ctx, "go", "run", "-C", "dev/hub", ".", verb, "--simulated", "--dir", b.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("hub %s: %w\n%s", verb, err, out)
	}
	return nil
}

// close takes the hub down, also when the run was interrupted.
func (b *bench) close() {
	if b.stop != nil {
		b.stop()
	}
	for _, p := range b.programs {
		p.endIfOurs()
	}
	if b.keep {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := b.hub(ctx, "down"); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// figure notes a measured value.
func (b *bench) figure(name, unit string, value float64) { b.add(b.section, name, unit, value) }

// spread notes the median and the 99th percentile of durations, in seconds.
func (b *bench) spread(name string, all []time.Duration) {
	if len(all) == 0 {
		return
	}
	b.figure(name+", median", "s", quantile(all, 0.5).Seconds())
	b.figure(fmt.Sprintf("%s, p99 of %d", name, len(all)), "s", quantile(all, 0.99).Seconds())
}

// inParallel does something for each number below n, with some workers, and returns what failed first.
func inParallel(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	const workers = 24
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	numbers := make(chan int)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range numbers {
				if err := do(ctx, i); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	for i := range n {
		select {
		case numbers <- i:
		case <-ctx.Done():
		}
	}
	close(numbers)
	all.Wait()
	return context.Cause(ctx)
}

// pause waits for a time in which something is measured.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
