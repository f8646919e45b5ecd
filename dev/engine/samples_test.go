package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	"sigs.k8s.io/yaml"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// each decodes every file that matches, and fails on a field that its kind does not have.
func each[T any](t *testing.T, pattern string, check func(t *testing.T, object *T)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files match %s: %v", pattern, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			object := new(T)
			if err := yaml.UnmarshalStrict(content, object); err != nil {
				t.Fatal(err)
			}
			check(t, object)
		})
	}
}

// A misspelt field of a sample would have no effect, and nobody would notice.
func TestSamplesSayOnlyWhatTheEngineReads(t *testing.T) {
	each(t, "../samples/*.yaml", func(t *testing.T, job *fournosv1.FournosJob) {
		for _, engine := range job.Spec.ExecutionEngine {
			decoder := json.NewDecoder(bytes.NewReader(engine.Raw))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(&configuration{}); err != nil {
				t.Error(err)
			}
		}
		if job.Spec.IsExclusive() && job.Spec.Cluster == "" {
			t.Error("exclusive, which is the default, needs a cluster")
		}
	})
}

func TestTasksAreValid(t *testing.T) {
	each(t, "tasks/*.yaml", func(t *testing.T, task *pipelinev1.Task) {
		task.SetDefaults(t.Context())
		if err := task.Validate(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
