// Package manifest reads the manifests that upstream publishes and changes in
// them what a hub of host processes needs to be different, and nothing else.
package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"sigs.k8s.io/yaml"
)

// Object is one Kubernetes object.
type Object map[string]any

// Parse reads a stream of YAML documents. Lists are taken apart.
func Parse(content []byte) ([]Object, error) {
	var objects []Object
	for _, document := range documents(content) {
		var object Object
		if err := yaml.Unmarshal(document, &object); err != nil {
			return nil, fmt.Errorf("%w in the manifest that begins %q", err, firstLine(document))
		}
		if len(object) == 0 {
			continue // only comments
		}
		if object.Kind() != "List" {
			objects = append(objects, object)
			continue
		}
		items, _ := object["items"].([]any)
		for _, item := range items {
			if fields, ok := item.(map[string]any); ok {
				objects = append(objects, fields)
			}
		}
	}
	return objects, nil
}

// documents splits at lines that begin with three dashes. Inside a block of
// text such a line would be indented.
func documents(content []byte) [][]byte {
	var documents [][]byte
	var current []byte
	for line := range bytes.Lines(content) {
		if bytes.HasPrefix(line, []byte("---")) {
			documents = append(documents, current)
			current = nil
			continue
		}
		current = append(current, line...)
	}
	return append(documents, current)
}

func firstLine(document []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(document), []byte("\n"))
	return string(line)
}

// Encode returns the objects as one List, in their order.
func Encode(objects []Object) ([]byte, error) {
	return json.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": objects})
}

// Kind returns the object's kind.
func (o Object) Kind() string {
	kind, _ := o["kind"].(string)
	return kind
}

// Name returns metadata.name.
func (o Object) Name() string {
	name, _ := o.field("metadata")["name"].(string)
	return name
}

// Namespace returns metadata.namespace.
func (o Object) Namespace() string {
	namespace, _ := o.field("metadata")["namespace"].(string)
	return namespace
}

// field returns the map at the path, or nil: reading from it is harmless.
func (o Object) field(path ...string) map[string]any {
	current := map[string]any(o)
	for _, name := range path {
		current, _ = current[name].(map[string]any)
	}
	return current
}

// annotate sets an annotation.
func (o Object) annotate(key, value string) {
	metadata := o.field("metadata")
	annotations, ok := metadata["annotations"].(map[string]any)
	if !ok {
		annotations = map[string]any{}
		metadata["annotations"] = annotations
	}
	annotations[key] = value
}

// Without returns the objects that are of none of the kinds.
func Without(objects []Object, kinds ...string) []Object {
	var kept []Object
	for _, object := range objects {
		if !slices.Contains(kinds, object.Kind()) {
			kept = append(kept, object)
		}
	}
	return kept
}

// Split parts the objects of the given kinds from the others.
func Split(objects []Object, kinds ...string) (of, others []Object) {
	for _, object := range objects {
		if slices.Contains(kinds, object.Kind()) {
			of = append(of, object)
		} else {
			others = append(others, object)
		}
	}
	return of, others
}
