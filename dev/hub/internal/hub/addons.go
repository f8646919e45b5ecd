package hub

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"fournos.dev/hub/internal/build"
	"fournos.dev/hub/internal/kube"
	"fournos.dev/hub/internal/manifest"
)

const applyPatience = 60 * time.Second

// addon is what makes Kubernetes a hub: objects, and programs that act on them.
type addon struct {
	name     string
	objects  []manifest.Object
	programs []accountProgram
}

// accountProgram is a program that acts as a ServiceAccount.
type accountProgram struct {
	account   account
	component component
}

func (h *Hub) addons() ([]addon, error) {
	tekton, err := h.upstream(tektonModule)
	if err != nil {
		return nil, err
	}
	kueue, err := h.upstream(kueueModule)
	if err != nil {
		return nil, err
	}
	serving, err := h.kueueServing()
	if err != nil {
		return nil, err
	}
	localPath, err := h.upstream(localPathModule)
	if err != nil {
		return nil, err
	}
	if localPath, err = manifest.LocalPath(localPath, h.path("data", "volumes"), busyboxImage); err != nil {
		return nil, err
	}
	return []addon{
		{
			name:    "kueue",
			objects: manifest.Kueue(kueue, serving),
			programs: []accountProgram{
				{kueueAccount, h.kueue()},
			},
		},
		{
			name:    "tekton",
			objects: manifest.Tekton(tekton, h.ports.tektonWebhook),
			programs: []accountProgram{
				{tektonWebhookAccount, h.tektonWebhook()},
				{tektonControllerAccount, h.tektonController()},
			},
		},
		{
			name:    "local-path",
			objects: localPath,
			programs: []accountProgram{
				{localPathAccount, h.localPath()},
			},
		},
	}, nil
}

func (h *Hub) upstream(module build.Module) ([]manifest.Object, error) {
	content, err := h.modules[module.Name].Manifests()
	if err != nil {
		return nil, err
	}
	objects, err := manifest.Parse(content)
	if err != nil {
		return nil, fmt.Errorf("manifests of %s: %w", module.Upstream, err)
	}
	return objects, nil
}

func (h *Hub) kueueServing() (manifest.KueueServing, error) {
	serving := manifest.KueueServing{
		WebhookPort:    h.ports.kueueWebhook,
		VisibilityPort: h.ports.kueueVisibility,
		WebhookSecret:  map[string][]byte{},
	}
	for _, key := range []string{"ca.crt", "ca.key", "tls.crt", "tls.key"} {
		content, err := os.ReadFile(h.kueueDir("webhook-certs", key))
		if err != nil {
			return serving, err
		}
		serving.WebhookSecret[key] = content
	}
	var err error
	serving.VisibilityAuthority, err = os.ReadFile(h.pki("ca.crt"))
	return serving, err
}

// startAddons applies and starts all addons side by side.
func (h *Hub) startAddons(ctx context.Context, client *kube.Client) error {
	addons, err := h.addons()
	if err != nil {
		return err
	}
	return together(ctx, addons, func(ctx context.Context, a addon) error {
		return h.startAddon(ctx, client, a)
	})
}

// startAddon applies an addon's objects and starts its programs. On data that
// has the objects of this version or another, the programs come first: their
// webhooks guard the very objects that may have to be applied anew.
func (h *Hub) startAddon(ctx context.Context, client *kube.Client, a addon) error {
	marker := h.path("data", "applied", a.name)
	_, err := os.Stat(marker)
	if applied := err == nil; applied {
		if err := h.startPrograms(ctx, client, a); err != nil {
			return err
		}
		return h.applyObjects(ctx, a, marker)
	}
	if err := h.applyObjects(ctx, a, marker); err != nil {
		return err
	}
	return h.startPrograms(ctx, client, a)
}

func (h *Hub) startPrograms(ctx context.Context, client *kube.Client, a addon) error {
	for _, program := range a.programs {
		if err := h.writeAccountKubeconfig(ctx, client, program.account); err != nil {
			return err
		}
		if err := h.ensure(program.component); err != nil {
			return err
		}
	}
	return nil
}

// applyObjects applies the objects unless the marker says that they are what was
// applied last. Webhook configurations guard some of the others and come last.
func (h *Hub) applyObjects(ctx context.Context, a addon, marker string) error {
	guards, others := manifest.Split(a.objects, "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration", "APIService")
	var lists [][]byte
	sum := sha256.New()
	for _, part := range [][]manifest.Object{others, guards} {
		if len(part) == 0 {
			continue
		}
		list, err := manifest.Encode(part)
		if err != nil {
			return err
		}
		lists = append(lists, list)
		sum.Write(list)
	}
	fingerprint := hex.EncodeToString(sum.Sum(nil))
	if last, err := os.ReadFile(marker); err == nil && string(last) == fingerprint {
		return nil
	}
	for _, list := range lists {
		// Upstream's manifests are right. To check them, kubectl would first
		// fetch a description of the whole API, which takes seconds.
		if err := h.Kubectl().Apply(ctx, list, applyPatience, "--validate=false"); err != nil {
			return fmt.Errorf("apply %s: %w", a.name, err)
		}
	}
	return writeFile(marker, []byte(fingerprint))
}

// together runs do for all items at the same time and returns what failed.
func together[T any](ctx context.Context, items []T, do func(context.Context, T) error) error {
	failures := make([]error, len(items))
	var all sync.WaitGroup
	for i, item := range items {
		all.Go(func() { failures[i] = do(ctx, item) })
	}
	all.Wait()
	return errors.Join(failures...)
}
