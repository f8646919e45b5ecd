package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/client/clientset/versioned/fake"
)

const namespace = "ns"

func jobWith(config string) *fournosv1.FournosJob {
	if config == "" {
		config = "{}"
	}
	return &fournosv1.FournosJob{
		ObjectMeta: metav1.ObjectMeta{Name: "job", Namespace: namespace},
		Spec: fournosv1.FournosJobSpec{
			ExecutionEngine: map[string]runtime.RawExtension{"mock": {Raw: []byte(config)}},
		},
	}
}

type fixture struct {
	*engine
	log *bytes.Buffer
}

// engineFor has a vault entry and a kubeconfig mounted, in the way in which the kubelet mounts them.
func engineFor(t *testing.T, job *fournosv1.FournosJob) fixture {
	t.Helper()
	dir := t.TempDir()
	mount := func(volume, file string) string {
		root := filepath.Join(dir, volume)
		top, _, _ := strings.Cut(file, "/")
		for _, err := range []error{
			os.MkdirAll(filepath.Dir(filepath.Join(root, "..2030", file)), 0o755),
			os.WriteFile(filepath.Join(root, "..2030", file), []byte("hush"), 0o600),
			os.Symlink("..2030", filepath.Join(root, "..data")),
			os.Symlink(filepath.Join("..data", top), filepath.Join(root, top)),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		return root
	}
	log := &bytes.Buffer{}
	return fixture{log: log, engine: &engine{
		jobs:          fake.NewSimpleClientset(job).FournosV1().FournosJobs(namespace),
		job:           job.Name,
		artifacts:     filepath.Join(dir, "artifacts"),
		vaultDir:      mount("vault", "demo-token/token"),
		kubeconfigDir: mount("kubeconfig", "kubeconfig"),
		log:           log,
	}}
}

func (f fixture) after(t *testing.T) *fournosv1.FournosJob {
	t.Helper()
	job, err := f.jobs.Get(t.Context(), f.job, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return job
}

func TestResolve(t *testing.T) {
	const config = `{"resolve": {"hardware": {"gpuType": "a100", "gpuCount": 2}, "secretRefs": ["demo-token"]}}`
	a100 := &fournosv1.Hardware{GPUType: "a100", GPUCount: 2}
	h100 := &fournosv1.Hardware{GPUType: "h100", GPUCount: 1}
	for name, test := range map[string]struct {
		config       string
		hardware     *fournosv1.Hardware
		refs         []fournosv1.SecretRef
		wantHardware *fournosv1.Hardware
		wantRefs     []fournosv1.SecretRef
		wantErr      string
	}{
		"fills both in":                 {config: config, wantHardware: a100, wantRefs: []fournosv1.SecretRef{"demo-token"}},
		"leaves the author's hardware":  {config: config, hardware: h100, wantHardware: h100, wantRefs: []fournosv1.SecretRef{"demo-token"}},
		"adds to the author's refs":     {config: config, refs: []fournosv1.SecretRef{"mine"}, wantHardware: a100, wantRefs: []fournosv1.SecretRef{"mine", "demo-token"}},
		"a second time changes nothing": {config: config, hardware: a100, refs: []fournosv1.SecretRef{"demo-token"}, wantHardware: a100, wantRefs: []fournosv1.SecretRef{"demo-token"}},
		"has nothing to fill in":        {config: `{"other": 1}`},
		"has no configuration":          {},
		"fails when told to":            {config: `{"resolve": {"fail": "no such preset", "hardware": {"gpuType": "a100", "gpuCount": 2}}}`, wantErr: "no such preset"},
		"refuses what it cannot read":   {config: `{"resolve": {"sleep": 3}}`, wantErr: "spec.executionEngine.mock"},
	} {
		t.Run(name, func(t *testing.T) {
			job := jobWith(test.config)
			job.Spec.Hardware, job.Spec.SecretRefs = test.hardware, test.refs
			e := engineFor(t, job)
			expect(t, e.do(t.Context(), "resolve"), test.wantErr)
			after := e.after(t)
			if diff := cmp.Diff(test.wantHardware, after.Spec.Hardware); diff != "" {
				t.Errorf("hardware (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.wantRefs, after.Spec.SecretRefs); diff != "" {
				t.Errorf("secretRefs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSteps(t *testing.T) {
	for name, test := range map[string]struct {
		config   string
		verb     string
		wantErr  string
		want     string
		wantFile string
	}{
		"prepare":       {verb: "prepare", want: "Done", wantFile: "prepare/result.json"},
		"run":           {verb: "run", want: "Done", wantFile: "run/result.json"},
		"run fails":     {config: `{"fail": "boom"}`, verb: "run", wantErr: "boom", want: "Failed: boom"},
		"cleanup":       {config: `{"fail": "boom"}`, verb: "cleanup", want: "Done", wantFile: "cleanup/result.json"},
		"cleanup fails": {config: `{"cleanup": {"fail": "dust"}}`, verb: "cleanup", wantErr: "dust", want: "Failed: dust"},
	} {
		t.Run(name, func(t *testing.T) {
			job := jobWith(test.config)
			job.Status.Phase = fournosv1.PhaseRunning
			job.Status.EngineStatus = &runtime.RawExtension{Raw: []byte(`{"steps":{"before":"Done"},"kept":1}`)}
			e := engineFor(t, job)
			expect(t, e.do(t.Context(), test.verb), test.wantErr)

			after := e.after(t)
			want := `{"kept":1,"steps":{"before":"Done","` + test.verb + `":"` + test.want + `"}}`
			if got := string(after.Status.EngineStatus.Raw); got != want {
				t.Errorf("engineStatus is %s, want %s", got, want)
			}
			if after.Status.Phase != fournosv1.PhaseRunning {
				t.Errorf("phase became %q", after.Status.Phase)
			}
			if test.wantFile == "" {
				return
			}
			if _, err := os.Stat(filepath.Join(e.artifacts, test.wantFile)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRunShowsPathsAndNoContents(t *testing.T) {
	job := jobWith(`{}`)
	job.Spec.Env = map[string]string{"B": "hush", "A": "hush"}
	e := engineFor(t, job)
	if err := e.do(t.Context(), "run"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"run: env A B\n",
		"run: vault secrets " + filepath.Join(e.vaultDir, "demo-token/token") + "\n",
		"run: kubeconfig " + filepath.Join(e.kubeconfigDir, "kubeconfig") + "\n",
	} {
		if !strings.Contains(e.log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, e.log)
		}
	}
	if strings.Contains(e.log.String(), "hush") {
		t.Errorf("the log shows a content:\n%s", e.log)
	}
}

func TestRunWithoutSecrets(t *testing.T) {
	e := engineFor(t, jobWith(`{}`))
	e.vaultDir, e.kubeconfigDir = t.TempDir(), t.TempDir()
	if err := e.do(t.Context(), "run"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"run: vault secrets (none)\n", "run: kubeconfig (none)\n"} {
		if !strings.Contains(e.log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, e.log)
		}
	}
}

func TestTerminationEndsSleepAtOnce(t *testing.T) {
	e := engineFor(t, jobWith(`{"sleep": "1h"}`))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := e.do(ctx, "run"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("took %s", took)
	}
	if got := string(e.after(t).Status.EngineStatus.Raw); got != `{"steps":{"run":"Running"}}` {
		t.Errorf("engineStatus is %s", got)
	}
}

func TestRefuses(t *testing.T) {
	two := jobWith(`{}`)
	two.Spec.ExecutionEngine["other"] = runtime.RawExtension{}
	expect(t, engineFor(t, two).do(t.Context(), "run"), `spec.executionEngine has the keys ["mock" "other"], want one`)
	expect(t, engineFor(t, jobWith(`{}`)).do(t.Context(), "bake"), `unknown verb "bake"`)

	e := engineFor(t, jobWith(`{}`))
	e.job = "gone"
	expect(t, e.do(t.Context(), "run"), "not found")
}

// expect wants an error that contains a text, or none if the text is empty.
func expect(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil:
		t.Errorf("unexpected error: %v", err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
		t.Errorf("error is %v, want one with %q", err, want)
	}
}
