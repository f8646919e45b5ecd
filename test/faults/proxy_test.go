package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestProxy sends requests through a proxy, on which nothing goes wrong and then everything.
func TestProxy(t *testing.T) {
	reached := 0
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		reached++
		_, _ = io.WriteString(w, "as it is")
	}))
	defer server.Close()
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	p, err := newProxy(server.URL, authority, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(p.authority)
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}}}
	send := func(method string) (int, string, error) {
		request, err := http.NewRequestWithContext(t.Context(), method, p.address+"/api", nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := client.Do(request)
		if err != nil {
			return 0, "", err
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		return response.StatusCode, string(body), err
	}
	if code, body, err := send(http.MethodGet); err != nil || code != http.StatusOK || body != "as it is" {
		t.Fatalf("GET through the proxy: %d, %q, %v", code, body, err)
	}
	p.setOdds(1000)
	for range 200 {
		if code, body, err := send(http.MethodPut); err == nil && (code < 400 || !isInjected(body)) {
			t.Fatalf("a PUT that was to go wrong: %d, %q", code, body)
		}
	}
	total, kinds := p.faults()
	if total != 200 || len(kinds) != 6 {
		t.Errorf("%d requests went wrong, in the ways %v, want 200, in six", total, kinds)
	}
	if reached < 2 || reached > 150 {
		t.Errorf("%d of 200 writes reached the server, want those alone of which the answer was lost", reached)
	}
}
