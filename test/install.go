package test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/dynamic"
	"k8s.io/utils/ptr"
)

// The Deployments of an installation.
const (
	ControllerDeployment = "fournos-controller"
	QuotaDeployment      = "fournos-quota"
)

// Installation is a Fournos of a test's own on the hub: the images of the hub's own installation, made from config/ once
// more, with namespaces, clusters and a queue that no other test uses. Kueue, Tekton and the CustomResourceDefinition are
// the hub's.
type Installation struct {
	// Clients look for jobs in the installation's namespace.
	*Clients
	// Name is that of its ClusterQueue, and begins the names of all that is its own.
	Name string
	// SystemNamespace has its programs, SecretsNamespace its kubeconfigs and vault entries.
	SystemNamespace, SecretsNamespace string
	// Clusters are its own, each with eight GPUs of type a100.
	Clusters []string

	settings    map[string]string
	resolveJobs map[string]func(*batchv1.Job)
	replicas    int32
	dynamic     dynamic.Interface
}

// InstallOption changes an installation before it is made.
type InstallOption func(*Installation)

// WithSettings changes settings; the keys are those of config-fournos.
func WithSettings(settings map[string]string) InstallOption {
	return func(i *Installation) { maps.Copy(i.settings, settings) }
}

// WithResolveJob has resolve Jobs made from another template: the one of config/, changed, under another key of
// config-resolve-job.
func WithResolveJob(key string, change func(*batchv1.Job)) InstallOption {
	return func(i *Installation) { i.resolveJobs[key] = change }
}

// WithReplicas has so many of each program run, in place of one.
func WithReplicas(replicas int32) InstallOption {
	return func(i *Installation) { i.replicas = replicas }
}

// Install makes a further installation, waits until it works, and removes it when the test has ended.
func Install(t testing.TB, options ...InstallOption) *Installation {
	t.Helper()
	clients := NewClients(t)
	name := "further-" + string(uuid.NewUUID())[:8]
	clients.Namespace = name + "-jobs"
	i := &Installation{
		Clients: clients, Name: name, SystemNamespace: name + "-system", SecretsNamespace: name + "-secrets",
		Clusters: []string{name + "-1", name + "-2"},
		settings: map[string]string{}, resolveJobs: map[string]func(*batchv1.Job){}, replicas: 1, dynamic: dynamic.NewForConfigOrDie(clients.Config),
	}
	for _, option := range options {
		option(i)
	}
	t.Cleanup(func() {
		if t.Failed() {
			i.describe(t)
		}
		if err := i.remove(context.Background()); err != nil {
			t.Errorf("removing installation %s: %v", i.Name, err)
		}
	})
	i.createAll(t)
	i.AwaitRollout(t, ControllerDeployment)
	i.AwaitRollout(t, QuotaDeployment)
	return i
}

// AwaitRollout waits until all Pods of a Deployment are those of its present template, and answer.
func (i *Installation) AwaitRollout(t testing.TB, deployment string) {
	t.Helper()
	Eventually(t, func(ctx context.Context) error {
		d, err := i.Kube.AppsV1().Deployments(i.SystemNamespace).Get(ctx, deployment, metav1.GetOptions{})
		if err != nil {
			return err
		}
		return rolledOut(d)
	})
}

func rolledOut(d *appsv1.Deployment) error {
	want, s := ptr.Deref(d.Spec.Replicas, 1), d.Status
	if s.ObservedGeneration < d.Generation || s.UpdatedReplicas != want || s.AvailableReplicas != want || s.Replicas != want {
		return fmt.Errorf("deployment %s/%s is not rolled out: %+v", d.Namespace, d.Name, s)
	}
	return nil
}

