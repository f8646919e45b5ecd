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
	"fournos.dev/hub/internal/manifest"
)

const applyPatience = 60 * time.Second

// bundle is one upstream's objects, to be applied in two steps: webhook
// configurations guard some of the other objects, so they come last.
type bundle struct {
	name   string
	first  []byte
	guards []byte
}

// bundles renders what the hub applies.
func (h *Hub) bundles() ([]bundle, error) {
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
	var bundles []bundle
	for _, part := range []struct {
		name    string
		objects []manifest.Object
	}{
		{"tekton", manifest.Tekton(tekton, h.ports.tektonWebhook)},
		{"kueue", manifest.Kueue(kueue, serving)},
		{"local-path", localPath},
	} {
		guards, first := manifest.Split(part.objects, "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration", "APIService")
		b := bundle{name: part.name}
		if b.first, err = manifest.Encode(first); err != nil {
			return nil, err
		}
		if len(guards) > 0 {
			if b.guards, err = manifest.Encode(guards); err != nil {
				return nil, err
			}
		}
		bundles = append(bundles, b)
	}
	return bundles, nil
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

// applied remembers what was applied to the data at hand, so that a second `up`
// has nothing to do.
func (h *Hub) appliedFile() string { return h.path("data", "manifests-applied") }

// everApplied says that the objects are there, of this version or another.
func (h *Hub) everApplied() bool {
	_, err := os.Stat(h.appliedFile())
	return err == nil
}

// applyManifests applies the bundles side by side, unless they are what was
// applied last.
func (h *Hub) applyManifests(ctx context.Context) error {
	bundles, err := h.bundles()
	if err != nil {
		return err
	}
	sum := sha256.New()
	for _, b := range bundles {
		sum.Write(b.first)
		sum.Write(b.guards)
	}
	fingerprint := hex.EncodeToString(sum.Sum(nil))
	if last, err := os.ReadFile(h.appliedFile()); err == nil && string(last) == fingerprint {
		return nil
	}
	if err := together(ctx, bundles, h.applyBundle); err != nil {
		return err
	}
	return writeFile(h.appliedFile(), []byte(fingerprint))
}

func (h *Hub) applyBundle(ctx context.Context, b bundle) error {
	for _, objects := range [][]byte{b.first, b.guards} {
		if objects == nil {
			continue
		}
		if err := h.Kubectl().Apply(ctx, objects, applyPatience); err != nil {
			return fmt.Errorf("apply %s: %w", b.name, err)
		}
	}
	return nil
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
