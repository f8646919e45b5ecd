// Package config has no code: its tests hold the manifests to what the controller and Kueue expect of them.
package config

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/scheme"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

var decoder = func() runtime.Decoder {
	all := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		scheme.AddToScheme, pipelinev1.AddToScheme, kueuev1beta2.AddToScheme,
	} {
		utilruntime.Must(add(all))
	}
	return serializer.NewCodecFactory(all, serializer.EnableStrict).UniversalDeserializer()
}()

// generated is not written by hand.
const generated = "300-fournosjob.yaml"

// load decodes every manifest of these folders, and fails on a field that its kind does not have.
func load(t *testing.T, folders ...string) []runtime.Object {
	t.Helper()
	var objects []runtime.Object
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no manifests in %s: %v", folder, err)
		}
		for _, file := range files {
			if filepath.Base(file) == generated {
				continue
			}
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			objects = append(objects, decode(t, file, content)...)
		}
	}
	return objects
}

func decode(t *testing.T, file string, content []byte) []runtime.Object {
	t.Helper()
	var objects []runtime.Object
	reader := yaml.NewDocumentDecoder(io.NopCloser(bytes.NewReader(content)))
	document := make([]byte, len(content)+1)
	for {
		n, err := reader.Read(document)
		if errors.Is(err, io.EOF) {
			return objects
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		object, _, err := decoder.Decode(document[:n], nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		objects = append(objects, object)
	}
}

// of returns the objects of one kind.
func of[T runtime.Object](objects []runtime.Object) []T {
	var found []T
	for _, object := range objects {
		if one, ok := object.(T); ok {
			found = append(found, one)
		}
	}
	return found
}

// configMap returns the data of a ConfigMap of the installation.
func configMap(t *testing.T, name string) map[string]string {
	t.Helper()
	for _, found := range of[*corev1.ConfigMap](load(t, ".")) {
		if found.Name == name {
			return found.Data
		}
	}
	t.Fatalf("no ConfigMap %s", name)
	return nil
}

func TestPipelinesAreValid(t *testing.T) {
	pipelines := of[*pipelinev1.Pipeline](load(t, "pipelines"))
	if len(pipelines) != 2 {
		t.Fatalf("%d Pipelines", len(pipelines))
	}
	for _, pipeline := range pipelines {
		pipeline.SetDefaults(t.Context())
		if err := pipeline.Validate(t.Context()); err != nil {
			t.Errorf("%s: %v", pipeline.Name, err)
		}
	}
}
