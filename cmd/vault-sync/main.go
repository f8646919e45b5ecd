// Makes Secrets of the entries of a HashiCorp Vault, for jobs to name in spec.secretRefs. See docs/secrets.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	"fournos.dev/fournos/pkg/vaultsync"
)

func main() {
	config, err := vaultsync.Parse(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(vaultsync.Done)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(vaultsync.Failed)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // A second signal ends at once.
	os.Exit(vaultsync.Run(ctx, config, &vaultsync.Report{
		Out: os.Stdout, Err: os.Stderr,
		Terminal: term.IsTerminal(int(os.Stderr.Fd())),
		Verbose:  config.Verbose,
	}))
}
