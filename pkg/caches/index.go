package caches

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// Index finds those objects of a cache that have a key in common, without a walk through the others.
type Index[T any] struct {
	indexer cache.Indexer
	name    string
}

// NewIndex adds an index to a cache under a name. Controllers that share an informer share its indexes, too: one that
// the cache has already is used as it is.
func NewIndex[T any](indexer cache.Indexer, name string, keys func(T) []string) *Index[T] {
	if _, has := indexer.GetIndexers()[name]; !has {
		err := indexer.AddIndexers(cache.Indexers{name: func(obj any) ([]string, error) {
			object, ok := obj.(T)
			if !ok {
				return nil, nil
			}
			return keys(object), nil
		}})
		if err != nil {
			panic(err) // Only for a name that the cache has, and that was just ruled out.
		}
	}
	return &Index[T]{indexer: indexer, name: name}
}

// Get lists the objects that have a key, in no order. They belong to the cache, and must not be changed.
func (i *Index[T]) Get(key string) []T {
	objects, err := i.indexer.ByIndex(i.name, key)
	if err != nil {
		panic(err) // Only for a name that the cache does not have.
	}
	found := make([]T, 0, len(objects))
	for _, object := range objects {
		found = append(found, object.(T))
	}
	return found
}

// ByLabel is an index by namespace and the value of a label; Key makes its keys. What lacks the label is not in it.
func ByLabel[T metav1.Object](indexer cache.Indexer, label string) *Index[T] {
	return NewIndex(indexer, "label "+label, func(object T) []string {
		if value := object.GetLabels()[label]; value != "" {
			return []string{Key(object.GetNamespace(), value)}
		}
		return nil
	})
}

// ByController is an index by the UID of the owner that controls an object.
func ByController[T metav1.Object](indexer cache.Indexer) *Index[T] {
	return NewIndex(indexer, "controller", func(object T) []string {
		if owner := metav1.GetControllerOf(object); owner != nil {
			return []string{string(owner.UID)}
		}
		return nil
	})
}

// Key is the key of a name in a namespace.
func Key(namespace, name string) string { return namespace + "/" + name }
