package manifest

import (
	"reflect"
	"slices"
	"testing"
)

const deployment = `
kind: ConfigMap
metadata: {name: config, namespace: ns}
data: {B: "2", A: /etc/tool/template/job.yaml}
---
kind: ConfigMap
metadata: {name: config, namespace: other}
data: {A: wrong}
---
kind: ConfigMap
metadata: {name: template, namespace: ns}
data: {job.yaml: the job}
---
kind: Deployment
metadata: {name: tool, namespace: ns}
spec:
  template:
    spec:
      serviceAccountName: runner
      containers:
      - name: tool
        image: ko://example.org/cmd/tool
        args: [--template, /etc/tool/template/job.yaml]
        envFrom: [{configMapRef: {name: config}}]
        env:
        - {name: SYSTEM_NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}
        - {name: POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
        - {name: B_TOO, valueFrom: {configMapKeyRef: {name: config, key: B}}}
        - {name: PLAIN, value: text}
        volumeMounts: [{name: template, mountPath: /etc/tool/template/}, {name: scratch, mountPath: /scratch}]
      volumes: [{name: template, configMap: {name: template}}, {name: scratch, emptyDir: {}}]
`

func TestPodOf(t *testing.T) {
	deployments, others := Split(parse(t, deployment), "Deployment")
	pod, err := PodOf(deployments[0], others)
	if err != nil {
		t.Fatal(err)
	}
	if pod.Image != "ko://example.org/cmd/tool" || pod.ServiceAccount != "runner" {
		t.Errorf("got %+v", pod)
	}
	want := []string{"A=/etc/tool/template/job.yaml", "B=2", "SYSTEM_NAMESPACE=ns", "POD_NAME=tool-host", "B_TOO=2", "PLAIN=text"}
	if !reflect.DeepEqual(pod.Env, want) {
		t.Errorf("environment %q, want %q", pod.Env, want)
	}
	if files := map[string][]byte{"/etc/tool/template/job.yaml": []byte("the job")}; !reflect.DeepEqual(pod.Files, files) {
		t.Errorf("files %q, want %q", pod.Files, files)
	}
	moved := pod.MovedTo("/srv/files")
	const file = "/srv/files/etc/tool/template/job.yaml"
	if moved.Args[1] != file || !slices.Contains(moved.Env, "A="+file) {
		t.Errorf("moved to %q, %q; want %s in both", moved.Args, moved.Env, file)
	}
	if pod.Args[1] == file {
		t.Error("moving a Pod changed the original")
	}
}

func TestWithoutImportPaths(t *testing.T) {
	objects := WithoutImportPaths(parse(t, `
kind: Pipeline
metadata: {name: p, annotations: {resolve-image: "ko://example.org/cmd/engine"}}
spec: {steps: [{image: "ko://example.org/cmd/tool", script: "echo ko://"}]}
`), "ko://")
	if got := objects[0].field("metadata", "annotations")["resolve-image"]; got != "ko.local/engine:simulated" {
		t.Errorf("annotation %v", got)
	}
	step := objects[0].field("spec")["steps"].([]any)[0].(map[string]any)
	if step["image"] != "ko.local/tool:simulated" || step["script"] != "echo ko://" {
		t.Errorf("step %v", step)
	}
}
