package pace

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clocktesting "k8s.io/utils/clock/testing"
)

func TestMade(t *testing.T) {
	clock := clocktesting.NewFakePassiveClock(time.Unix(1000, 0))
	m := NewMade[*corev1.Pod](clock)
	owner, other := object("1", ""), object("2", "")
	pod := func(name string) *corev1.Pod {
		return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{
			Namespace: "ns", Name: name, OwnerReferences: []metav1.OwnerReference{{UID: owner.GetUID(), Controller: new(true)}},
		}}
	}
	m.Remember(pod("pod"))
	if _, found := m.Find(key("pod"), owner); !found {
		t.Error("what was made is not found")
	}
	if _, found := m.Find(key("pod"), other); found {
		t.Error("what was made for another is found")
	}
	if _, found := m.Find(key("else"), owner); found {
		t.Error("what was not made is found")
	}
	clock.SetTime(clock.Now().Add(lag + 1))
	if _, found := m.Find(key("pod"), owner); found {
		t.Error("what was made long ago is found")
	}
	m.Remember(pod("next"))
	if got := len(m.objects); got != 1 {
		t.Errorf("%d are remembered, want the newest alone", got)
	}
	var none *Made[*corev1.Pod]
	none.Remember(pod("pod"))
	if _, found := none.Find(key("pod"), owner); found {
		t.Error("nothing remembers")
	}
}
