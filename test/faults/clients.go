package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	pipelineclient "github.com/tektoncd/pipeline/pkg/client/clientset/versioned"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	fournosclient "fournos.dev/fournos/pkg/client/clientset/versioned"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/clientset/versioned"
)

// Where a hub's installation has its jobs, and its programs.
const (
	namespace       = "psap-automation"
	systemNamespace = "fournos-system"
)

// clients talk to the hub as its administrator, past the proxy.
type clients struct {
	config  *rest.Config
	kube    kubernetes.Interface
	fournos fournosclient.Interface
	tekton  pipelineclient.Interface
	kueue   kueueclient.Interface
}

func newClients(h *hub) (*clients, error) {
	config, err := clientcmd.BuildConfigFromFlags("", filepath.Join(h.dir, "kubeconfig"))
	if err != nil {
		return nil, err
	}
	if err := rest.LoadTLSFiles(config); err != nil {
		return nil, err
	}
	config.QPS, config.Burst = 200, 400
	return &clients{
		config: config, kube: kubernetes.NewForConfigOrDie(config), fournos: fournosclient.NewForConfigOrDie(config),
		tekton: pipelineclient.NewForConfigOrDie(config), kueue: kueueclient.NewForConfigOrDie(config),
	}, nil
}

// insist tries until it succeeds: users' wishes do not go with the API server. What is gone cannot be changed any more.
func (c *clients) insist(ctx context.Context, do func(context.Context) error) error {
	return wait.PollUntilContextCancel(ctx, 300*time.Millisecond, true, func(ctx context.Context) (bool, error) {
		err := do(ctx)
		switch {
		case err == nil, apierrs.IsNotFound(err):
			return true, nil
		case apierrs.IsInvalid(err), apierrs.IsBadRequest(err):
			return false, err
		}
		return false, nil
	})
}

func (c *clients) createJob(ctx context.Context, job *fournosv1.FournosJob) error {
	return c.insist(ctx, func(ctx context.Context) error {
		_, err := c.fournos.FournosV1().FournosJobs(job.Namespace).Create(ctx, job, metav1.CreateOptions{})
		if apierrs.IsAlreadyExists(err) {
			return nil
		}
		return err
	})
}

func (c *clients) deleteJob(ctx context.Context, job *fournosv1.FournosJob) error {
	return c.insist(ctx, func(ctx context.Context) error {
		return c.fournos.FournosV1().FournosJobs(job.Namespace).Delete(ctx, job.Name, metav1.DeleteOptions{})
	})
}

// quicken has a leader that died be succeeded in seconds, so that more of them die at work.
func (c *clients) quicken(ctx context.Context) error {
	patch := []byte(`{"data":{"lease-duration":"6s","renew-deadline":"4s","retry-period":"1s"}}`)
	_, err := c.kube.CoreV1().ConfigMaps(systemNamespace).Patch(ctx, "config-leader-election", types.MergePatchType, patch, metav1.PatchOptions{})
	return err
}

// unfinished names the jobs that have not come to their end.
func (c *clients) unfinished(ctx context.Context) ([]string, error) {
	jobs, err := c.fournos.FournosV1().FournosJobs(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range jobs.Items {
		if job := &jobs.Items[i]; !job.Status.IsDone() {
			names = append(names, fmt.Sprintf("%s (%s: %s)", job.Name, job.Status.Phase, job.Status.Message))
		}
	}
	return names, nil
}

// left names what there is still of what was made for jobs.
func (c *clients) left(ctx context.Context) ([]string, error) {
	names, err := c.leftOf(ctx, fournos.JobNameLabelKey)
	if err != nil {
		return nil, err
	}
	jobs, err := c.fournos.FournosV1().FournosJobs(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	for i := range jobs.Items {
		names = append(names, "FournosJob "+jobs.Items[i].Name)
	}
	claims, err := c.kube.CoreV1().PersistentVolumeClaims(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	for i := range claims.Items {
		names = append(names, "PersistentVolumeClaim "+claims.Items[i].Name)
	}
	return names, nil
}

// leftOf names what there is of what was made for the jobs that a selector means.
func (c *clients) leftOf(ctx context.Context, selector string) ([]string, error) {
	ours := metav1.ListOptions{LabelSelector: selector}
	var names []string
	for _, s := range []struct {
		kind string
		list func() (runtime.Object, error)
	}{
		{"Job", func() (runtime.Object, error) { return c.kube.BatchV1().Jobs(namespace).List(ctx, ours) }},
		{"Pod", func() (runtime.Object, error) { return c.kube.CoreV1().Pods(namespace).List(ctx, ours) }},
		{"Secret", func() (runtime.Object, error) { return c.kube.CoreV1().Secrets(namespace).List(ctx, ours) }},
		{"PipelineRun", func() (runtime.Object, error) { return c.tekton.TektonV1().PipelineRuns(namespace).List(ctx, ours) }},
		{"CustomRun", func() (runtime.Object, error) { return c.tekton.TektonV1beta1().CustomRuns(namespace).List(ctx, ours) }},
		{"Workload", func() (runtime.Object, error) { return c.kueue.KueueV1beta2().Workloads(namespace).List(ctx, ours) }},
	} {
		list, err := s.list()
		if err != nil {
			return nil, err
		}
		err = apimeta.EachListItem(list, func(object runtime.Object) error {
			accessor, err := apimeta.Accessor(object)
			if err == nil {
				names = append(names, s.kind+" "+accessor.GetName())
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}

// settle waits until a question has the answer that nothing is left, and returns what is when the patience is over.
func settle(ctx context.Context, patience time.Duration, question func(context.Context) ([]string, error)) []string {
	var last []string
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_ = wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		answer, err := question(ctx)
		if err != nil {
			last = []string{"unknown: " + strings.TrimSpace(err.Error())}
			return false, nil
		}
		last = answer
		return len(answer) == 0, nil
	})
	return last
}
