package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// proxy stands between the controllers and the API server, and does to requests what networks and API servers do.
type proxy struct {
	server  *http.Server
	address string
	// authority is by whom clients know the proxy.
	authority []byte
	forward   *httputil.ReverseProxy

	mu     sync.Mutex
	random *rand.Rand
	// odds are how many of a thousand requests go wrong.
	odds   int
	counts map[string]int
}

// The ways in which a request goes wrong.
const (
	faultConflict    = "conflict"
	faultThrottled   = "429"
	faultInternal    = "500"
	faultUnavailable = "connection cut before"
	faultLost        = "answer lost"
	faultTimeout     = "timeout after the write"
	faultWatch       = "watch cut"
)

// newProxy listens on a port of loopback.
func newProxy(server string, authority []byte, seed uint64) (*proxy, error) {
	target, err := url.Parse(server)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(authority) {
		return nil, errors.New("the hub's kubeconfig has no certificate authority")
	}
	certificate, own, err := selfSigned()
	if err != nil {
		return nil, err
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
		Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12,
		NextProtos: []string{"http/1.1"}, // Each request has a connection to cut.
	})
	if err != nil {
		return nil, err
	}
	p := &proxy{authority: own, address: "https://" + listener.Addr().String(), random: rand.New(rand.NewPCG(seed, 1)), counts: map[string]int{}}
	p.forward = &httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, MaxIdleConnsPerHost: 100},
		FlushInterval: -1,
		// The API server is down: so is this, to whoever asks.
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { hangUp(w) },
		ErrorLog:     log.New(io.Discard, "", 0), // Of answers that were cut in the middle.
	}
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)}
	go func() { _ = p.server.Serve(listener) }()
	return p, nil
}

func (p *proxy) close() { _ = p.server.Close() }

// setOdds says how many of a thousand requests go wrong from now on.
func (p *proxy) setOdds(odds int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.odds = odds
}

// faults are how many requests went wrong, and how.
func (p *proxy) faults() (total int, byKind map[string]int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	byKind = map[string]int{}
	for kind, count := range p.counts {
		byKind[kind] = count
		total += count
	}
	return total, byKind
}

// draw decides what becomes of a request.
func (p *proxy) draw(r *http.Request) (fault string, after time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.random.IntN(1000) >= p.odds {
		return "", 0
	}
	kinds := []string{faultThrottled, faultInternal, faultUnavailable}
	switch {
	case r.URL.Query().Get("watch") == "true":
		kinds = []string{faultWatch}
	case r.Method == http.MethodPut || r.Method == http.MethodPatch:
		kinds = append(kinds, faultConflict, faultLost, faultTimeout)
	case r.Method != http.MethodGet:
		kinds = append(kinds, faultLost, faultTimeout)
	}
	fault = kinds[p.random.IntN(len(kinds))]
	p.counts[fault]++
	return fault, time.Duration(p.random.IntN(20_000)) * time.Millisecond
}

// ServeHTTP passes a request on, or does not.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fault, after := p.draw(r)
	switch fault {
	case "":
		p.forward.ServeHTTP(w, r)
	case faultConflict:
		refuse(w, http.StatusConflict, metav1.StatusReasonConflict, "Operation cannot be fulfilled: the object has been modified (injected)")
	case faultThrottled:
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusTooManyRequests, metav1.StatusReasonTooManyRequests, "too many requests (injected)")
	case faultInternal:
		refuse(w, http.StatusInternalServerError, metav1.StatusReasonInternalError, "Internal error occurred: etcdserver: leader changed (injected)")
	case faultUnavailable:
		hangUp(w)
	case faultLost:
		p.forward.ServeHTTP(&void{header: http.Header{}}, r)
		hangUp(w)
	case faultTimeout:
		p.forward.ServeHTTP(&void{header: http.Header{}}, r)
		refuse(w, http.StatusGatewayTimeout, metav1.StatusReasonTimeout, "Timeout: request did not complete within the allotted timeout (injected)")
	case faultWatch:
		ctx, cancel := context.WithTimeout(r.Context(), after)
		defer cancel()
		p.forward.ServeHTTP(w, r.WithContext(ctx))
	}
}

// refuse answers as the API server does.
func refuse(w http.ResponseWriter, code int, reason metav1.StatusReason, message string) {
	body, err := json.Marshal(&metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"},
		Status:   metav1.StatusFailure, Code: int32(code), Reason: reason, Message: message,
	})
	if err != nil {
		panic(err) // It has nothing that cannot be encoded.
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_, _ = io.Copy(w, bytes.NewReader(body))
}

// hangUp ends the connection without an answer.
func hangUp(w http.ResponseWriter) {
	if hijacker, ok := w.(http.Hijacker); ok {
		if connection, _, err := hijacker.Hijack(); err == nil {
			_ = connection.Close()
			return
		}
	}
	panic(http.ErrAbortHandler)
}

// void takes an answer that nobody will hear.
type void struct{ header http.Header }

func (v *void) Header() http.Header         { return v.header }
func (v *void) Write(p []byte) (int, error) { return len(p), nil }
func (v *void) WriteHeader(int)             {}

// isInjected tells whether an error message is one of ours.
func isInjected(message string) bool { return strings.Contains(message, "(injected)") }
