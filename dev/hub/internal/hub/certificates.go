package hub

import (
	"os"

	"fournos.dev/hub/internal/kube"
	"fournos.dev/hub/internal/node"
	"fournos.dev/hub/internal/pki"
)

const (
	nodeName = "hub-node"
	// apiServiceAddress is the first address of the Services' range, which the
	// API server takes for itself.
	apiServiceAddress = "10.96.0.1"
	serviceSubnet     = "10.96.0.0/16"
)

// certificates lists what the authority signs. Those with a kubeconfig are
// users of the API server.
var certificates = []struct {
	name       string
	request    pki.Request
	kubeconfig bool
}{
	{name: "apiserver", request: pki.Request{CommonName: "kube-apiserver", Hosts: []string{
		"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc", "kubernetes.default.svc.cluster.local",
		loopback, node.Address, apiServiceAddress,
	}}},
	{name: "apiserver-kubelet-client", request: pki.Request{CommonName: "apiserver-kubelet-client", Organization: []string{"system:masters"}}},
	{name: "front-proxy-client", request: pki.Request{CommonName: "front-proxy-client"}},
	{name: "admin", request: pki.Request{CommonName: "admin", Organization: []string{"system:masters"}}, kubeconfig: true},
	{name: "kube-controller-manager", request: pki.Request{CommonName: "system:kube-controller-manager"}, kubeconfig: true},
	{name: "kube-scheduler", request: pki.Request{CommonName: "system:kube-scheduler"}, kubeconfig: true},
	{name: "kube-proxy", request: pki.Request{CommonName: "system:kube-proxy"}, kubeconfig: true},
	{name: "kubelet", request: pki.Request{
		CommonName: "system:node:" + nodeName, Organization: []string{"system:nodes"},
		Hosts: []string{nodeName, node.Address, loopback},
	}, kubeconfig: true},
}

// ensureCertificates makes the authority and everything that it signs, once for
// the life of the hub's data: the tokens and kubeconfigs handed out stay valid.
func (h *Hub) ensureCertificates() error {
	if h.hasCertificates() {
		return nil
	}
	// What was issued under another authority is worth nothing now.
	if err := os.RemoveAll(h.path("kubeconfigs")); err != nil {
		return err
	}
	dir := h.path("pki")
	authority, err := pki.NewAuthority(pki.Request{CommonName: "fournos-hub"})
	if err != nil {
		return err
	}
	if err := authority.Save(dir, "ca"); err != nil {
		return err
	}
	private, public, err := pki.SigningKey()
	if err != nil {
		return err
	}
	if err := (pki.Pair{Cert: public, Key: private}).Save(dir, "service-account"); err != nil {
		return err
	}
	for _, certificate := range certificates {
		pair, err := authority.Issue(certificate.request)
		if err != nil {
			return err
		}
		if err := pair.Save(dir, certificate.name); err != nil {
			return err
		}
		if !certificate.kubeconfig {
			continue
		}
		file := h.kubeconfigOf(certificate.name)
		if certificate.name == "admin" {
			file = h.Kubeconfig()
		}
		config := kube.Kubeconfig{Server: h.server(), Authority: authority.Cert, User: certificate.name, Identity: pair}
		if err := config.Write(file); err != nil {
			return err
		}
	}
	if err := h.issueKueueCertificates(authority); err != nil {
		return err
	}
	return os.WriteFile(h.certificatesMarker(), nil, 0o644)
}

func (h *Hub) certificatesMarker() string { return h.path("pki", "complete") }

func (h *Hub) hasCertificates() bool {
	_, err := os.Stat(h.certificatesMarker())
	return err == nil
}

func (h *Hub) kubeconfigOf(user string) string { return h.path("kubeconfigs", user) }

// Kueue waits for its webhook's certificate in a folder, which in a Pod is the
// Secret of the same contents that its certificate rotator keeps. The rotator
// only reads RSA keys.
const (
	kueueWebhookName    = "kueue-webhook-service.kueue-system.svc"
	kueueVisibilityName = "kueue-visibility-server.kueue-system.svc"
)

func (h *Hub) kueueDir(elements ...string) string {
	return h.path(append([]string{"kueue"}, elements...)...)
}

func (h *Hub) issueKueueCertificates(hub *pki.Authority) error {
	authority, err := pki.NewAuthority(pki.Request{CommonName: "kueue-ca", Organization: []string{"kueue"}, Hosts: []string{"kueue-ca"}, RSA: true})
	if err != nil {
		return err
	}
	webhook, err := authority.Issue(pki.Request{CommonName: kueueWebhookName, Hosts: []string{kueueWebhookName}, RSA: true})
	if err != nil {
		return err
	}
	if err := authority.Save(h.kueueDir("webhook-certs"), "ca"); err != nil {
		return err
	}
	if err := webhook.Save(h.kueueDir("webhook-certs"), "tls"); err != nil {
		return err
	}
	visibility, err := hub.Issue(pki.Request{CommonName: kueueVisibilityName, Hosts: []string{kueueVisibilityName}})
	if err != nil {
		return err
	}
	return visibility.Save(h.kueueDir(kueueVisibilityCerts), "apiserver")
}
