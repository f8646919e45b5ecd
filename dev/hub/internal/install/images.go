package install

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"fournos.dev/hub/internal/image"
)

// Images builds the images of the checkout with nothing that another build has
// left but the compiler's cache, and writes their names with their digests and
// the files in them, always in the same order.
func (i Installer) Images(ctx context.Context, out io.Writer) error {
	sources, err := i.sources()
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "images-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	built, err := i.ko(ctx, sources, work, work)
	if err != nil {
		return err
	}
	if len(built.references) == 0 {
		return fmt.Errorf("the manifests of %s name no image", i.Root)
	}
	for _, reference := range built.references {
		_, digest, _ := strings.Cut(reference, "@")
		files, err := image.Files(built.layout, digest)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, reference)
		for _, file := range files {
			fmt.Fprintln(out, "  "+file)
		}
	}
	return nil
}
