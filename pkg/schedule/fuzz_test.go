package schedule

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// changes are times about which the clocks change, by zone.
var changes = []struct{ zone, at string }{
	{"", "2026-03-14T00:00:00Z"},
	{"Asia/Tokyo", "2026-03-14T00:00:00Z"},
	{"America/New_York", "2026-03-08T07:00:00Z"},
	{"America/New_York", "2026-11-01T06:00:00Z"},
	{"Europe/London", "2026-03-29T01:00:00Z"},
	{"Europe/Athens", "2026-10-25T01:00:00Z"},
	{"America/Sao_Paulo", "2018-11-04T03:00:00Z"},
	{"America/Sao_Paulo", "2018-02-18T02:00:00Z"},
	{"Australia/Lord_Howe", "2026-10-03T15:30:00Z"},
	{"Australia/Lord_Howe", "2026-04-04T15:00:00Z"},
	{"Pacific/Chatham", "2026-09-26T14:00:00Z"},
	{"Africa/Casablanca", "2026-02-15T02:00:00Z"},
}

// expression is a random cron expression that has a tick within days, so that there is something to test.
func expression(r *rand.Rand) string {
	field := func(low, high int) string {
		n := func() int { return low + r.IntN(high-low+1) }
		switch r.IntN(6) {
		case 0:
			return fmt.Sprint(n())
		case 1:
			return fmt.Sprintf("%d,%d", n(), n())
		case 2:
			a, b := n(), n()
			return fmt.Sprintf("%d-%d", min(a, b), max(a, b))
		case 3:
			return fmt.Sprintf("*/%d", 1+r.IntN(high))
		default:
			return "*"
		}
	}
	days := "* * *"
	if r.IntN(4) == 0 {
		days = "* * " + field(0, 6)
	}
	return strings.Join([]string{field(0, 59), field(0, 23), days}, " ")
}

// FuzzTicks walks from tick to tick over a change of the clocks.
func FuzzTicks(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		change := changes[r.IntN(len(changes))]
		cron := expression(r)
		s, err := Of(&fournosv1.Recurrence{Schedule: cron, TimeZone: change.zone})
		if err != nil {
			t.Fatalf("%q in %q: %v", cron, change.zone, err)
		}
		// From up to two days before the change, at any fraction of a second.
		after := parse(t, change.at).Add(-time.Duration(r.Int64N(int64(48 * time.Hour))))
		what := func() string {
			return fmt.Sprintf("seed %d: %q in %q after %s", seed, cron, change.zone, after.UTC().Format(time.RFC3339Nano))
		}
		var ticks []time.Time
		for at := after; len(ticks) < 100; {
			tick := s.Next(at)
			if !tick.After(at) {
				t.Fatalf("%s: tick %s follows %s", what(), tick.UTC(), at.UTC())
			}
			if tick.Nanosecond() != 0 || tick.Second() != 0 {
				t.Fatalf("%s: tick %s is at no whole minute", what(), tick.UTC())
			}
			// Whenever one asks between two ticks, the answer is the second.
			between := at.Add(time.Duration(r.Int64N(int64(tick.Sub(at)))))
			if again := s.Next(between); !again.Equal(tick) {
				t.Fatalf("%s: tick %s follows %s, but asked at %s it is %s", what(), tick.UTC(), at.UTC(), between.UTC(), again.UTC())
			}
			ticks = append(ticks, tick)
			at = tick
		}
		for range 10 {
			i := r.IntN(len(ticks) - 1)
			until := ticks[i].Add(time.Duration(r.Int64N(int64(ticks[i+1].Sub(ticks[i])))))
			if last := s.Last(after, until); !last.Equal(ticks[i]) {
				t.Fatalf("%s: the last tick until %s is %s, want %s", what(), until.UTC(), last.UTC(), ticks[i].UTC())
			}
		}
		if last := s.Last(after, ticks[0].Add(-time.Nanosecond)); !last.IsZero() {
			t.Fatalf("%s: a tick %s before the first, %s", what(), last.UTC(), ticks[0].UTC())
		}
	})
}
