//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/uuid"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test"
)

// runKubectl does what a user would do, with something on its input, and gives back all that it says.
func runKubectl(t *testing.T, input string, args ...string) (string, error) {
	t.Helper()
	top := test.Top(t)
	config := os.Getenv("KUBECONFIG")
	if config == "" {
		config = filepath.Join(top, test.Kubeconfig)
	}
	args = append([]string{"--kubeconfig", config, "--namespace", test.Namespace}, args...)
	command := exec.CommandContext(t.Context(), filepath.Join(top, ".hub/bin/kubectl"), args...)
	command.Stdin = strings.NewReader(input)
	out, err := command.CombinedOutput()
	return string(out), err
}

// kubectl is runKubectl where nothing may go wrong.
func kubectl(t *testing.T, input string, args ...string) string {
	t.Helper()
	out, err := runKubectl(t, input, args...)
	if err != nil {
		t.Fatalf("kubectl %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return out
}

// manifest is a job as a user would keep it in a file, with lines of its spec.
func manifest(t *testing.T, prefix string, spec ...string) (name, yaml string) {
	t.Helper()
	name = prefix + "-" + string(uuid.NewUUID())[:8]
	c := test.NewClients(t)
	t.Cleanup(func() {
		_ = c.Fournos.FournosV1().FournosJobs(test.Namespace).Delete(context.Background(), name, metav1.DeleteOptions{})
	})
	return name, "apiVersion: fournos.dev/v1\nkind: FournosJob\nmetadata:\n  name: " + name + "\nspec:\n  " + strings.Join(spec, "\n  ") + "\n"
}

// words puts a single space between the words of a line.
func words(line string) string { return strings.Join(strings.Fields(line), " ") }

func TestKubectlGet(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	bake, yaml := manifest(t, "columns", "owner: bakery", "displayName: First_bake", "executionEngine: {mock: {}}", "cluster: nowhere")
	template, templateYAML := manifest(t, "columns", "owner: bakery", "schedule: '@yearly'", "exclusive: false", "executionEngine: {mock: {}}", "suspend: true")
	kubectl(t, yaml+"---\n"+templateYAML, "create", "-f", "-")
	c.UntilPhase(t, bake, fournosv1.PhaseFailed)
	c.UntilPhase(t, template, fournosv1.PhaseRecurring)

	for _, tc := range []struct {
		args   string
		header string
		row    string
	}{
		{"fj " + bake, "NAME OWNER PHASE CLUSTER MESSAGE AGE", `^\S+ bakery Failed Cluster 'nowhere' not found; spec.cluster may be one of: .* \d+s$`},
		{"fjob -o wide " + bake, "NAME OWNER PHASE CLUSTER MESSAGE AGE DISPLAY NAME EXCLUSIVE SCHEDULE LAST SCHEDULE", `^\S+ bakery Failed Cluster 'nowhere' not found; .* \d+s First_bake true$`},
		{"fjobs -o wide " + template, "NAME OWNER PHASE CLUSTER MESSAGE AGE DISPLAY NAME EXCLUSIVE SCHEDULE LAST SCHEDULE", `^\S+ bakery Recurring Suspended \d+s false @yearly`},
		{"fournosjob " + template, "NAME OWNER PHASE CLUSTER MESSAGE AGE", `^\S+ bakery Recurring Suspended \d+s$`},
	} {
		lines := strings.Split(strings.TrimSpace(kubectl(t, "", append([]string{"get"}, strings.Fields(tc.args)...)...)), "\n")
		if len(lines) != 2 || words(lines[0]) != tc.header {
			t.Errorf("kubectl get %s: %q, want the columns %s", tc.args, lines, tc.header)
		} else if row := words(lines[1]); !regexp.MustCompile(tc.row).MatchString(row) {
			t.Errorf("kubectl get %s: %q, want it to match %s", tc.args, row, tc.row)
		}
	}
	for _, name := range []string{bake, template} {
		if got := kubectl(t, "", "get", "fournos", "-o", "name"); !strings.Contains(got, "fournosjob.fournos.dev/"+name+"\n") {
			t.Errorf("kubectl get fournos: %s, want %s in it", got, name)
		}
	}
	if got := kubectl(t, "", "delete", "fj/"+bake, "--timeout=60s"); !strings.Contains(got, "deleted") {
		t.Errorf("kubectl delete: %s", got)
	}
}

func TestKubectlWait(t *testing.T) {
	t.Parallel()
	bake, yaml := manifest(t, "waited", "clusterless: true", "exclusive: false", "pipeline: fournos-run-only", "executionEngine: {mock: {sleep: 1s}}")
	kubectl(t, yaml, "apply", "-f", "-")
	for _, condition := range []string{"jsonpath={.status.phase}=Running", "condition=Succeeded", "jsonpath={.status.phase}=Succeeded", "condition=PipelineRunReady"} {
		if got := kubectl(t, "", "wait", "--for="+condition, "fj/"+bake, "--timeout="+test.Deadline.String()); !strings.Contains(got, "condition met") {
			t.Errorf("kubectl wait --for=%s: %s", condition, got)
		}
	}
	// A job that fails does not meet the condition, and says so by another.
	wrong, yaml := manifest(t, "waited", "executionEngine: {mock: {}}")
	kubectl(t, yaml, "apply", "-f", "-")
	kubectl(t, "", "wait", "--for=condition=Succeeded=False", "fj/"+wrong, "--timeout="+test.Deadline.String())
	if got, err := runKubectl(t, "", "wait", "--for=condition=Succeeded", "fj/"+wrong, "--timeout=1s"); err == nil {
		t.Errorf("kubectl wait --for=condition=Succeeded of a job that failed: %s", got)
	}
}

// TestKubectlExplain reads of every field what it is for.
func TestKubectlExplain(t *testing.T) {
	t.Parallel()
	for path, kind := range map[string]reflect.Type{
		"fj":               reflect.TypeFor[fournosv1.FournosJob](),
		"fj.spec":          reflect.TypeFor[fournosv1.FournosJobSpec](),
		"fj.spec.hardware": reflect.TypeFor[fournosv1.Hardware](),
		"fj.status":        reflect.TypeFor[fournosv1.FournosJobStatus](),
	} {
		got := kubectl(t, "", "explain", path)
		if strings.Contains(got, "<no description>") || strings.Contains(got, "<empty>") {
			t.Errorf("kubectl explain %s: something has no description:\n%s", path, got)
		}
		for _, field := range jsonFields(kind) {
			// A field stands on a line of its own, with its type, and what it is for below it, further in.
			if !regexp.MustCompile(`(?m)^  ` + field + `\t<[^>]+>[^\n]*\n(  enum: [^\n]*\n)?    \S+`).MatchString(got) {
				t.Errorf("kubectl explain %s: no description of %s:\n%s", path, field, got)
			}
		}
	}
}

// jsonFields are the fields of a type, by the names that users write.
func jsonFields(of reflect.Type) []string {
	var fields []string
	for i := range of.NumField() {
		field := of.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			fields = append(fields, jsonFields(field.Type)...)
		} else {
			fields = append(fields, name)
		}
	}
	return fields
}

// TestKubectlApply applies a manifest again, once the resolve Job has filled in what it does not say.
func TestKubectlApply(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	engine := `executionEngine: {mock: {resolve: {hardware: {gpuType: a100, gpuCount: 2}, secretRefs: [demo-token]}}}`
	common := []string{"clusterless: true", "exclusive: false", "pipeline: fournos-run-only", engine, "env: {SUITE: nightly}"}
	for _, tc := range []struct {
		name string
		args []string
		spec []string
		want string
		refs int
	}{
		{"client side", []string{"apply", "-f", "-"}, common, "unchanged", 1},
		// The list is a set, so who applies on the server's side owns what it lists and no more.
		{"server side", []string{"apply", "--server-side", "-f", "-"}, append(common, "secretRefs: [demo-registry]"), "serverside-applied", 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			name, yaml := manifest(t, "applied", tc.spec...)
			kubectl(t, yaml, tc.args...)
			before := c.UntilPhase(t, name, fournosv1.PhaseSucceeded).Job
			if before.Spec.Hardware == nil || len(before.Spec.SecretRefs) != tc.refs {
				t.Fatalf("the resolve Job left spec.hardware %v and spec.secretRefs %v", before.Spec.Hardware, before.Spec.SecretRefs)
			}
			if got := kubectl(t, yaml, tc.args...); !strings.Contains(got, tc.want) {
				t.Errorf("kubectl %s again: %s, want %s", tc.args, got, tc.want)
			}
			after, err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Get(t.Context(), name, metav1.GetOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(before.Spec, after.Spec) || before.Generation != after.Generation || before.ResourceVersion != after.ResourceVersion {
				t.Errorf("applied again it changed from %+v to %+v", before, after)
			}
		})
	}
}

// TestKubectlRefusesSlips has kubectl tell of what it would otherwise lose silently.
func TestKubectlRefusesSlips(t *testing.T) {
	t.Parallel()
	_, yaml := manifest(t, "slip", "executionEngine: {mock: {}}", "gpuType: a100")
	if got, err := runKubectl(t, yaml, "create", "-f", "-"); err == nil || !strings.Contains(got, `unknown field "spec.gpuType"`) {
		t.Errorf("kubectl create: %s (%v), want the unknown field refused", got, err)
	}
	if got := kubectl(t, "", "apply", "--dry-run=server", "-f", filepath.Join(test.Top(t), "dev/samples"), "-o", "name"); !strings.Contains(got, "/shared\n") {
		t.Errorf("kubectl apply of the samples: %s", got)
	}
}

// TestEngineStatusOfOthersIsKept has a user write into status.engineStatus, beside the engine, while the job runs.
func TestEngineStatusOfOthersIsKept(t *testing.T) {
	t.Parallel()
	c := test.NewClients(t)
	spec := onHub(t)
	spec.ExecutionEngine = test.Engine(t, map[string]any{"sleep": "3s"})
	job := c.Create(t, "engine-status", spec)
	c.UntilPhase(t, job.Name, fournosv1.PhaseRunning)
	kubectl(t, "", "patch", "fj/"+job.Name, "--subresource=status", "--type=merge", "-p", `{"status":{"engineStatus":{"note":{"by":"a person","score":[1,null,0.5]}}}}`)
	ended := c.UntilPhase(t, job.Name, fournosv1.PhaseSucceeded)
	test.Eventually(t, func(ctx context.Context) error {
		now, err := c.Fournos.FournosV1().FournosJobs(test.Namespace).Get(ctx, job.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		var got, want any
		_ = json.Unmarshal([]byte(`{"note":{"by":"a person","score":[1,null,0.5]},"steps":{"run":"Done"}}`), &want)
		if raw := now.Status.EngineStatus; raw == nil || json.Unmarshal(raw.Raw, &got) != nil || !reflect.DeepEqual(got, want) {
			return fmt.Errorf("engineStatus of job %s, %s: %v, want %v", job.Name, ended.Job.Status.Phase, got, want)
		}
		return nil
	})
}
