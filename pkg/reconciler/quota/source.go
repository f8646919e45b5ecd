package quota

import (
	"context"

	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"fournos.dev/fournos/pkg/apis/fournos"
	"fournos.dev/fournos/pkg/caches"
)

// source is where runs and Pods are looked up: in the caches, or in the API server.
type source interface {
	run(ctx context.Context, namespace, name string) (*pipelinev1.PipelineRun, error)
	runsOfJob(ctx context.Context, namespace, job string) ([]*pipelinev1.PipelineRun, error)
	podsOfJob(ctx context.Context, namespace, job string) ([]*corev1.Pod, error)
	podsOfRun(ctx context.Context, namespace, run string) ([]*corev1.Pod, error)
}

type cachedSource struct{ *Reconciler }

var _ source = cachedSource{}

func (s cachedSource) run(_ context.Context, namespace, name string) (*pipelinev1.PipelineRun, error) {
	return s.pipelineRuns.PipelineRuns(namespace).Get(name)
}

func (s cachedSource) runsOfJob(_ context.Context, namespace, job string) ([]*pipelinev1.PipelineRun, error) {
	return s.jobRuns.Get(caches.Key(namespace, job)), nil
}

func (s cachedSource) podsOfJob(_ context.Context, namespace, job string) ([]*corev1.Pod, error) {
	return s.jobPods.Get(caches.Key(namespace, job)), nil
}

func (s cachedSource) podsOfRun(_ context.Context, namespace, run string) ([]*corev1.Pod, error) {
	return s.runPods.Get(caches.Key(namespace, run)), nil
}

type liveSource struct{ *Reconciler }

var _ source = liveSource{}

func (s liveSource) run(ctx context.Context, namespace, name string) (*pipelinev1.PipelineRun, error) {
	return s.tekton.TektonV1().PipelineRuns(namespace).Get(ctx, name, metav1.GetOptions{})
}

func (s liveSource) runsOfJob(ctx context.Context, namespace, job string) ([]*pipelinev1.PipelineRun, error) {
	live, err := s.tekton.TektonV1().PipelineRuns(namespace).List(ctx, labelled(fournos.JobNameLabelKey, job))
	if err != nil {
		return nil, err
	}
	runs := make([]*pipelinev1.PipelineRun, 0, len(live.Items))
	for i := range live.Items {
		runs = append(runs, &live.Items[i])
	}
	return runs, nil
}

func (s liveSource) podsOfJob(ctx context.Context, namespace, job string) ([]*corev1.Pod, error) {
	return s.podsWith(ctx, namespace, labelled(fournos.JobNameLabelKey, job))
}

func (s liveSource) podsOfRun(ctx context.Context, namespace, run string) ([]*corev1.Pod, error) {
	return s.podsWith(ctx, namespace, labelled(pipeline.PipelineRunLabelKey, run))
}

func (s liveSource) podsWith(ctx context.Context, namespace string, options metav1.ListOptions) ([]*corev1.Pod, error) {
	live, err := s.kube.CoreV1().Pods(namespace).List(ctx, options)
	if err != nil {
		return nil, err
	}
	pods := make([]*corev1.Pod, 0, len(live.Items))
	for i := range live.Items {
		pods = append(pods, &live.Items[i])
	}
	return pods, nil
}

func labelled(key, value string) metav1.ListOptions {
	return metav1.ListOptions{LabelSelector: labels.SelectorFromSet(labels.Set{key: value}).String()}
}
