package pace

import (
	"fmt"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
)

func key(name string) types.NamespacedName { return types.NamespacedName{Namespace: "ns", Name: name} }

func TestPatienceHoldsNewsForAWhile(t *testing.T) {
	clock := clocktesting.NewFakePassiveClock(time.Unix(1000, 0))
	p := NewPatience(clock)
	for _, step := range []struct {
		after, want time.Duration
	}{
		{0, calm},
		{calm / 4, calm * 3 / 4}, // Other news of the same object does not begin anew.
		{calm * 3 / 4, 0},
		{0, calm}, // What comes after that waits again.
	} {
		clock.SetTime(clock.Now().Add(step.after))
		if got := p.Hold(key("a")); got != step.want {
			t.Errorf("Hold() = %v, want %v", got, step.want)
		}
	}
}

func TestPatienceBoundsHowMuchIsWritten(t *testing.T) {
	clock := clocktesting.NewFakePassiveClock(time.Unix(1000, 0))
	p := NewPatience(clock)
	const crowd = 10 * newsPerSecond
	waits := func() (last time.Duration, none int) {
		for i := range crowd {
			wait := p.Hold(key(fmt.Sprint(i)))
			last = max(last, wait)
			if wait == 0 {
				none++
			}
		}
		return last, none
	}
	if last, none := waits(); last != calm || none != 0 {
		t.Errorf("at first the last of %d waits %v and %d none, want %v and 0", crowd, last, none, calm)
	}
	clock.SetTime(clock.Now().Add(calm))
	last, none := waits()
	if want := (crowd - newsPerSecond) * time.Second / newsPerSecond; last != want || none != newsPerSecond {
		t.Errorf("when it is calm the last of %d waits %v and %d none, want %v and %d", crowd, last, none, want, newsPerSecond)
	}
	for i := range crowd {
		p.Forget(key(fmt.Sprint(i)))
	}
	if got := len(p.held); got != 0 {
		t.Errorf("%d are held that were forgotten", got)
	}
}

func TestPatienceForgets(t *testing.T) {
	clock := clocktesting.NewFakePassiveClock(time.Unix(1000, 0))
	p := NewPatience(clock)
	// What is overtaken while it is not calm yet takes no place from others.
	for i := range 10 * newsPerSecond {
		p.Hold(key(fmt.Sprint(i)))
		p.Forget(key(fmt.Sprint(i)))
	}
	p.Hold(key("new"))
	clock.SetTime(clock.Now().Add(calm))
	if got := p.Hold(key("new")); got != 0 {
		t.Errorf("Hold() after all others were forgotten = %v, want 0", got)
	}
}

func TestPatienceHurries(t *testing.T) {
	p := NewPatience(clocktesting.NewFakePassiveClock(time.Unix(1000, 0)))
	p.Hold(key("a"))
	p.Hurry(key("a"))
	if got := p.Hold(key("a")); got != 0 {
		t.Errorf("Hold() = %v, want 0", got)
	}
	if got := p.Hold(key("a")); got != calm {
		t.Errorf("Hold() of what comes after it = %v, want %v", got, calm)
	}
}

func TestNoPatience(t *testing.T) {
	var p *Patience
	if got := p.Hold(key("a")); got != 0 {
		t.Errorf("Hold() = %v, want none", got)
	}
	p.Hurry(key("a"))
	p.Forget(key("a"))
}

func object(uid, version string) metav1.Object {
	return &metav1.ObjectMeta{Namespace: "ns", Name: "a", UID: types.UID(uid), ResourceVersion: version}
}

func TestVersions(t *testing.T) {
	for _, test := range []struct {
		name           string
		written, found metav1.Object
		want           bool
	}{
		{"older than what was written", object("1", "100"), object("1", "99"), true},
		{"older, with fewer digits", object("1", "100"), object("1", "20"), true},
		{"what was written", object("1", "100"), object("1", "100"), false},
		{"newer", object("1", "100"), object("1", "101"), false},
		{"another of the name", object("1", "100"), object("2", "50"), false},
		{"nothing written", nil, object("1", "1"), false},
		{"no number written", object("1", "x"), object("1", "1"), false},
		{"no number found", object("1", "100"), object("1", ""), false},
	} {
		v := NewVersions()
		if test.written != nil {
			v.Wrote(test.written)
		}
		if got := v.IsBehind(test.found); got != test.want {
			t.Errorf("%s: IsBehind() = %t", test.name, got)
		}
		if !test.want && len(v.written) != 0 {
			t.Errorf("%s: still remembered", test.name)
		}
		v.Forget(key("a"))
		if v.IsBehind(object("1", "0")) {
			t.Errorf("%s: remembered though forgotten", test.name)
		}
	}
	v := NewVersions()
	v.Deleted(object("1", "100"))
	if !v.IsBehind(object("1", "101")) {
		t.Error("what was deleted is in the cache, and is not old")
	}
	if v.IsBehind(object("2", "5")) {
		t.Error("another of the name is old")
	}
	var none *Versions
	none.Deleted(object("1", "2"))
	none.Wrote(object("1", "2"))
	none.Forget(key("a"))
	if none.IsBehind(object("1", "1")) {
		t.Error("no Versions know of a write")
	}
}

// BenchmarkHold is what a crowd that waits for the same cluster does when it changes hands.
func BenchmarkHold(b *testing.B) {
	p := NewPatience(clocktesting.NewFakePassiveClock(time.Unix(1000, 0)))
	var keys []types.NamespacedName
	for i := range 1000 {
		keys = append(keys, key(fmt.Sprint(i)))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p.Hold(keys[i%len(keys)])
	}
}
