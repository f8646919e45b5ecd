// Package retries bounds how long a controller waits before it tries again what has failed.
//
// Knative's controllers double the wait with each failure, up to a quarter of an hour: a job whose passes failed while
// the API server was away for two minutes would be looked at again long after it is back.
package retries

import (
	"context"
	"time"

	"k8s.io/client-go/util/workqueue"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/logging"
)

const (
	// first is the wait after the first failure: most are conflicts with a write that the cache has a moment later.
	first = 5 * time.Millisecond
	// Longest is the longest wait.
	Longest = 30 * time.Second
)

// Limiter makes the rate limiter of a controller's work queue. It counts each key's failures alone: what many fail for
// is mostly the same for all, and the client has a limit for all of them together.
func Limiter() workqueue.TypedRateLimiter[any] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[any](first, Longest)
}

// Bound makes of a controller one that is the same but for its queue, whose retries are bounded. The generated code that
// makes controllers has no option for it. It must come before the controller is handed to informers.
func Bound(ctx context.Context, impl *controller.Impl) *controller.Impl {
	impl.WorkQueue().ShutDown()
	return controller.NewContext(ctx, impl.Reconciler, controller.ControllerOptions{
		WorkQueueName: impl.Name,
		Logger:        logging.FromContext(ctx),
		RateLimiter:   Limiter(),
		Concurrency:   impl.Concurrency,
	})
}
