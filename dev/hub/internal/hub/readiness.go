package hub

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fournos.dev/hub/internal/kube"
)

// readyPatience is for a busy machine; an idle one is ready in a few seconds.
const readyPatience = 120 * time.Second

// check is one thing that makes a hub ready, and the component to look at when
// it does not come.
type check struct {
	what      string
	component component
	probe     func(context.Context, *kube.Client) error
	// hurry, if there is one, is called between probes that fail.
	hurry func(context.Context, *kube.Client) error
}

func (h *Hub) checks() []check {
	checks := []check{
		{what: "default ServiceAccount", component: h.controllerManager(), probe: exists("/api/v1/namespaces/default/serviceaccounts/default")},
		{what: "default StorageClass", component: h.localPath(), probe: exists("/apis/storage.k8s.io/v1/storageclasses/local-path")},
		{what: "Tekton's webhooks answer", component: h.tektonWebhook(), probe: tektonReady},
		{what: "Tekton's controller lives", component: h.tektonController()},
		{what: "Kueue's webhook answers", component: h.kueue(), probe: kueueReady},
		{what: "Kueue's visibility API is Available", component: h.kueue(), probe: visibilityReady, hurry: h.hurryVisibility()},
	}
	if !h.Real {
		return append(checks, check{what: "the simulated node is Ready", component: h.kwok(), probe: nodeReady})
	}
	return append(checks,
		check{what: "the node is Ready", component: h.kubelet(), probe: nodeReady},
		check{what: "Services are reachable", component: h.proxy(), probe: h.proxyReady},
	)
}

// awaitReady waits for all checks at the same time and tells each as it comes.
func (h *Hub) awaitReady(ctx context.Context, client *kube.Client, came func(what string)) error {
	return together(ctx, h.checks(), func(ctx context.Context, c check) error {
		err := h.await(ctx, c.component, readyPatience, func(ctx context.Context) error {
			if !h.running(c.component.Name) {
				return errors.New("not running")
			}
			if c.probe == nil {
				return nil
			}
			err := c.probe(ctx, client)
			if err != nil && c.hurry != nil {
				return errors.Join(err, c.hurry(ctx, client))
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("wait until %s: %w", c.what, err)
		}
		came(c.what)
		return nil
	})
}

func exists(path string) func(context.Context, *kube.Client) error {
	return func(ctx context.Context, client *kube.Client) error { return client.Get(ctx, path, nil) }
}

// conditioned is any object that reports conditions.
type conditioned struct {
	Status struct {
		Conditions []struct {
			Type, Status, Message string
		}
	}
}

func (c conditioned) expect(condition string) error {
	for _, have := range c.Status.Conditions {
		if have.Type != condition {
			continue
		}
		if have.Status == "True" {
			return nil
		}
		return fmt.Errorf("condition %s is %s: %s", condition, have.Status, have.Message)
	}
	return fmt.Errorf("no condition %s yet", condition)
}

func nodeReady(ctx context.Context, client *kube.Client) error {
	var node conditioned
	if err := client.Get(ctx, "/api/v1/nodes/"+nodeName, &node); err != nil {
		return err
	}
	return node.expect("Ready")
}

// webhookClient is the part of a webhook's entry that its server fills in.
type webhookClient struct {
	ClientConfig struct{ CABundle []byte }
	Rules        []any
}

// tektonReady wants the rules first: Tekton's configurations ship without any,
// and until the webhook has filled them in a dry run passes unseen.
func tektonReady(ctx context.Context, client *kube.Client) error {
	const group = "/apis/admissionregistration.k8s.io/v1/"
	for _, path := range []string{
		group + "validatingwebhookconfigurations/validation.webhook.pipeline.tekton.dev",
		group + "validatingwebhookconfigurations/config.webhook.pipeline.tekton.dev",
		group + "mutatingwebhookconfigurations/webhook.pipeline.tekton.dev",
	} {
		var configuration struct{ Webhooks []webhookClient }
		if err := client.Get(ctx, path, &configuration); err != nil {
			return err
		}
		if len(configuration.Webhooks) == 0 || len(configuration.Webhooks[0].Rules) == 0 || len(configuration.Webhooks[0].ClientConfig.CABundle) == 0 {
			return fmt.Errorf("%s has no rules or no certificate yet", path)
		}
	}
	for _, crd := range []string{"pipelines.tekton.dev", "taskruns.tekton.dev", "pipelineruns.tekton.dev"} {
		var definition struct {
			Spec struct {
				Conversion struct{ Webhook webhookClient }
			}
		}
		if err := client.Get(ctx, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/"+crd, &definition); err != nil {
			return err
		}
		if len(definition.Spec.Conversion.Webhook.ClientConfig.CABundle) == 0 {
			return fmt.Errorf("%s has no certificate for its conversion yet", crd)
		}
	}
	return client.Post(ctx, "/apis/tekton.dev/v1/namespaces/default/tasks?dryRun=All", map[string]any{
		"apiVersion": "tekton.dev/v1",
		"kind":       "Task",
		"metadata":   map[string]any{"name": "hub-is-ready"},
		"spec": map[string]any{"steps": []any{
			map[string]any{"name": "ready", "image": busyboxImage, "script": "exit 0"},
		}},
	}, nil)
}

func kueueReady(ctx context.Context, client *kube.Client) error {
	return client.Post(ctx, "/apis/kueue.x-k8s.io/v1beta2/resourceflavors?dryRun=All", map[string]any{
		"apiVersion": "kueue.x-k8s.io/v1beta2",
		"kind":       "ResourceFlavor",
		"metadata":   map[string]any{"name": "hub-is-ready"},
	}, nil)
}

func (h *Hub) proxyReady(ctx context.Context, _ *kube.Client) error {
	return answers(ctx, fmt.Sprintf("http://%s:%d/healthz", loopback, h.ports.proxyHealth))
}

func apiserverReady(ctx context.Context, client *kube.Client) error {
	return client.Get(ctx, "/readyz", nil)
}
