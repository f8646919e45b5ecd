package hub

import (
	"context"
	"os"
	"strconv"

	"fournos.dev/hub/internal/kube"
)

// account is a ServiceAccount that a host process acts as, so that upstream's
// own RBAC is what it may do.
type account struct{ namespace, name string }

var (
	tektonControllerAccount = account{"tekton-pipelines", "tekton-pipelines-controller"}
	tektonWebhookAccount    = account{"tekton-pipelines", "tekton-pipelines-webhook"}
	kueueAccount            = account{"kueue-system", "kueue-controller-manager"}
	localPathAccount        = account{"local-path-storage", "local-path-provisioner-service-account"}
)

// writeAccountKubeconfig gives the account a kubeconfig, unless it has one: a
// token lasts longer than a hub.
func (h *Hub) writeAccountKubeconfig(ctx context.Context, client *kube.Client, a account) error {
	file := h.kubeconfigOf(a.name)
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	token, err := client.Token(ctx, a.namespace, a.name)
	if err != nil {
		return err
	}
	authority, err := os.ReadFile(h.pki("ca.crt"))
	if err != nil {
		return err
	}
	return kube.Kubeconfig{Server: h.server(), Authority: authority, User: a.name, Token: token}.Write(file)
}

// knative is the environment that upstream's Deployments of Tekton set, with
// ports of our own. Tekton listens on all addresses whatever it is told.
func (h *Hub) knative(pod string, probes, metrics, profiling int, extra ...string) []string {
	return h.environment(append([]string{
		"SYSTEM_NAMESPACE=tekton-pipelines",
		"POD_NAME=" + pod,
		"KUBERNETES_MIN_VERSION=v1.28.0",
		"CONFIG_LOGGING_NAME=config-logging",
		"CONFIG_OBSERVABILITY_NAME=config-observability",
		"CONFIG_FEATURE_FLAGS_NAME=feature-flags",
		"CONFIG_DEFAULTS_NAME=config-defaults",
		"CONFIG_SPIRE=config-spire",
		"METRICS_DOMAIN=tekton.dev/pipeline",
		"METRICS_PROMETHEUS_HOST=" + loopback,
		"METRICS_PROMETHEUS_PORT=" + strconv.Itoa(metrics),
		"PROBES_PORT=" + strconv.Itoa(probes),
		"PROFILING_PORT=" + strconv.Itoa(profiling),
	}, extra...)...)
}

const everywhere = "" // all addresses, as net.Listen takes it

func (h *Hub) tektonWebhook() component {
	c := h.component("tekton-webhook", "--kubeconfig="+h.kubeconfigOf(tektonWebhookAccount.name))
	c.Env = h.knative("tekton-webhook-host", h.ports.tektonWebhookProbes, h.ports.tektonWebhookMetrics, h.ports.tektonWebhookProfiling,
		"CONFIG_LEADERELECTION_NAME=config-leader-election-webhook",
		"WEBHOOK_PORT="+strconv.Itoa(h.ports.tektonWebhook),
		"WEBHOOK_ADMISSION_CONTROLLER_NAME=webhook.pipeline.tekton.dev",
		"WEBHOOK_SERVICE_NAME=tekton-pipelines-webhook",
		"WEBHOOK_SECRET_NAME=webhook-certs",
	)
	return c.on(everywhere, h.ports.tektonWebhook, h.ports.tektonWebhookProbes)
}

func (h *Hub) tektonController() component {
	c := h.component("tekton-controller",
		"--kubeconfig="+h.kubeconfigOf(tektonControllerAccount.name),
		// One process: nobody to elect a leader among.
		"-disable-ha",
		h.rate("-kube-api-qps=%d", 50), h.rate("-kube-api-burst=%d", 100),
		"-entrypoint-image="+tektonImage("entrypoint"),
		"-nop-image="+tektonImage("nop"),
		"-sidecarlogresults-image="+tektonImage("sidecarlogresults"),
		"-workingdirinit-image="+tektonImage("workingdirinit"),
		"-shell-image="+busyboxImage,
		"-shell-image-win="+busyboxImage, // must be given; no Windows here
	)
	c.Env = h.knative("tekton-controller-host", h.ports.tektonProbes, h.ports.tektonMetrics, h.ports.tektonProfiling,
		"CONFIG_LEADERELECTION_NAME=config-leader-election-controller",
	)
	return c.on(everywhere, h.ports.tektonProbes)
}

func (h *Hub) kueue() component {
	c := h.component("kueue",
		"--config="+h.config("kueue.yaml"),
		"--kubeconfig="+h.kubeconfigOf(kueueAccount.name),
		"--zap-log-level=2",
	).reading(h.config("kueue.yaml"))
	c.Dir = h.kueueDir() // its visibility server's certificates are relative to it
	return c.on(loopback, h.ports.kueueWebhook, h.ports.kueueVisibility, h.ports.kueueProbes, h.ports.kueueMetrics)
}

func (h *Hub) localPath() component {
	return h.component("local-path-provisioner", "start",
		"--kubeconfig="+h.kubeconfigOf(localPathAccount.name),
		"--namespace="+localPathAccount.namespace,
		"--service-account-name="+localPathAccount.name,
		"--helper-image="+busyboxImage,
	)
}
