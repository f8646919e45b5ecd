package kueueadmission

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	visibility "sigs.k8s.io/kueue/apis/visibility/v1beta2"
)

// visibilityTimeout bounds how long Kueue may take to answer: nobody waits for it.
const visibilityTimeout = 10 * time.Second

// visibilityClient asks Kueue's visibility API, an aggregated one that a hub may lack, for positions in LocalQueues.
type visibilityClient struct {
	client rest.Interface
}

func newVisibilityClient(config *rest.Config) (*visibilityClient, error) {
	config = rest.CopyConfig(config)
	config.GroupVersion, config.APIPath = &visibility.SchemeGroupVersion, "/apis"
	config.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	// It is not asked for protobuf, which it might not have.
	config.ContentType, config.AcceptContentTypes = runtime.ContentTypeJSON, runtime.ContentTypeJSON
	client, err := rest.RESTClientFor(config)
	if err != nil {
		return nil, fmt.Errorf("making a client of Kueue's visibility API: %w", err)
	}
	return &visibilityClient{client}, nil
}

// pending lists the positions of the Workloads in a LocalQueue by their names. Kueue tells of the first thousand.
func (c *visibilityClient) pending(ctx context.Context, queue types.NamespacedName) (map[string]position, error) {
	ctx, cancel := context.WithTimeout(ctx, visibilityTimeout)
	defer cancel()
	body, err := c.client.Get().Namespace(queue.Namespace).Resource("localqueues").Name(queue.Name).SubResource("pendingworkloads").DoRaw(ctx)
	if err != nil {
		return nil, err
	}
	var summary visibility.PendingWorkloadsSummary
	if err := json.Unmarshal(body, &summary); err != nil {
		return nil, fmt.Errorf("reading Kueue's answer about LocalQueue %s: %w", queue, err)
	}
	found := map[string]position{}
	for i := range summary.Items {
		item := &summary.Items[i]
		found[item.Name] = position{inLocalQueue: item.PositionInLocalQueue + 1, inClusterQueue: item.PositionInClusterQueue + 1}
	}
	return found, nil
}
