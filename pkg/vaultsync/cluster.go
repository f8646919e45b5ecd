package vaultsync

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/util/wait"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/kubernetes"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// pageSize bounds what the API server holds in its answer at a time.
const pageSize = 200

// secrets are the Secrets of one namespace.
type secrets struct {
	client typedcorev1.SecretInterface
	report *Report
	// again are the waits before a request is sent again.
	again wait.Backoff
}

func newSecrets(c *Config, report *Report) (*secrets, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = c.Kubeconfig
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, nil).ClientConfig()
	if err != nil {
		return nil, errorf("no access to Kubernetes: %w; check --kubeconfig", err)
	}
	config.QPS, config.Burst = 50, 100
	// Warnings may be those of an admission webhook, and quote what it was given.
	config.WarningHandler = rest.NoWarnings{}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, errorf("no access to Kubernetes: %w; check --kubeconfig", err)
	}
	return &secrets{
		client: client.CoreV1().Secrets(c.Namespace), report: report,
		again: wait.Backoff{Duration: firstWait, Factor: 2, Jitter: 0.2, Steps: attempts, Cap: longestWait},
	}, nil
}

// ours are the Secrets that are managed by this command, by name.
func (s *secrets) ours(ctx context.Context) (map[string]*corev1.Secret, error) {
	found := map[string]*corev1.Secret{}
	options := metav1.ListOptions{LabelSelector: fournos.ManagedByLabelKey + "=" + managedBy, Limit: pageSize}
	for {
		var page *corev1.SecretList
		err := s.retry(ctx, func() (err error) {
			page, err = s.client.List(ctx, options)
			return err
		})
		if err != nil {
			return nil, errorf("the Secrets cannot be listed: %w", err)
		}
		for i := range page.Items {
			found[page.Items[i].Name] = &page.Items[i]
		}
		if options.Continue = page.Continue; options.Continue == "" {
			s.report.Debugf("listed Secrets: %d", len(found))
			return found, nil
		}
	}
}

// get finds a Secret, or nil.
func (s *secrets) get(ctx context.Context, name string) (*corev1.Secret, error) {
	var secret *corev1.Secret
	err := s.retry(ctx, func() (err error) {
		secret, err = s.client.Get(ctx, name, metav1.GetOptions{})
		return err
	})
	if apierrs.IsNotFound(err) {
		return nil, nil
	}
	return secret, err
}

// apply makes a Secret be what its entry says. One that is ours is taken back from whoever has changed it.
func (s *secrets) apply(ctx context.Context, from source, c change, namespace string) error {
	secret := corev1ac.Secret(c.secret, namespace).
		WithType(corev1.SecretTypeOpaque).
		WithLabels(labels()).
		WithAnnotations(annotations(from, c.entry)).
		WithData(c.entry.data)
	return withoutValues(s.retry(ctx, func() error {
		_, err := s.client.Apply(ctx, secret, metav1.ApplyOptions{FieldManager: managedBy, Force: c.was != nil})
		return err
	}))
}

// remove deletes the Secret that was seen, and no other of its name.
func (s *secrets) remove(ctx context.Context, was *corev1.Secret) error {
	err := s.retry(ctx, func() error {
		return s.client.Delete(ctx, was.Name, metav1.DeleteOptions{
			Preconditions: &metav1.Preconditions{UID: &was.UID, ResourceVersion: &was.ResourceVersion},
		})
	})
	if apierrs.IsNotFound(err) {
		return nil
	}
	return err
}

// retry sends a request again while the API server cannot be reached or cannot answer. All requests here may be sent twice.
func (s *secrets) retry(ctx context.Context, request func() error) error {
	again := s.again
	for {
		err := request()
		if err == nil || !isTransient(err) || again.Steps <= 1 {
			return err
		}
		s.report.Debugf("the API server does not serve a request, it is sent again: %s", reasonOf(err))
		timer := time.NewTimer(again.Step())
		select {
		case <-ctx.Done():
			timer.Stop()
			return err
		case <-timer.C:
		}
	}
}

func isTransient(err error) bool {
	if status := apierrs.APIStatus(nil); errors.As(err, &status) {
		code := status.Status().Code
		return code >= http.StatusInternalServerError || code == http.StatusTooManyRequests
	}
	return utilnet.IsConnectionRefused(err) || utilnet.IsConnectionReset(err) || utilnet.IsProbableEOF(err) || utilnet.IsTimeout(err)
}

func reasonOf(err error) string {
	if status := apierrs.APIStatus(nil); errors.As(err, &status) {
		return fmt.Sprintf("%s (%d)", status.Status().Reason, status.Status().Code)
	}
	return inner(err).Error()
}

// withoutValues leaves out the API server's words about a Secret that it was sent: they, or those of an admission webhook,
// may quote it. What it says about accounts and quotas does not.
func withoutValues(err error) error {
	status := apierrs.APIStatus(nil)
	if err == nil || !errors.As(err, &status) {
		return err
	}
	details := status.Status()
	if strings.HasPrefix(details.Message, "secrets ") && apierrs.IsForbidden(err) && !strings.Contains(details.Message, "admission") {
		return err
	}
	var fields []string
	if details.Details != nil {
		for _, cause := range details.Details.Causes {
			fields = append(fields, strings.TrimSpace(cause.Field+" "+string(cause.Type)))
		}
	}
	return errorf("the API server refuses it, in words that may quote it and are left out: %s", strings.Join(append([]string{reasonOf(err)}, fields...), ", "))
}