// Set changes settings and rolls the programs out with them, without waiting for that.
func (i *Installation) Set(t testing.TB, settings map[string]string) {
	t.Helper()
	maps.Copy(i.settings, settings)
	patch := `{"data":{`
	for key, value := range settings {
		patch += fmt.Sprintf("%q:%q,", key, value)
	}
	patch = strings.TrimSuffix(patch, ",") + "}}"
	_, err := i.Kube.CoreV1().ConfigMaps(i.SystemNamespace).Patch(t.Context(), "config-fournos", types.MergePatchType, []byte(patch), metav1.PatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	restart := fmt.Sprintf(`{"spec":{"template":{"metadata":{"annotations":{"fournos.dev/restarted":%q}}}}}`, time.Now().Format(time.RFC3339Nano))
	for _, deployment := range []string{ControllerDeployment, QuotaDeployment} {
		_, err := i.Kube.AppsV1().Deployments(i.SystemNamespace).Patch(t.Context(), deployment, types.StrategicMergePatchType, []byte(restart), metav1.PatchOptions{})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Pods are those of a Deployment.
func (i *Installation) Pods(ctx context.Context, deployment string) ([]corev1.Pod, error) {
	pods, err := i.Kube.CoreV1().Pods(i.SystemNamespace).List(ctx, metav1.ListOptions{LabelSelector: "app.kubernetes.io/name=" + deployment})
	if err != nil {
		return nil, err
	}
	return pods.Items, nil
}

// Kill ends the Pods of a Deployment at once; others take their place.
func (i *Installation) Kill(t testing.TB, deployment string) {
	t.Helper()
	pods, err := i.Pods(t.Context(), deployment)
	if err != nil {
		t.Fatal(err)
	}
	for _, pod := range pods {
		err := i.Kube.CoreV1().Pods(pod.Namespace).Delete(t.Context(), pod.Name, metav1.DeleteOptions{GracePeriodSeconds: ptr.To[int64](0)})
		if err != nil && !apierrs.IsNotFound(err) {
			t.Fatal(err)
		}
	}
}

// removal bounds how long an installation may take to go.
const removal = 4 * time.Minute

// remove takes the jobs' namespace away first: as long as that ends, the programs have to give quota back.
func (i *Installation) remove(ctx context.Context) error {
	namespaces := i.Kube.CoreV1().Namespaces()
	if err := ignoreNotFound(namespaces.Delete(ctx, i.Namespace, metav1.DeleteOptions{})); err != nil {
		return err
	}
	var last error
	err := wait.PollUntilContextTimeout(ctx, 250*time.Millisecond, removal, true, func(ctx context.Context) (bool, error) {
		namespace, err := namespaces.Get(ctx, i.Namespace, metav1.GetOptions{})
		if err == nil {
			last = fmt.Errorf("namespace %s does not end: %+v", i.Namespace, namespace.Status.Conditions)
		}
		return apierrs.IsNotFound(err), nil
	})
	if err != nil {
		err = errors.Join(err, last)
	}
	roles := i.Kube.RbacV1()
	selection := metav1.ListOptions{LabelSelector: installationLabel + "=" + i.Name}
	return errors.Join(err,
		ignoreNotFound(namespaces.Delete(ctx, i.SystemNamespace, metav1.DeleteOptions{})),
		ignoreNotFound(namespaces.Delete(ctx, i.SecretsNamespace, metav1.DeleteOptions{})),
		roles.ClusterRoleBindings().DeleteCollection(ctx, metav1.DeleteOptions{}, selection),
		roles.ClusterRoles().DeleteCollection(ctx, metav1.DeleteOptions{}, selection),
		i.Kube.AdmissionregistrationV1().ValidatingAdmissionPolicyBindings().DeleteCollection(ctx, metav1.DeleteOptions{}, selection),
		i.Kube.AdmissionregistrationV1().ValidatingAdmissionPolicies().DeleteCollection(ctx, metav1.DeleteOptions{}, selection),
		i.Kueue.KueueV1beta2().ClusterQueues().DeleteCollection(ctx, metav1.DeleteOptions{}, selection),
		i.Kueue.KueueV1beta2().ResourceFlavors().DeleteCollection(ctx, metav1.DeleteOptions{}, selection),
	)
}

func ignoreNotFound(err error) error {
	if apierrs.IsNotFound(err) {
		return nil
	}
	return err
}

// describe logs how the programs are, and the last that they said.
func (i *Installation) describe(t testing.TB) {
	ctx := context.Background()
	for _, deployment := range []string{ControllerDeployment, QuotaDeployment} {
		pods, err := i.Pods(ctx, deployment)
		if err != nil {
			t.Logf("Pods of %s: %v", deployment, err)
		}
		for n := range pods {
			log, err := i.Kube.CoreV1().Pods(i.SystemNamespace).GetLogs(pods[n].Name, &corev1.PodLogOptions{TailLines: ptr.To[int64](20)}).DoRaw(ctx)
			t.Logf("Pod %s is %s; it said (%v):\n%s", pods[n].Name, pods[n].Status.Phase, err, log)
		}
	}
}
