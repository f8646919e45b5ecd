// Command hub brings up a real Kubernetes hub on this machine, for trying
// Fournos out and for its tests. See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"fournos.dev/hub/internal/hub"
	"fournos.dev/hub/internal/install"
)

const usage = `usage: hub VERB [flags] [arguments]

  up               bring the hub up, or what is missing of it; with --alone only
                   the components that are named
  kill NAME...     kill components, as a crash does
  down             take it down and delete its data; --keep keeps the data
  status           show its components, and whether they are ready
  load IMAGE.tar   import images into it (docker or OCI archives)
  install          install Fournos from the checkout, or from the one given
                   with --config-root
  images           build the same checkout's images, and show their digests and
                   the files in them
  build [MODULE]   only build the programs that the hub consists of, or those
                   of one module: vault, which only tests need, is one

flags of every verb:
  --dir DIR        the hub's folder (default: .hub in the checkout)
  --simulated      a simulated node instead of a real one; always so without root
  --ports N        listen on ports from N on, in place of 22000, so that hubs with
                   simulated nodes can stand side by side; a multiple of 1000
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			os.Exit(2)
		}
		fmt.Fprintln(os.Stderr, "hub: "+hub.Explain(err))
		if os.Args[1] == "up" {
			fmt.Fprintln(os.Stderr, "\nWhen the cause is mended, `up` goes on from here; `down` and then `up` begins with nothing.")
		}
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		fmt.Fprint(os.Stderr, usage)
		return flag.ErrHelp
	}
	verb := args[0]
	flags := flag.NewFlagSet("hub "+verb, flag.ContinueOnError)
	flags.Usage = func() { fmt.Fprint(os.Stderr, usage) }
	dir := flags.String("dir", "", "the hub's folder")
	simulated := flags.Bool("simulated", false, "a simulated node, also as root")
	ports := flags.Int("ports", 0, "the first of the ports")
	configRoot := flags.String("config-root", "", "with install and images: the checkout")
	alone := flags.Bool("alone", false, "with up: only the components that are named")
	keep := flags.Bool("keep", false, "with down: keep the data for the next up")
	if err := flags.Parse(args[1:]); err != nil {
		return flag.ErrHelp
	}
	h, err := hub.New(hub.Options{Dir: *dir, Simulated: *simulated, Ports: *ports, Out: os.Stdout})
	if err != nil {
		return err
	}
	switch verb {
	case "up":
		if *alone {
			return h.Revive(ctx, flags.Args()...)
		}
		return h.Up(ctx)
	case "kill":
		return h.Kill(ctx, flags.Args()...)
	case "down":
		return h.Down(ctx, *keep)
	case "status":
		return h.Status(ctx)
	case "load":
		return h.Load(ctx, flags.Args()...)
	case "install":
		root := *configRoot
		if root == "" {
			root = h.Root
		}
		return install.Installer{Hub: h, Root: root}.Run(ctx)
	case "images":
		root := *configRoot
		if root == "" {
			root = h.Root
		}
		return install.Installer{Hub: h, Root: root}.Images(ctx, os.Stdout)
	case "build":
		if flags.NArg() > 0 {
			return h.BuildOnly(ctx, flags.Args()...)
		}
		return h.Build(ctx)
	default:
		fmt.Fprintf(os.Stderr, "hub: no verb %q\n\n%s", verb, usage)
		return flag.ErrHelp
	}
}
