package manifest

import (
	"fmt"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

// Pod is what a Deployment gives to the one container of its Pods, as far as it
// can be given to a process too.
type Pod struct {
	Image          string
	Args           []string
	Env            []string
	ServiceAccount string
	// Files are the mounted ConfigMaps' contents by their path in the container.
	Files map[string][]byte
	// mounts are the folders in the container that Files are in.
	mounts []string
}

// PodOf reads a Deployment's Pod. The ConfigMaps that it refers to are taken
// from the other objects.
func PodOf(deployment Object, others []Object) (Pod, error) {
	spec := deployment.field("spec", "template", "spec")
	containers := maps(spec["containers"])
	if len(containers) != 1 {
		return Pod{}, fmt.Errorf("%d containers, want one", len(containers))
	}
	container := Object(containers[0])
	pod := Pod{Files: map[string][]byte{}}
	pod.Image, _ = container["image"].(string)
	pod.ServiceAccount, _ = spec["serviceAccountName"].(string)
	for _, key := range []string{"command", "args"} {
		list, _ := container[key].([]any)
		for _, arg := range list {
			pod.Args = append(pod.Args, fmt.Sprint(arg))
		}
	}
	configMaps := map[string]map[string]any{}
	for _, object := range others {
		if object.Kind() == "ConfigMap" && object.Namespace() == deployment.Namespace() {
			configMaps[object.Name()] = object.field("data")
		}
	}
	for _, source := range maps(container["envFrom"]) {
		data := configMaps[nameIn(source, "configMapRef")]
		for _, key := range sortedNames(data) {
			pod.Env = append(pod.Env, fmt.Sprintf("%s=%v", key, data[key]))
		}
	}
	for _, variable := range maps(container["env"]) {
		pod.Env = append(pod.Env, fmt.Sprintf("%v=%s", variable["name"], value(variable, deployment, configMaps)))
	}
	pod.mount(maps(container["volumeMounts"]), maps(spec["volumes"]), configMaps)
	return pod, nil
}

// value returns what a variable is set to. Fields of the Pod are those of the
// Deployment, for there is no Pod.
func value(variable Object, deployment Object, configMaps map[string]map[string]any) string {
	if literal, ok := variable["value"]; ok {
		return fmt.Sprint(literal)
	}
	switch field, _ := variable.field("valueFrom", "fieldRef")["fieldPath"].(string); field {
	case "metadata.namespace":
		return deployment.Namespace()
	case "metadata.name":
		return deployment.Name() + "-host"
	}
	if reference := variable.field("valueFrom", "configMapKeyRef"); reference != nil {
		name, _ := reference["name"].(string)
		key, _ := reference["key"].(string)
		text, _ := configMaps[name][key].(string)
		return text
	}
	return ""
}

func (p *Pod) mount(mounts, volumes []map[string]any, configMaps map[string]map[string]any) {
	sources := map[any]string{}
	for _, volume := range volumes {
		if name := nameIn(volume, "configMap"); name != "" {
			sources[volume["name"]] = name
		}
	}
	for _, mount := range mounts {
		at, _ := mount["mountPath"].(string)
		at = path.Clean(at)
		source, ok := sources[mount["name"]]
		if !ok {
			continue
		}
		p.mounts = append(p.mounts, at)
		for key, content := range configMaps[source] {
			p.Files[path.Join(at, key)] = []byte(fmt.Sprint(content))
		}
	}
}

// MovedTo returns the Pod with everything that named a mounted file naming the
// same file below dir.
func (p Pod) MovedTo(dir string) Pod {
	move := func(text string) string {
		for _, mount := range p.mounts {
			text = strings.ReplaceAll(text, mount+"/", filepath.Join(dir, mount)+"/")
		}
		return text
	}
	moved := p
	moved.Args, moved.Env = nil, nil
	for _, arg := range p.Args {
		moved.Args = append(moved.Args, move(arg))
	}
	for _, variable := range p.Env {
		moved.Env = append(moved.Env, move(variable))
	}
	return moved
}

// WithoutImportPaths returns the objects with every import path for ko replaced
// by a name that looks like an image's. It is for a hub that starts no container.
func WithoutImportPaths(objects []Object, prefix string) []Object {
	var replace func(any) any
	replace = func(value any) any {
		switch value := value.(type) {
		case string:
			if importPath, ok := strings.CutPrefix(value, prefix); ok {
				return "ko.local/" + path.Base(importPath) + ":simulated"
			}
		case map[string]any:
			for key := range value {
				value[key] = replace(value[key])
			}
		case []any:
			for i := range value {
				value[i] = replace(value[i])
			}
		}
		return value
	}
	for _, object := range objects {
		replace(map[string]any(object))
	}
	return objects
}

func maps(list any) []map[string]any {
	items, _ := list.([]any)
	var found []map[string]any
	for _, item := range items {
		if fields, ok := item.(map[string]any); ok {
			found = append(found, fields)
		}
	}
	return found
}

func nameIn(object Object, field string) string {
	name, _ := object.field(field)["name"].(string)
	return name
}

func sortedNames(values map[string]any) []string {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
