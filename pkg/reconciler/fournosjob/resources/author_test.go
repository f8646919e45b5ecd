package resources

import (
	"encoding/json"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/settings"
)

// What an author writes freely must not reach what is made for the job: there Tekton, a shell or the kubelet would make
// something of it. The engine reads it from the job. The rest are names, which the schema checks.
func TestAuthorsWordsStayInTheJob(t *testing.T) {
	words := []string{"$(params.fjob-name)", "$(tasks.gate.results.cluster)", "$(cat /etc/passwd)", "`id`", "; rm -rf /", "{{.Secret}}", "../../etc/passwd", "%s%n"}
	hostile := strings.Join(words, " ")
	engine, err := json.Marshal(map[string]any{hostile: []string{hostile}})
	if err != nil {
		t.Fatal(err)
	}
	job := bake(func(j *fournosv1.FournosJob) {
		j.Annotations = map[string]string{"note": hostile}
		j.Labels = map[string]string{"note": hostile}
		j.Spec.Owner, j.Spec.DisplayName = hostile, hostile
		j.Spec.Env = map[string]string{hostile: hostile}
		j.Spec.ExecutionEngine = map[string]runtime.RawExtension{hostile: {Raw: engine}}
		j.Spec.SecretRefs = []fournosv1.SecretRef{"hf"}
		j.Status.EngineStatus = &runtime.RawExtension{Raw: engine}
		j.Status.Message = hostile
	})
	s := &settings.Settings{}
	for name, made := range map[string]any{
		"resolve Job":   ResolveJob(job, resolveTemplate(t), image, s),
		"admission run": AdmissionRun(job, 1),
		"PipelineRun":   PipelineRun(job, 1, []VaultCopy{{Ref: "hf", Keys: []string{"token"}}}, s),
		"Secret":        SecretCopy(job, "bake-hf", &corev1.Secret{}),
	} {
		var said []string
		collectTexts(t, made, &said)
		for _, text := range said {
			for _, word := range words {
				if strings.Contains(text, word) {
					t.Errorf("%s: %q has %q in it, which the job's author wrote", name, text, word)
				}
			}
		}
	}
}

// collectTexts finds all keys and texts in what an object is in JSON.
func collectTexts(t *testing.T, object any, into *[]string) {
	t.Helper()
	raw, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		t.Fatal(err)
	}
	var walk func(any)
	walk = func(value any) {
		switch value := value.(type) {
		case string:
			*into = append(*into, value)
		case []any:
			for _, one := range value {
				walk(one)
			}
		case map[string]any:
			for key, one := range value {
				*into = append(*into, key)
				walk(one)
			}
		}
	}
	walk(value)
}
