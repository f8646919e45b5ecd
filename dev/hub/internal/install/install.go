// Package install puts Fournos into a hub from the checkout's own manifests, the
// way its users do: built by ko, applied by kubectl.
package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"fournos.dev/hub/internal/hub"
	"fournos.dev/hub/internal/manifest"
)

// folders hold the manifests, in the order in which they are applied. The last
// is the hub's own: an engine that only pretends.
var folders = []struct {
	path string
	deep bool // with the folders in it
}{
	{path: "config"},
	{path: "config/kueue"},
	{path: "config/pipelines"},
	{path: "dev/engine", deep: true},
}

const (
	applyPatience   = 60 * time.Second
	rolloutPatience = "120s"
)

// Installer installs into one hub.
type Installer struct {
	Hub *hub.Hub
	// Root is the checkout that is installed: its folders and its Go module.
	Root string
}

// Run builds, applies and waits until what was applied works. Run again after a
// change, it brings the change.
func (i Installer) Run(ctx context.Context) error {
	unlock, err := i.Hub.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	client, err := i.Hub.Client()
	if err != nil {
		return err
	}
	if err := client.Get(ctx, "/readyz", nil); err != nil {
		return fmt.Errorf("the hub does not answer: %w; run `up` first", err)
	}
	sources, err := i.sources()
	if err != nil {
		return err
	}
	if i.Hub.Real {
		return i.asPods(ctx, sources)
	}
	return i.asProcess(ctx, sources)
}

// sources returns the manifests' files.
func (i Installer) sources() ([]string, error) {
	var files []string
	for _, folder := range folders {
		top := filepath.Join(i.Root, folder.path)
		err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil // a checkout need not have all of them
			case err != nil:
				return err
			case entry.IsDir() && path != top && !folder.deep:
				return fs.SkipDir
			case !entry.IsDir() && filepath.Ext(path) == ".yaml":
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no manifests in the config folders of %s: name the checkout to install with --config-root", i.Root)
	}
	return files, nil
}

// asPods installs as users do: images by ko, everything else by kubectl.
func (i Installer) asPods(ctx context.Context, sources []string) error {
	resolved, err := i.resolve(ctx, sources)
	if err != nil {
		return err
	}
	objects, err := manifest.Parse(resolved)
	if err != nil {
		return err
	}
	if err := i.apply(ctx, objects); err != nil {
		return err
	}
	deployments, _ := manifest.Split(objects, "Deployment")
	for _, deployment := range deployments {
		if err := i.awaitRollout(ctx, deployment); err != nil {
			return err
		}
	}
	return nil
}

// apply applies definitions first and waits for them, as kubectl knows no
// objects of kinds that are only being defined.
func (i Installer) apply(ctx context.Context, objects []manifest.Object) error {
	kubectl := i.Hub.Kubectl()
	definitions, others := manifest.Split(objects, "Namespace", "CustomResourceDefinition")
	for _, part := range [][]manifest.Object{definitions, others} {
		if len(part) == 0 {
			continue
		}
		content, err := manifest.Encode(part)
		if err != nil {
			return err
		}
		if err := kubectl.Apply(ctx, content, applyPatience); err != nil {
			return err
		}
		for _, object := range part {
			if object.Kind() != "CustomResourceDefinition" {
				continue
			}
			if _, err := kubectl.Run(ctx, nil, "wait", "--for=condition=Established", "--timeout=30s", "crd/"+object.Name()); err != nil {
				return err
			}
		}
	}
	i.say("applied %d objects", len(objects))
	return nil
}

// awaitRollout waits for a Deployment, and shows its Pods if they do not come.
func (i Installer) awaitRollout(ctx context.Context, deployment manifest.Object) error {
	kubectl := i.Hub.Kubectl()
	name, namespace := "deployment/"+deployment.Name(), "--namespace="+deployment.Namespace()
	_, err := kubectl.Run(ctx, nil, "rollout", "status", name, namespace, "--timeout="+rolloutPatience)
	if err == nil {
		i.say("%s of %s is rolled out", name, deployment.Namespace())
		return nil
	}
	for _, show := range [][]string{
		{"get", "pods", namespace, "--output=wide"},
		{"get", "events", namespace, "--field-selector=type=Warning"},
		{"logs", name, namespace, "--tail=15"},
	} {
		// For the reader's eyes only: the rollout's failure is what counts.
		if out, showErr := kubectl.Run(ctx, nil, show...); showErr == nil {
			err = fmt.Errorf("%w\n%s", err, out)
		}
	}
	return err
}

func (i Installer) say(format string, args ...any) {
	fmt.Fprintf(i.Hub.Out, "          "+format+"\n", args...)
}
