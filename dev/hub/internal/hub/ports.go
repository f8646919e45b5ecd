package hub

const loopback = "127.0.0.1"

// ports are where the hub's programs listen. They are below 32768, where no
// outgoing connection of somebody else's can have taken one by chance.
type ports struct {
	apiserver, etcd, etcdPeer                         int
	controllerManager, scheduler                      int
	kubelet, kubeletHealth, proxyHealth, proxyMetrics int
	streams, kwok                                     int
	tektonWebhook, tektonWebhookProbes, tektonProbes  int
	tektonWebhookMetrics, tektonMetrics               int
	tektonWebhookProfiling, tektonProfiling           int
	kueueWebhook, kueueVisibility, kueueProbes        int
	kueueMetrics                                      int
	// The first of these: each program that is installed has its own.
	controllerProbes, controllerMetrics, controllerProfile int
}

// A hub takes its ports from a thousand of its own.
const (
	portsPerHub                       = 1000
	lowestFirstPort, highestFirstPort = 2000, 31000
	firstRootPort, firstRootlessPort  = 21000, 22000
)

// A hub of root's and one of a user's can stand side by side.
var (
	rootPorts     = portsFrom(firstRootPort)
	rootlessPorts = portsFrom(firstRootlessPort)
)

func portsFrom(base int) ports {
	return ports{
		apiserver: base + 443, etcd: base + 379, etcdPeer: base + 380,
		controllerManager: base + 257, scheduler: base + 259,
		kubelet: base + 250, kubeletHealth: base + 248, proxyHealth: base + 256, proxyMetrics: base + 249,
		streams: base + 251, kwok: base + 247,
		tektonWebhook: base + 843, tektonWebhookProbes: base + 880, tektonProbes: base + 881,
		tektonWebhookMetrics: base + 890, tektonMetrics: base + 891,
		tektonWebhookProfiling: base + 808, tektonProfiling: base + 809,
		kueueWebhook: base + 943, kueueVisibility: base + 944, kueueProbes: base + 981,
		kueueMetrics:     base + 991,
		controllerProbes: base + 781, controllerMetrics: base + 791, controllerProfile: base + 709,
	}
}
