package manifest

// HostService is a Service whose server is a process on the machine's loopback
// address instead of a Pod. The API server calls such processes for admission,
// for conversion and for aggregated APIs.
type HostService struct {
	Namespace, Name string
	Port            int
}

// object returns the Service. Of type ExternalName it may point to loopback,
// which neither Endpoints nor EndpointSlices may.
func (s HostService) object() Object {
	return Object{
		"apiVersion": "v1",
		"kind":       "Service",
		"metadata":   map[string]any{"name": s.Name, "namespace": s.Namespace},
		"spec":       map[string]any{"type": "ExternalName", "externalName": "127.0.0.1"},
	}
}

// direct gives every reference to the service its port, as an ExternalName
// maps none. The references stay references: Knative's webhook reconcilers
// look for them and take no URL in their place.
func (s HostService) direct(objects []Object) {
	for _, object := range objects {
		for _, reference := range serviceReferences(object) {
			if reference["name"] == s.Name && reference["namespace"] == s.Namespace {
				reference["port"] = s.Port
			}
		}
	}
}

// serviceReferences returns where an object names the Service to call.
func serviceReferences(object Object) []map[string]any {
	var references []map[string]any
	switch object.Kind() {
	case "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration":
		for _, webhook := range webhooks(object) {
			references = append(references, Object(webhook).field("clientConfig", "service"))
		}
	case "CustomResourceDefinition":
		references = append(references, object.field("spec", "conversion", "webhook", "clientConfig", "service"))
	case "APIService":
		references = append(references, object.field("spec", "service"))
	}
	var found []map[string]any
	for _, reference := range references {
		if reference != nil {
			found = append(found, reference)
		}
	}
	return found
}

func webhooks(object Object) []map[string]any {
	list, _ := object["webhooks"].([]any)
	var found []map[string]any
	for _, item := range list {
		if webhook, ok := item.(map[string]any); ok {
			found = append(found, webhook)
		}
	}
	return found
}
