// The mock engine: it benchmarks nothing, but does with Fournos all that an engine does. It fills in what a job needs,
// reads its configuration from the job, finds the Secrets that it is given, leaves artifacts and tells how far it is.
//
// Its first argument says what to do: resolve (the default, for Fournos starts resolve Jobs without arguments),
// prepare, run or cleanup.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"k8s.io/client-go/rest"

	"fournos.dev/fournos/pkg/client/clientset/versioned"
)

// Where the Tasks mount the Secrets, and the variables by which they and Fournos say what the work is for.
const (
	vaultDir      = "/var/run/secrets/fournos"
	kubeconfigDir = "/var/run/secrets/fournos-kubeconfig"

	envJobName   = "FJOB_NAME"
	envNamespace = "FOURNOS_WORKLOAD_NAMESPACE"
	envArtifacts = "ARTIFACTS"
)

// terminationLog is where the kubelet looks for a container's last words. In a Task it is Tekton's.
const terminationLog = "/dev/termination-log"

// exitTerminated is what a program ends with that SIGTERM ended.
const exitTerminated = 128 + int(syscall.SIGTERM)

func main() {
	verb := "resolve"
	if len(os.Args) > 1 {
		verb = os.Args[1]
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	err := run(ctx, verb)
	stop()
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Printf("%s: terminated\n", verb)
		os.Exit(exitTerminated)
	case err != nil:
		if verb == "resolve" {
			tell(err)
		}
		fmt.Printf("%s: failed: %v\n", verb, err)
		os.Exit(1)
	}
	fmt.Printf("%s: done\n", verb)
}

// tell makes an error the message of the container. Without it the end of the log would be.
func tell(err error) {
	if writeErr := os.WriteFile(terminationLog, []byte(err.Error()), 0o644); writeErr != nil {
		fmt.Printf("%s: %v\n", terminationLog, writeErr)
	}
}

func run(ctx context.Context, verb string) error {
	name, namespace := os.Getenv(envJobName), os.Getenv(envNamespace)
	if name == "" || namespace == "" {
		return fmt.Errorf("%s and %s must name the job and its namespace", envJobName, envNamespace)
	}
	config, err := rest.InClusterConfig()
	if err != nil {
		return err
	}
	client, err := versioned.NewForConfig(config)
	if err != nil {
		return err
	}
	e := &engine{
		jobs:          client.FournosV1().FournosJobs(namespace),
		job:           name,
		artifacts:     os.Getenv(envArtifacts),
		vaultDir:      vaultDir,
		kubeconfigDir: kubeconfigDir,
		log:           os.Stdout,
	}
	return e.do(ctx, verb)
}
