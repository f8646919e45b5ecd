// Package kube talks to the hub's API server: a small HTTP client for what is
// asked often, and the hub's own kubectl for applying manifests.
package kube

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"fournos.dev/hub/internal/pki"
)

// Client makes requests with a client certificate.
type Client struct {
	server string
	http   *http.Client
}

// NewClient returns a client of the server, which authority has signed for.
func NewClient(server string, authority []byte, identity pki.Pair) (*Client, error) {
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(authority) {
		return nil, errors.New("the hub's authority is no certificate")
	}
	cert, err := tls.X509KeyPair(identity.Cert, identity.Key)
	if err != nil {
		return nil, err
	}
	return &Client{
		server: server,
		http: &http.Client{
			Timeout: 10 * time.Second,
			Transport: &http.Transport{
				TLSClientConfig:     &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{cert}},
				MaxIdleConnsPerHost: 8,
			},
		},
	}, nil
}

// StatusError is an answer other than success.
type StatusError struct {
	Code    int
	Message string
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("the API server answers %d: %s", e.Code, e.Message)
}

// IsNotFound tells a missing object from other trouble.
func IsNotFound(err error) bool {
	var status *StatusError
	return errors.As(err, &status) && status.Code == http.StatusNotFound
}

// Get reads path into the value, if it is not nil.
func (c *Client) Get(ctx context.Context, path string, into any) error {
	return c.do(ctx, http.MethodGet, path, nil, into)
}

// Post sends body to path and reads the answer into the value, if it is not nil.
func (c *Client) Post(ctx context.Context, path string, body, into any) error {
	return c.do(ctx, http.MethodPost, path, body, into)
}

// Annotate sets an annotation of the object at path.
func (c *Client) Annotate(ctx context.Context, path, key, value string) error {
	return c.do(ctx, http.MethodPatch, path, map[string]any{
		"metadata": map[string]any{"annotations": map[string]any{key: value}},
	}, nil)
}

// Delete deletes what is at path. That there is nothing is no error.
func (c *Client) Delete(ctx context.Context, path string) error {
	if err := c.do(ctx, http.MethodDelete, path, nil, nil); err != nil && !IsNotFound(err) {
		return err
	}
	return nil
}

func (c *Client) do(ctx context.Context, method, path string, body, into any) error {
	var content io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.server+path, content)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if method == http.MethodPatch {
		request.Header.Set("Content-Type", "application/merge-patch+json")
	}
	request.Header.Set("Accept", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusBadRequest {
		return &StatusError{Code: response.StatusCode, Message: statusMessage(answer)}
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer, into)
}

// statusMessage takes the message from a Status object, and other answers as
// they are.
func statusMessage(answer []byte) string {
	var status struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(answer, &status) == nil && status.Message != "" {
		return status.Message
	}
	return string(bytes.TrimSpace(answer))
}

// Token asks for a token of a ServiceAccount that lasts as long as a hub may.
func (c *Client) Token(ctx context.Context, namespace, account string) (string, error) {
	const aYear = 365 * 24 * 60 * 60
	request := map[string]any{
		"apiVersion": "authentication.k8s.io/v1",
		"kind":       "TokenRequest",
		"spec":       map[string]any{"expirationSeconds": aYear},
	}
	var answer struct {
		Status struct {
			Token string `json:"token"`
		} `json:"status"`
	}
	path := fmt.Sprintf("/api/v1/namespaces/%s/serviceaccounts/%s/token", namespace, account)
	if err := c.Post(ctx, path, request, &answer); err != nil {
		return "", fmt.Errorf("token of ServiceAccount %s/%s: %w", namespace, account, err)
	}
	return answer.Status.Token, nil
}
