package manifest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// The kinds that upstream runs its own programs with. The hub runs the programs
// itself.
var workloads = []string{"Deployment", "HorizontalPodAutoscaler", "Service"}

// Tekton returns Tekton's objects for a webhook that serves at the port.
func Tekton(upstream []Object, webhookPort int) []Object {
	webhook := HostService{Namespace: "tekton-pipelines", Name: "tekton-pipelines-webhook", Port: webhookPort}
	objects := Without(upstream, workloads...)
	webhook.direct(objects)
	return append(objects, webhook.object())
}

// KueueServing says where Kueue's servers are and what they prove themselves with.
type KueueServing struct {
	WebhookPort, VisibilityPort int
	// WebhookSecret holds the webhook's certificate and authority, so that
	// Kueue finds there what it finds in its certificate folder.
	WebhookSecret map[string][]byte
	// VisibilityAuthority has signed for the visibility server.
	VisibilityAuthority []byte
}

// Kueue returns Kueue's objects for servers that are host processes.
func Kueue(upstream []Object, serving KueueServing) []Object {
	const namespace = "kueue-system"
	services := []HostService{
		{Namespace: namespace, Name: "kueue-webhook-service", Port: serving.WebhookPort},
		{Namespace: namespace, Name: "kueue-visibility-server", Port: serving.VisibilityPort},
	}
	objects := Without(upstream, workloads...)
	for _, object := range objects {
		switch object.Kind() {
		case "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration":
			keepWebhooks(object, "kueue.x-k8s.io", "batch")
		case "APIService":
			spec := object.field("spec")
			delete(spec, "insecureSkipTLSVerify")
			spec["caBundle"] = base64.StdEncoding.EncodeToString(serving.VisibilityAuthority)
		case "Secret":
			if object.Name() == "kueue-webhook-server-cert" {
				object["data"] = secretData(serving.WebhookSecret)
			}
		}
	}
	for _, service := range services {
		service.direct(objects)
		objects = append(objects, service.object())
	}
	return objects
}

// keepWebhooks drops the webhooks for kinds of other API groups. Upstream's
// webhook for Pods fails closed in nearly every namespace: with it no Pod at
// all could start while Kueue is down.
func keepWebhooks(configuration Object, groups ...string) {
	kept := []any{}
	for _, webhook := range webhooks(configuration) {
		foreign := slices.ContainsFunc(ruleGroups(webhook), func(group string) bool {
			return !slices.Contains(groups, group)
		})
		if !foreign {
			kept = append(kept, webhook)
		}
	}
	configuration["webhooks"] = kept
}

func ruleGroups(webhook map[string]any) []string {
	var groups []string
	rules, _ := webhook["rules"].([]any)
	for _, rule := range rules {
		fields, _ := rule.(map[string]any)
		list, _ := fields["apiGroups"].([]any)
		for _, group := range list {
			if name, ok := group.(string); ok {
				groups = append(groups, name)
			}
		}
	}
	return groups
}

func secretData(content map[string][]byte) map[string]any {
	data := map[string]any{}
	for key, value := range content {
		data[key] = base64.StdEncoding.EncodeToString(value)
	}
	return data
}

// LocalPath returns local-path-provisioner's objects. Volumes become folders
// under dir, made and removed by helper Pods of the image, and the StorageClass
// becomes the default one.
func LocalPath(upstream []Object, dir, helperImage string) ([]Object, error) {
	objects := Without(upstream, workloads...)
	for _, object := range objects {
		switch object.Kind() {
		case "StorageClass":
			object.annotate("storageclass.kubernetes.io/is-default-class", "true")
		case "ConfigMap":
			data := object.field("data")
			paths, err := json.Marshal(map[string]any{
				"nodePathMap": []any{map[string]any{"node": "DEFAULT_PATH_FOR_NON_LISTED_NODES", "paths": []string{dir}}},
			})
			if err != nil {
				return nil, err
			}
			data["config.json"] = string(paths)
			pod, _ := data["helperPod.yaml"].(string)
			if data["helperPod.yaml"], err = withImage(pod, helperImage); err != nil {
				return nil, fmt.Errorf("helper Pod of local-path-provisioner: %w", err)
			}
		}
	}
	return objects, nil
}

// withImage gives every container of a Pod manifest the image.
func withImage(pod, image string) (string, error) {
	var object Object
	if err := yaml.Unmarshal([]byte(pod), &object); err != nil {
		return "", err
	}
	containers, _ := object.field("spec")["containers"].([]any)
	if len(containers) == 0 {
		return "", fmt.Errorf("no containers in %q", strings.TrimSpace(pod))
	}
	for _, container := range containers {
		if fields, ok := container.(map[string]any); ok {
			fields["image"] = image
		}
	}
	content, err := yaml.Marshal(object)
	return string(content), err
}
