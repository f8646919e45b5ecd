package hub

import (
	"context"
	"fmt"
	"net"
	"time"

	"fournos.dev/hub/internal/kube"
)

// visibilityServices are Kueue's aggregated APIs. One that does not answer does
// not only hide the queue: it keeps every namespace from being deleted.
var visibilityServices = []string{
	"/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.visibility.kueue.x-k8s.io",
	"/apis/apiregistration.k8s.io/v1/apiservices/v1beta2.visibility.kueue.x-k8s.io",
}

func visibilityReady(ctx context.Context, client *kube.Client) error {
	for _, path := range visibilityServices {
		var service conditioned
		if err := client.Get(ctx, path, &service); err != nil {
			return err
		}
		if err := service.expect("Available"); err != nil {
			return err
		}
	}
	return nil
}

// hurryVisibility makes the API server look again. It asks an API that did not
// answer less and less often, up to every half minute, but at once when its
// APIService changes; so it is changed when Kueue has begun to serve.
func (h *Hub) hurryVisibility() func(context.Context, *kube.Client) error {
	var asked time.Time
	return func(ctx context.Context, client *kube.Client) error {
		if time.Since(asked) < time.Second {
			return nil
		}
		connection, err := net.DialTimeout("tcp", fmt.Sprintf("%s:%d", loopback, h.ports.kueueVisibility), time.Second)
		if err != nil {
			return err
		}
		_ = connection.Close()
		asked = time.Now()
		for _, path := range visibilityServices {
			if err := client.Annotate(ctx, path, "fournos.dev/hub-asked", asked.Format(time.RFC3339)); err != nil {
				return err
			}
		}
		return nil
	}
}
