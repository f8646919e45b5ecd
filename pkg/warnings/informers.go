package warnings

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
	kubeclient "knative.dev/pkg/client/injection/kube/client"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/injection"
	"knative.dev/pkg/logging"
)

// kinds are those of the objects whose warnings are watched.
var kinds = []string{"Job", "Pod"}

func init() {
	injection.Default.RegisterFilteredInformers(withInformers)
}

type informersKey struct{}

func withInformers(ctx context.Context) (context.Context, []controller.Informer) {
	var watched []cache.SharedIndexInformer
	var started []controller.Informer
	for _, kind := range kinds {
		informer := coreinformers.NewFilteredEventInformer(kubeclient.Get(ctx), injection.GetNamespaceScope(ctx), controller.GetResyncPeriod(ctx),
			cache.Indexers{}, func(options *metav1.ListOptions) { options.FieldSelector = selector(kind).String() })
		if err := informer.SetTransform(trim); err != nil {
			logging.FromContext(ctx).Panicf("Cannot trim events: %v", err)
		}
		watched, started = append(watched, informer), append(started, informer)
	}
	return context.WithValue(ctx, informersKey{}, watched), started
}

// selector takes the warnings about one kind of objects, but for the scheduler's: a Pod's condition has its words, and
// loses them when a node was found.
func selector(kind string) fields.Selector {
	return fields.AndSelectors(
		fields.OneTermEqualSelector("type", corev1.EventTypeWarning),
		fields.OneTermEqualSelector("involvedObject.kind", kind),
		fields.OneTermNotEqualSelector("reason", "FailedScheduling"),
	)
}

// trim keeps of an event what is read of it: there may be many.
func trim(obj any) (any, error) {
	event, ok := obj.(*corev1.Event)
	if !ok {
		return obj, nil
	}
	return &corev1.Event{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: event.Namespace, Name: event.Name, ResourceVersion: event.ResourceVersion,
			CreationTimestamp: event.CreationTimestamp,
		},
		InvolvedObject: corev1.ObjectReference{
			Kind: event.InvolvedObject.Kind, Namespace: event.InvolvedObject.Namespace,
			Name: event.InvolvedObject.Name, UID: event.InvolvedObject.UID,
		},
		Reason: event.Reason, Message: event.Message,
		LastTimestamp: event.LastTimestamp, EventTime: event.EventTime, Series: event.Series,
	}, nil
}

// Get finds the warnings in the namespace that this process is for, and has the handler called for each that comes.
func Get(ctx context.Context, handler cache.ResourceEventHandler) *Lister {
	informers, ok := ctx.Value(informersKey{}).([]cache.SharedIndexInformer)
	if !ok {
		logging.FromContext(ctx).Panic("Unable to fetch the informers of warnings from context.")
	}
	var caches []cache.Indexer
	for _, informer := range informers {
		caches = append(caches, informer.GetIndexer())
		if _, err := informer.AddEventHandler(handler); err != nil {
			logging.FromContext(ctx).Panicf("Cannot watch warnings: %v", err)
		}
	}
	lister, err := NewLister(caches...)
	if err != nil {
		logging.FromContext(ctx).Panicf("Cannot index warnings: %v", err)
	}
	return lister
}
