package manifest

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func parse(t *testing.T, content string) []Object {
	t.Helper()
	objects, err := Parse([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	return objects
}

func find(t *testing.T, objects []Object, kind, name string) Object {
	t.Helper()
	for _, object := range objects {
		if object.Kind() == kind && object.Name() == name {
			return object
		}
	}
	t.Fatalf("no %s %s", kind, name)
	return nil
}

func TestParse(t *testing.T) {
	objects := parse(t, `# only a comment
---
kind: ConfigMap
metadata: {name: a, namespace: ns}
data:
  text: |
    first
    --- not a new document
---
kind: List
items:
- {kind: Secret, metadata: {name: b}}
--- # three dashes and more
kind: Secret
metadata: {name: c}
`)
	var names []string
	for _, object := range objects {
		names = append(names, object.Kind()+"/"+object.Name())
	}
	if want := []string{"ConfigMap/a", "Secret/b", "Secret/c"}; !reflect.DeepEqual(names, want) {
		t.Fatalf("got %v, want %v", names, want)
	}
	if objects[0].Namespace() != "ns" || !strings.Contains(objects[0].field("data")["text"].(string), "--- not") {
		t.Errorf("got %v", objects[0])
	}
	if _, err := Parse([]byte("kind: A\n---\nb: [")); err == nil || !strings.Contains(err.Error(), "b: [") {
		t.Errorf("error %v, want one that shows the manifest", err)
	}
}

func TestTekton(t *testing.T) {
	objects := Tekton(parse(t, `
kind: Deployment
metadata: {name: tekton-pipelines-webhook, namespace: tekton-pipelines}
---
kind: Service
metadata: {name: tekton-pipelines-webhook, namespace: tekton-pipelines}
spec: {ports: [{port: 443}]}
---
kind: CustomResourceDefinition
metadata: {name: tasks.tekton.dev}
spec: {conversion: {webhook: {clientConfig: {service: {name: tekton-pipelines-webhook, namespace: tekton-pipelines}}}}}
---
kind: CustomResourceDefinition
metadata: {name: customruns.tekton.dev}
---
kind: ValidatingWebhookConfiguration
metadata: {name: v}
webhooks:
- {name: ours, clientConfig: {service: {name: tekton-pipelines-webhook, namespace: tekton-pipelines}}}
- {name: other, clientConfig: {service: {name: other, namespace: tekton-pipelines}}}
`), 21843)
	if len(objects) != 4 {
		t.Fatalf("%d objects, want the two definitions, the configuration and the service: %v", len(objects), objects)
	}
	reference := find(t, objects, "CustomResourceDefinition", "tasks.tekton.dev").field("spec", "conversion", "webhook", "clientConfig", "service")
	if reference["port"] != 21843 {
		t.Errorf("the conversion goes to %v", reference)
	}
	list := webhooks(find(t, objects, "ValidatingWebhookConfiguration", "v"))
	if port := Object(list[0]).field("clientConfig", "service")["port"]; port != 21843 {
		t.Errorf("the webhook goes to port %v", port)
	}
	if _, changed := Object(list[1]).field("clientConfig", "service")["port"]; changed {
		t.Error("the webhook of another service was changed")
	}
	service := find(t, objects, "Service", "tekton-pipelines-webhook").field("spec")
	if service["type"] != "ExternalName" || service["externalName"] != "127.0.0.1" {
		t.Errorf("service %v", service)
	}
}

func TestKueue(t *testing.T) {
	objects := Kueue(parse(t, `
kind: MutatingWebhookConfiguration
metadata: {name: m}
webhooks:
- {name: workloads, rules: [{apiGroups: [kueue.x-k8s.io]}], clientConfig: {service: {name: kueue-webhook-service, namespace: kueue-system}}}
- {name: jobs, rules: [{apiGroups: [batch]}]}
- {name: pods, rules: [{apiGroups: [""]}]}
- {name: mixed, rules: [{apiGroups: [batch]}, {apiGroups: [ray.io]}]}
---
kind: APIService
metadata: {name: v1beta2.visibility.kueue.x-k8s.io}
spec: {insecureSkipTLSVerify: true, service: {name: kueue-visibility-server, namespace: kueue-system}}
---
kind: Secret
metadata: {name: kueue-webhook-server-cert, namespace: kueue-system}
`), KueueServing{WebhookPort: 1, VisibilityPort: 2, WebhookSecret: map[string][]byte{"tls.crt": []byte("cert")}, VisibilityAuthority: []byte("ca")})

	var kept []string
	for _, webhook := range webhooks(find(t, objects, "MutatingWebhookConfiguration", "m")) {
		kept = append(kept, webhook["name"].(string))
	}
	if want := []string{"workloads", "jobs"}; !reflect.DeepEqual(kept, want) {
		t.Errorf("kept the webhooks %v, want %v", kept, want)
	}
	spec := find(t, objects, "APIService", "v1beta2.visibility.kueue.x-k8s.io").field("spec")
	if _, insecure := spec["insecureSkipTLSVerify"]; insecure || spec["caBundle"] != "Y2E=" {
		t.Errorf("APIService %v, want it verified by the authority", spec)
	}
	if port := Object(spec).field("service")["port"]; port != 2 {
		t.Errorf("APIService goes to port %v", port)
	}
	if data := find(t, objects, "Secret", "kueue-webhook-server-cert").field("data"); data["tls.crt"] != "Y2VydA==" {
		t.Errorf("Secret holds %v", data)
	}
	find(t, objects, "Service", "kueue-webhook-service")
	find(t, objects, "Service", "kueue-visibility-server")
}

func TestLocalPath(t *testing.T) {
	const upstream = `
kind: StorageClass
metadata: {name: local-path}
---
kind: ConfigMap
metadata: {name: local-path-config}
data:
  config.json: "{}"
  setup: mkdir
  helperPod.yaml: |
    kind: Pod
    spec: {containers: [{name: helper-pod, image: busybox}]}
`
	objects, err := LocalPath(parse(t, upstream), "/srv/volumes", "ko.local/busybox:1.36")
	if err != nil {
		t.Fatal(err)
	}
	annotations := find(t, objects, "StorageClass", "local-path").field("metadata", "annotations")
	if annotations["storageclass.kubernetes.io/is-default-class"] != "true" {
		t.Errorf("annotations %v, want the default class", annotations)
	}
	data := find(t, objects, "ConfigMap", "local-path-config").field("data")
	if config := data["config.json"].(string); !strings.Contains(config, `"/srv/volumes"`) || !json.Valid([]byte(config)) {
		t.Errorf("config.json %s", config)
	}
	if pod := data["helperPod.yaml"].(string); !strings.Contains(pod, "image: ko.local/busybox:1.36") {
		t.Errorf("helper Pod %s", pod)
	}
	if data["setup"] != "mkdir" {
		t.Errorf("setup %v, want upstream's", data["setup"])
	}
	if _, err := LocalPath(parse(t, strings.Replace(upstream, "containers:", "others:", 1)), "/srv", "x"); err == nil {
		t.Error("a helper Pod without containers is no error")
	}
}
