package caches

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

const jobLabel = "example.dev/job"

func newCache(pods ...*corev1.Pod) cache.Indexer {
	indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
	for _, pod := range pods {
		if err := indexer.Add(pod); err != nil {
			panic(err)
		}
	}
	return indexer
}

func podOf(name, job, owner string) *corev1.Pod {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name}}
	if job != "" {
		pod.Labels = map[string]string{jobLabel: job}
	}
	if owner != "" {
		pod.OwnerReferences = []metav1.OwnerReference{
			{Name: "else", UID: "else"},
			{Name: "owner", UID: types.UID(owner), Controller: new(true)},
		}
	}
	return pod
}

func found(pods []*corev1.Pod) []string {
	names := []string{}
	for _, pod := range pods {
		names = append(names, pod.Name)
	}
	slices.Sort(names)
	return names
}

func TestIndexes(t *testing.T) {
	indexer := newCache(podOf("a", "bake", "1"), podOf("b", "bake", "2"), podOf("c", "other", "1"), podOf("d", "", ""))
	byLabel, byController := ByLabel[*corev1.Pod](indexer, jobLabel), ByController[*corev1.Pod](indexer)
	for _, test := range []struct {
		name string
		got  []*corev1.Pod
		want []string
	}{
		{"those with a label", byLabel.Get(Key("ns", "bake")), []string{"a", "b"}},
		{"another value", byLabel.Get(Key("ns", "other")), []string{"c"}},
		{"no value", byLabel.Get(Key("ns", "")), []string{}},
		{"another namespace", byLabel.Get(Key("elsewhere", "bake")), []string{}},
		{"those of an owner", byController.Get("1"), []string{"a", "c"}},
		{"an owner that does not control", byController.Get("else"), []string{}},
	} {
		if diff := cmp.Diff(test.want, found(test.got)); diff != "" {
			t.Errorf("%s (-want +got): %s", test.name, diff)
		}
	}
}

func TestIndexFollowsTheCache(t *testing.T) {
	indexer := newCache(podOf("a", "bake", ""))
	pods := ByLabel[*corev1.Pod](indexer, jobLabel)
	for _, step := range []struct {
		what   string
		change func() error
		want   []string
	}{
		{"added", func() error { return indexer.Add(podOf("b", "bake", "")) }, []string{"a", "b"}},
		{"given another label", func() error { return indexer.Update(podOf("a", "other", "")) }, []string{"b"}},
		{"deleted", func() error { return indexer.Delete(podOf("b", "bake", "")) }, []string{}},
	} {
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(step.want, found(pods.Get(Key("ns", "bake")))); diff != "" {
			t.Errorf("After a Pod was %s (-want +got): %s", step.what, diff)
		}
	}
}

func TestIndexIsSharedByItsName(t *testing.T) {
	indexer := newCache(podOf("a", "bake", ""))
	first, second := ByLabel[*corev1.Pod](indexer, jobLabel), ByLabel[*corev1.Pod](indexer, jobLabel)
	if got := len(indexer.GetIndexers()); got != 1 {
		t.Errorf("%d indexes, want 1", got)
	}
	key := Key("ns", "bake")
	if diff := cmp.Diff(found(first.Get(key)), found(second.Get(key))); diff != "" {
		t.Error(diff)
	}
}

func TestIndexPassesOverOtherKinds(t *testing.T) {
	indexer := newCache()
	secrets := ByLabel[*corev1.Secret](indexer, jobLabel)
	if err := indexer.Add(podOf("a", "bake", "")); err != nil {
		t.Fatal(err)
	}
	if got := secrets.Get(Key("ns", "bake")); len(got) != 0 {
		t.Errorf("found %v", got)
	}
}

// BenchmarkPodsOfAJob finds four Pods among ten thousand, by the index and as a lister does, by a walk.
func BenchmarkPodsOfAJob(b *testing.B) {
	indexer := newCache()
	pods := ByLabel[*corev1.Pod](indexer, jobLabel)
	for i := range 10_000 {
		if err := indexer.Add(podOf(fmt.Sprintf("pod-%d", i), fmt.Sprintf("job-%d", i/4), "")); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("index", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if got := len(pods.Get(Key("ns", "job-1000"))); got != 4 {
				b.Fatal(got)
			}
		}
	})
	b.Run("walk", func(b *testing.B) {
		lister := corelisters.NewPodLister(indexer).Pods("ns")
		b.ReportAllocs()
		for b.Loop() {
			if got, err := lister.List(labels.SelectorFromSet(labels.Set{jobLabel: "job-1000"})); len(got) != 4 {
				b.Fatal(got, err)
			}
		}
	})
}
