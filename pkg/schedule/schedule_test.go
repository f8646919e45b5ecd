package schedule

import (
	"testing"
	"time"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

func parse(t *testing.T, value string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func of(t *testing.T, expression, zone string) *Schedule {
	t.Helper()
	s, err := Of(&fournosv1.Recurrence{Schedule: expression, TimeZone: zone})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTicks lists all ticks in a span, over real changes of the clocks.
func TestTicks(t *testing.T) {
	for _, tc := range []struct {
		name, expression, zone, after string
		want                          []string
	}{{
		name: "no zone is UTC", expression: "0 20 * * *", after: "2026-01-01T00:00:00Z",
		want: []string{"2026-01-01T20:00:00Z", "2026-01-02T20:00:00Z"},
	}, {
		name: "a zone", expression: "0 20 * * *", zone: "Asia/Kolkata", after: "2026-01-01T00:00:00Z",
		want: []string{"2026-01-01T14:30:00Z", "2026-01-02T14:30:00Z"},
	}, {
		name: "after the tick itself comes the next", expression: "0 20 * * *", after: "2026-01-01T20:00:00Z",
		want: []string{"2026-01-02T20:00:00Z"},
	}, {
		name: "spring: an hour that the clocks skip is met once", expression: "30 2 * * *", zone: "America/New_York", after: "2026-03-07T12:00:00Z",
		want: []string{"2026-03-08T07:30:00Z", "2026-03-09T06:30:00Z"},
	}, {
		name: "spring: looked at after the change, and before the late tick", expression: "30 2 * * *", zone: "America/New_York", after: "2026-03-08T07:10:00Z",
		want: []string{"2026-03-08T07:30:00Z", "2026-03-09T06:30:00Z"},
	}, {
		name: "autumn: an hour that the clocks repeat is met once", expression: "30 1 * * *", zone: "America/New_York", after: "2026-10-31T12:00:00Z",
		want: []string{"2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"},
	}, {
		name: "autumn: looked at in the second of the two hours", expression: "30 1 * * *", zone: "America/New_York", after: "2026-11-01T06:10:00Z",
		want: []string{"2026-11-02T06:30:00Z"},
	}, {
		name: "spring in Athens", expression: "30 3 * * *", zone: "Europe/Athens", after: "2026-03-28T12:00:00Z",
		want: []string{"2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"},
	}, {
		name: "half an hour on Lord Howe Island", expression: "15 2 * * *", zone: "Australia/Lord_Howe", after: "2026-10-03T00:00:00Z",
		want: []string{"2026-10-03T15:45:00Z", "2026-10-04T15:15:00Z"},
	}, {
		name: "every hour is every hour, in spring", expression: "0 * * * *", zone: "America/New_York", after: "2026-03-08T05:30:00Z",
		want: []string{"2026-03-08T06:00:00Z", "2026-03-08T07:00:00Z", "2026-03-08T08:00:00Z"},
	}, {
		name: "every hour is every hour, in autumn", expression: "0 * * * *", zone: "America/New_York", after: "2026-11-01T04:30:00Z",
		want: []string{"2026-11-01T05:00:00Z", "2026-11-01T06:00:00Z", "2026-11-01T07:00:00Z"},
	}, {
		name: "leap day", expression: "0 0 29 2 *", after: "2026-01-01T00:00:00Z",
		want: []string{"2028-02-29T00:00:00Z"},
	}, {
		name: "every so often", expression: "@every 90m", zone: "Europe/Athens", after: "2026-01-01T00:00:00Z",
		want: []string{"2026-01-01T01:30:00Z", "2026-01-01T03:00:00Z"},
	}} {
		t.Run(tc.name, func(t *testing.T) {
			s := of(t, tc.expression, tc.zone)
			at := parse(t, tc.after)
			for _, want := range tc.want {
				if at = s.Next(at); !at.Equal(parse(t, want)) {
					t.Fatalf("tick at %v, want %v", at.UTC().Format(time.RFC3339), want)
				}
			}
		})
	}
}

func TestNoTick(t *testing.T) {
	s := of(t, "0 0 30 2 *", "")
	if tick := s.Next(parse(t, "2026-01-01T00:00:00Z")); !tick.IsZero() {
		t.Errorf("tick on 30 February at %v", tick)
	}
	if tick := s.Last(parse(t, "2020-01-01T00:00:00Z"), parse(t, "2026-01-01T00:00:00Z")); !tick.IsZero() {
		t.Errorf("last tick on 30 February at %v", tick)
	}
}

func TestLast(t *testing.T) {
	for _, tc := range []struct{ name, expression, after, until, want string }{
		{"none yet", "0 20 * * *", "2026-01-01T00:00:00Z", "2026-01-01T19:59:59Z", ""},
		{"at its very time", "0 20 * * *", "2026-01-01T00:00:00Z", "2026-01-01T20:00:00Z", "2026-01-01T20:00:00Z"},
		{"not the one that it counts from", "0 20 * * *", "2026-01-01T20:00:00Z", "2026-01-02T19:00:00Z", ""},
		{"the latest of many", "* * * * *", "2026-01-01T00:00:00Z", "2026-01-03T12:00:30Z", "2026-01-03T12:00:00Z"},
		{"after five years of downtime", "* * * * *", "2021-01-01T00:00:00Z", "2026-01-03T12:00:30Z", "2026-01-03T12:00:00Z"},
		{"a rare one after years", "0 0 1 1 *", "2021-01-01T00:00:00Z", "2026-12-31T00:00:00Z", "2026-01-01T00:00:00Z"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := of(t, tc.expression, "").Last(parse(t, tc.after), parse(t, tc.until))
			if tc.want == "" {
				if !got.IsZero() {
					t.Errorf("got %v, want none", got)
				}
			} else if !got.Equal(parse(t, tc.want)) {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}
