package pki

import (
	"crypto/x509"
	"encoding/pem"
	"testing"
)

func TestIssue(t *testing.T) {
	for _, isRSA := range []bool{false, true} {
		authority, err := NewAuthority(Request{CommonName: "ca", RSA: isRSA})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := authority.Save(dir, "ca"); err != nil {
			t.Fatal(err)
		}
		saved, err := Load(dir, "ca")
		if err != nil {
			t.Fatal(err)
		}
		if authority, err = ParseAuthority(saved); err != nil {
			t.Fatal(err)
		}
		pair, err := authority.Issue(Request{CommonName: "server", Hosts: []string{"kubernetes.default.svc", "10.96.0.1"}, RSA: isRSA})
		if err != nil {
			t.Fatal(err)
		}
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(authority.Cert)
		cert, _, err := pair.parse()
		if err != nil {
			t.Fatal(err)
		}
		for _, host := range []string{"kubernetes.default.svc", "10.96.0.1"} {
			options := x509.VerifyOptions{Roots: roots, DNSName: host, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
			if _, err := cert.Verify(options); err != nil {
				t.Errorf("RSA %v, host %s: %v", isRSA, host, err)
			}
		}
		if block, _ := pem.Decode(pair.Key); (block.Type == "RSA PRIVATE KEY") != isRSA {
			t.Errorf("RSA %v: the key is a %s", isRSA, block.Type)
		}
	}
}

func TestClientCannotServe(t *testing.T) {
	authority, err := NewAuthority(Request{CommonName: "ca"})
	if err != nil {
		t.Fatal(err)
	}
	pair, err := authority.Issue(Request{CommonName: "admin", Organization: []string{"system:masters"}})
	if err != nil {
		t.Fatal(err)
	}
	cert, _, err := pair.parse()
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(authority.Cert)
	if _, err := cert.Verify(x509.VerifyOptions{Roots: roots, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}); err == nil {
		t.Error("a client's certificate may serve")
	}
	if _, err := cert.Verify(x509.VerifyOptions{Roots: roots, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}); err != nil {
		t.Error(err)
	}
}
