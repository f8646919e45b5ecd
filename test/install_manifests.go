package test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/yaml"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"
	sigsyaml "sigs.k8s.io/yaml"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// installationLabel marks what an installation made outside its namespaces.
const installationLabel = "fournos.dev/installation"

// createAll makes the objects of an installation.
func (i *Installation) createAll(t testing.TB) {
	t.Helper()
	images := i.images(t)
	for _, object := range i.manifests(t) {
		i.adapt(t, object, images)
		i.create(t, object)
	}
	i.createQueue(t)
	i.createSecrets(t)
	for resource, names := range map[string][]string{
		"pipelines": {"fournos-full", "fournos-run-only"}, "tasks": {"fournos-prepare", "fournos-run", "fournos-cleanup"},
	} {
		for _, name := range names {
			i.copy(t, schema.GroupVersionResource{Group: "tekton.dev", Version: "v1", Resource: resource}, name)
		}
	}
}

// images are those of the hub's own installation, by the import path that they are made of.
func (i *Installation) images(t testing.TB) map[string]string {
	t.Helper()
	images := map[string]string{}
	for deployment, program := range map[string]string{ControllerDeployment: "controller", QuotaDeployment: "quota"} {
		d, err := i.Kube.AppsV1().Deployments(SystemNamespace).Get(t.Context(), deployment, metav1.GetOptions{})
		if err != nil {
			t.Fatalf("the hub's own installation: %v", err)
		}
		images["ko://fournos.dev/fournos/cmd/"+program] = d.Spec.Template.Spec.Containers[0].Image
	}
	return images
}

// manifests reads config/, with this installation's namespaces, and without what installations share.
func (i *Installation) manifests(t testing.TB) []*unstructured.Unstructured {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Top(t), "config", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no manifests in config (%v)", err)
	}
	rename := strings.NewReplacer(SystemNamespace, i.SystemNamespace, SecretsNamespace, i.SecretsNamespace, Namespace, i.Namespace)
	var objects []*unstructured.Unstructured
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader([]byte(rename.Replace(string(content)))), 4096)
		for {
			object := &unstructured.Unstructured{}
			err := decoder.Decode(object)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			aggregated := slices.ContainsFunc(slices.Collect(maps.Keys(object.GetLabels())), func(key string) bool {
				return strings.Contains(key, "aggregate-to-")
			})
			if object.GetKind() != "CustomResourceDefinition" && !aggregated {
				objects = append(objects, object)
			}
		}
	}
	return objects
}

// adapt gives an object of config/ the installation's names, settings and images.
func (i *Installation) adapt(t testing.TB, object *unstructured.Unstructured, images map[string]string) {
	t.Helper()
	own := func(name string) string { return i.Name + "-" + name }
	set := func(value any, path ...string) {
		if err := unstructured.SetNestedField(object.Object, value, path...); err != nil {
			t.Fatalf("%s %s: %v", object.GetKind(), object.GetName(), err)
		}
	}
	switch kind := object.GetKind(); kind {
	case "ClusterRole", "ClusterRoleBinding":
		object.SetName(own(object.GetName()))
		i.mark(object)
	case "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding":
		object.SetName(own(object.GetName()))
		i.mark(object)
		if policy, found, _ := unstructured.NestedString(object.Object, "spec", "policyName"); found {
			set(own(policy), "spec", "policyName")
		}
	case "ConfigMap":
		if object.GetName() == "config-fournos" {
			for key, value := range i.settings {
				set(value, "data", key)
			}
			i.settings, _, _ = unstructured.NestedStringMap(object.Object, "data")
		}
		if object.GetName() == "config-resolve-job" {
			data, _, _ := unstructured.NestedStringMap(object.Object, "data")
			for key, change := range i.resolveJobs {
				set(changedJob(t, data["job.yaml"], change), "data", key)
			}
		}
	case "Deployment":
		set(int64(i.replicas), "spec", "replicas")
		containers, _, _ := unstructured.NestedSlice(object.Object, "spec", "template", "spec", "containers")
		container := containers[0].(map[string]any)
		container["image"] = images[container["image"].(string)]
		// Many of these have to fit on one small node.
		container["resources"] = map[string]any{"requests": map[string]any{"cpu": "10m", "memory": "32Mi"}}
		set(containers, "spec", "template", "spec", "containers")
	}
	if role, found, _ := unstructured.NestedString(object.Object, "roleRef", "kind"); found && role == "ClusterRole" {
		name, _, _ := unstructured.NestedString(object.Object, "roleRef", "name")
		set(own(name), "roleRef", "name")
	}
}

func changedJob(t testing.TB, template string, change func(*batchv1.Job)) string {
	t.Helper()
	job := &batchv1.Job{}
	if err := sigsyaml.Unmarshal([]byte(template), job); err != nil {
		t.Fatal(err)
	}
	change(job)
	changed, err := sigsyaml.Marshal(job)
	if err != nil {
		t.Fatal(err)
	}
	return string(changed)
}

func (i *Installation) mark(object metav1.Object) {
	labels := object.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels[installationLabel] = i.Name
	object.SetLabels(labels)
}

