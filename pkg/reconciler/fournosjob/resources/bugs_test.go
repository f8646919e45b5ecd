package resources

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
)

// What fails: each is a bug to mend, and then part of the test of its builder.
// FOURNOS_TEST_BUGS=1 go test -run TestBugs ./pkg/reconciler/fournosjob/resources/ runs them.
func TestBugs(t *testing.T) {
	if os.Getenv("FOURNOS_TEST_BUGS") == "" {
		t.Skip("known bugs")
	}
	t.Run("a lock with exclusive: false asks for one slot, and so locks nothing", func(t *testing.T) {
		got := AdmissionRun(bake(lock, shared)).Spec.PipelineSpec.Tasks[0]
		if diff := cmp.Diff(pipelinev1.Params{param("cluster", "oslo"), param("exclusive", "true")}, got.Params); diff != "" {
			t.Errorf("Params (-want, +got):\n%s", diff)
		}
		if got.DisplayName != "Wait for exclusive access to oslo" {
			t.Errorf("DisplayName = %q", got.DisplayName)
		}
	})
	t.Run("the resolve Job shares its annotations with the template", func(t *testing.T) {
		template := resolveTemplate(t)
		ResolveJob(bake(), template, image, defaults(t)).Annotations["note"] = "changed"
		if template.Annotations["note"] != "kept" {
			t.Error("A change of one Job's annotations changes those of all others to come")
		}
	})
	for name, content := range map[string]string{
		"a template of another kind is taken": "apiVersion: apps/v1\nkind: Deployment\nspec: {template: {spec: {restartPolicy: Never, containers: [{name: a}]}}}",
		// The API server refuses every Job made from it (restartPolicy must be Never or OnFailure), which is retried for ever.
		"a template that makes no valid Job is taken": "spec: {template: {spec: {containers: [{name: a}]}}}",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "job.yaml")
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := LoadResolveJobTemplate(path); err == nil {
				t.Error("No error")
			}
		})
	}
}
