// Package pki makes the hub's certificates. Everything is signed by one
// authority of the hub's own, which nothing outside the hub trusts.
package pki

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// A hub is thrown away long before its certificates run out.
const lifetime = 10 * 365 * 24 * time.Hour

// Pair is a certificate with its key, both as PEM.
type Pair struct {
	Cert, Key []byte
}

// Request says what a certificate is for.
type Request struct {
	CommonName   string
	Organization []string
	// Hosts are DNS names and IP addresses; a certificate that has some can
	// serve, and every certificate can be used by a client.
	Hosts []string
	// RSA asks for an RSA key in PKCS#1, for programs that read no other.
	RSA bool
}

// Authority signs certificates.
type Authority struct {
	Pair
	cert *x509.Certificate
	key  crypto.Signer
}

// NewAuthority makes a new self-signed authority.
func NewAuthority(r Request) (*Authority, error) {
	key, err := newKey(r.RSA)
	if err != nil {
		return nil, err
	}
	template, err := template(r)
	if err != nil {
		return nil, err
	}
	template.IsCA = true
	template.KeyUsage |= x509.KeyUsageCertSign | x509.KeyUsageCRLSign
	template.ExtKeyUsage = nil
	pair, err := sign(template, template, key, key)
	if err != nil {
		return nil, err
	}
	return ParseAuthority(pair)
}

// ParseAuthority reads an authority made before.
func ParseAuthority(p Pair) (*Authority, error) {
	cert, key, err := p.parse()
	if err != nil {
		return nil, err
	}
	return &Authority{Pair: p, cert: cert, key: key}, nil
}

// Issue makes a certificate.
func (a *Authority) Issue(r Request) (Pair, error) {
	key, err := newKey(r.RSA)
	if err != nil {
		return Pair{}, err
	}
	template, err := template(r)
	if err != nil {
		return Pair{}, err
	}
	return sign(template, a.cert, key, a.key)
}

func template(r Request) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	t := &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: r.CommonName, Organization: r.Organization},
		// A clock that is set back a little must not make the hub invalid.
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(lifetime),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
		BasicConstraintsValid: true,
	}
	if len(r.Hosts) > 0 {
		t.ExtKeyUsage = append(t.ExtKeyUsage, x509.ExtKeyUsageServerAuth)
	}
	for _, host := range r.Hosts {
		if ip := net.ParseIP(host); ip != nil {
			t.IPAddresses = append(t.IPAddresses, ip)
		} else {
			t.DNSNames = append(t.DNSNames, host)
		}
	}
	return t, nil
}

func newKey(isRSA bool) (crypto.Signer, error) {
	if isRSA {
		return rsa.GenerateKey(rand.Reader, 2048)
	}
	return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
}

func sign(template, parent *x509.Certificate, key, parentKey crypto.Signer) (Pair, error) {
	cert, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), parentKey)
	if err != nil {
		return Pair{}, err
	}
	encoded, err := encodeKey(key)
	if err != nil {
		return Pair{}, err
	}
	return Pair{Cert: encode("CERTIFICATE", cert), Key: encoded}, nil
}

func encodeKey(key crypto.Signer) ([]byte, error) {
	switch key := key.(type) {
	case *rsa.PrivateKey:
		return encode("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(key)), nil
	case *ecdsa.PrivateKey:
		der, err := x509.MarshalECPrivateKey(key)
		return encode("EC PRIVATE KEY", der), err
	}
	return nil, fmt.Errorf("no encoding for a key of type %T", key)
}

func encode(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

func (p Pair) parse() (*x509.Certificate, crypto.Signer, error) {
	certBlock, _ := pem.Decode(p.Cert)
	keyBlock, _ := pem.Decode(p.Key)
	if certBlock == nil || keyBlock == nil {
		return nil, nil, errors.New("no PEM block in the certificate or the key")
	}
	cert, err := x509.ParseCertificate(certBlock.Bytes)
	if err != nil {
		return nil, nil, err
	}
	if keyBlock.Type == "RSA PRIVATE KEY" {
		key, err := x509.ParsePKCS1PrivateKey(keyBlock.Bytes)
		return cert, key, err
	}
	key, err := x509.ParseECPrivateKey(keyBlock.Bytes)
	return cert, key, err
}

// SigningKey makes the key pair that ServiceAccount tokens are signed and
// checked with: the private key and the public key, both as PEM.
func SigningKey() (private, public []byte, err error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return nil, nil, err
	}
	return encode("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(key)), encode("PUBLIC KEY", der), nil
}

// Save writes the pair as NAME.crt and NAME.key.
func (p Pair) Save(dir, name string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	// The key first: a certificate on disk says that the pair is complete.
	if err := os.WriteFile(filepath.Join(dir, name+".key"), p.Key, 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+".crt"), p.Cert, 0o644)
}

// Load reads a pair written by Save.
func Load(dir, name string) (Pair, error) {
	cert, err := os.ReadFile(filepath.Join(dir, name+".crt"))
	if err != nil {
		return Pair{}, err
	}
	key, err := os.ReadFile(filepath.Join(dir, name+".key"))
	return Pair{Cert: cert, Key: key}, err
}