func (i *Installation) create(t testing.TB, object *unstructured.Unstructured) {
	t.Helper()
	resource, _ := meta.UnsafeGuessKindToResource(object.GroupVersionKind())
	objects := i.dynamic.Resource(resource).Namespace(object.GetNamespace())
	_, err := objects.Create(t.Context(), object, metav1.CreateOptions{})
	if apierrs.IsAlreadyExists(err) && object.GetKind() == "ServiceAccount" { // Kubernetes may have made "default" first.
		_, err = objects.Apply(t.Context(), object.GetName(), object, metav1.ApplyOptions{FieldManager: "test", Force: true})
	}
	if err != nil {
		t.Fatalf("installing %s %s: %v", object.GetKind(), object.GetName(), err)
	}
}

// copy makes an object of the hub's own workload namespace once more in the installation's.
func (i *Installation) copy(t testing.TB, resource schema.GroupVersionResource, name string) {
	t.Helper()
	object, err := i.dynamic.Resource(resource).Namespace(Namespace).Get(t.Context(), name, metav1.GetOptions{})
	if err != nil {
		t.Fatalf("the hub's own installation: %v", err)
	}
	source := object.DeepCopy()
	object.Object["metadata"] = map[string]any{}
	object.SetName(name)
	object.SetNamespace(i.Namespace)
	object.SetLabels(source.GetLabels())
	object.SetAnnotations(source.GetAnnotations())
	i.create(t, object)
}

// createQueue makes the clusters, and a LocalQueue for the jobs.
func (i *Installation) createQueue(t testing.TB) {
	t.Helper()
	slots, gpus := corev1.ResourceName(fournos.ClusterSlotResource), corev1.ResourceName(i.settings["FOURNOS_GPU_RESOURCE_PREFIX"]+"a100")
	group := kueuev1beta2.ResourceGroup{CoveredResources: []corev1.ResourceName{slots, gpus}}
	for _, cluster := range i.Clusters {
		flavor := &kueuev1beta2.ResourceFlavor{ObjectMeta: metav1.ObjectMeta{Name: cluster}}
		flavor.Spec.NodeLabels = map[string]string{fournos.ClusterLabelKey: cluster}
		i.mark(flavor)
		if _, err := i.Kueue.KueueV1beta2().ResourceFlavors().Create(t.Context(), flavor, metav1.CreateOptions{}); err != nil {
			t.Fatal(err)
		}
		group.Flavors = append(group.Flavors, kueuev1beta2.FlavorQuotas{
			Name: kueuev1beta2.ResourceFlavorReference(cluster),
			Resources: []kueuev1beta2.ResourceQuota{
				{Name: slots, NominalQuota: *resource.NewQuantity(fournos.SlotsPerCluster, resource.DecimalSI)},
				{Name: gpus, NominalQuota: resource.MustParse("8")},
			},
		})
	}
	queue := &kueuev1beta2.ClusterQueue{ObjectMeta: metav1.ObjectMeta{Name: i.Name}}
	queue.Spec.NamespaceSelector = &metav1.LabelSelector{} // Any namespace with a LocalQueue.
	queue.Spec.QueueingStrategy = kueuev1beta2.BestEffortFIFO
	queue.Spec.Preemption = &kueuev1beta2.ClusterQueuePreemption{WithinClusterQueue: kueuev1beta2.PreemptionPolicyLowerPriority}
	queue.Spec.ResourceGroups = []kueuev1beta2.ResourceGroup{group}
	i.mark(queue)
	if _, err := i.Kueue.KueueV1beta2().ClusterQueues().Create(t.Context(), queue, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	i.CreateLocalQueue(t, i.Namespace, i.settings["FOURNOS_KUEUE_LOCAL_QUEUE_NAME"])
}

// CreateLocalQueue lets a namespace have of the installation's clusters.
func (i *Installation) CreateLocalQueue(t testing.TB, namespace, name string) {
	t.Helper()
	queue := &kueuev1beta2.LocalQueue{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace}}
	queue.Spec.ClusterQueue = kueuev1beta2.ClusterQueueReference(i.Name)
	if _, err := i.Kueue.KueueV1beta2().LocalQueues(namespace).Create(t.Context(), queue, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
}

// createSecrets makes a kubeconfig for each cluster, and a vault entry demo-token.
func (i *Installation) createSecrets(t testing.TB) {
	t.Helper()
	named := func(setting, placeholder, name string) string {
		return strings.ReplaceAll(i.settings[setting], placeholder, name)
	}
	secrets := []*corev1.Secret{{
		ObjectMeta: metav1.ObjectMeta{
			Name:   named("FOURNOS_VAULT_SECRET_PATTERN", "{entry}", "demo-token"),
			Labels: map[string]string{fournos.VaultEntryLabelKey: "true"},
		},
		StringData: map[string]string{"token": "not-a-token"},
	}}
	for _, cluster := range i.Clusters {
		secrets = append(secrets, &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Name: named("FOURNOS_KUBECONFIG_SECRET_PATTERN", "{cluster}", cluster)},
			StringData: map[string]string{"kubeconfig": fmt.Sprintf("apiVersion: v1\nkind: Config\ncurrent-context: %s\n", cluster)},
		})
	}
	for _, secret := range secrets {
		if _, err := i.Kube.CoreV1().Secrets(i.SecretsNamespace).Create(t.Context(), secret, metav1.CreateOptions{}); err != nil {
			t.Fatal(err)
		}
	}
}
