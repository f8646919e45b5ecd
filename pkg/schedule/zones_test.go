package schedule

import (
	"testing"
	"time"
)

// TestZones lists ticks over changes of the clocks of other kinds than those of TestTicks.
func TestZones(t *testing.T) {
	for _, tc := range []struct {
		name, expression, zone, after string
		want                          []string
	}{{
		name: "London, spring: UTC itself is skipped on the wall", expression: "30 1 * * *", zone: "Europe/London", after: "2026-03-28T12:00:00Z",
		want: []string{"2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"},
	}, {
		name: "London, autumn", expression: "30 1 * * *", zone: "Europe/London", after: "2026-10-24T12:00:00Z",
		want: []string{"2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"},
	}, {
		name: "London: what is not skipped stays on the wall", expression: "0 20 * * *", zone: "Europe/London", after: "2026-03-28T12:00:00Z",
		want: []string{"2026-03-28T20:00:00Z", "2026-03-29T19:00:00Z", "2026-03-30T19:00:00Z"},
	}, {
		name: "São Paulo, spring: a midnight that the clocks skip", expression: "0 0 * * *", zone: "America/Sao_Paulo", after: "2018-11-03T12:00:00Z",
		want: []string{"2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"},
	}, {
		name: "São Paulo, spring: the end of the hour that is skipped", expression: "59 0 * * *", zone: "America/Sao_Paulo", after: "2018-11-03T12:00:00Z",
		want: []string{"2018-11-04T03:59:00Z", "2018-11-05T02:59:00Z"},
	}, {
		name: "São Paulo, spring: a day of 23 hours, each of them", expression: "0 * 4 11 *", zone: "America/Sao_Paulo", after: "2018-11-01T00:00:00Z",
		want: []string{"2018-11-04T03:00:00Z", "2018-11-04T04:00:00Z", "2018-11-04T05:00:00Z"},
	}, {
		name: "São Paulo, autumn: a day whose last hour comes twice", expression: "30 23 * * *", zone: "America/Sao_Paulo", after: "2018-02-17T12:00:00Z",
		want: []string{"2018-02-18T01:30:00Z", "2018-02-19T02:30:00Z"},
	}, {
		name: "Apia: a day that was skipped is met with the next", expression: "0 10 * * *", zone: "Pacific/Apia", after: "2011-12-29T00:00:00Z",
		want: []string{"2011-12-29T20:00:00Z", "2011-12-30T20:00:00Z", "2011-12-31T20:00:00Z"},
	}, {
		name: "Apia: the Friday that was skipped is met on Saturday", expression: "0 10 * * 5", zone: "Pacific/Apia", after: "2011-12-29T00:00:00Z",
		want: []string{"2011-12-30T20:00:00Z", "2012-01-05T20:00:00Z"},
	}, {
		name: "Apia: that Friday, looked at on Saturday", expression: "0 10 * * 5", zone: "Pacific/Apia", after: "2011-12-30T10:30:00Z",
		want: []string{"2011-12-30T20:00:00Z", "2012-01-05T20:00:00Z"},
	}, {
		name: "Apia: every hour is every hour", expression: "0 * * * *", zone: "Pacific/Apia", after: "2011-12-30T08:30:00Z",
		want: []string{"2011-12-30T09:00:00Z", "2011-12-30T10:00:00Z", "2011-12-30T11:00:00Z"},
	}, {
		name: "Tokyo: a zone whose clocks never change", expression: "30 2 * * *", zone: "Asia/Tokyo", after: "2026-03-07T12:00:00Z",
		want: []string{"2026-03-07T17:30:00Z", "2026-03-08T17:30:00Z"},
	}, {
		name: "Kathmandu: a zone off by quarters of an hour", expression: "0 * * * *", zone: "Asia/Kathmandu", after: "2026-03-07T12:00:00Z",
		want: []string{"2026-03-07T12:15:00Z", "2026-03-07T13:15:00Z"},
	}, {
		name: "Kiritimati: the first zone of the day", expression: "0 0 * * *", zone: "Pacific/Kiritimati", after: "2025-12-31T12:00:00Z",
		want: []string{"2026-01-01T10:00:00Z"},
	}, {
		name: "the far side of the date line: the last", expression: "0 0 * * *", zone: "Etc/GMT+12", after: "2025-12-31T12:30:00Z",
		want: []string{"2026-01-01T12:00:00Z"},
	}, {
		name: "Lord Howe Island, every hour, over half an hour", expression: "0 * * * *", zone: "Australia/Lord_Howe", after: "2026-10-03T14:00:00Z",
		want: []string{"2026-10-03T14:30:00Z", "2026-10-03T16:00:00Z", "2026-10-03T17:00:00Z"},
	}, {
		// 02:15 is skipped and met at 02:45, behind 02:40, which is not skipped.
		name: "Lord Howe Island, a tick in the half hour that is skipped, and one behind it", expression: "15,40 2 * * *", zone: "Australia/Lord_Howe",
		after: "2026-10-03T12:00:00Z",
		want:  []string{"2026-10-03T15:40:00Z", "2026-10-03T15:45:00Z", "2026-10-04T15:15:00Z"},
	}, {
		name: "the day is the zone's", expression: "0 1 1 * *", zone: "Asia/Tokyo", after: "2026-01-15T00:00:00Z",
		want: []string{"2026-01-31T16:00:00Z", "2026-02-28T16:00:00Z"},
	}, {
		name: "months that have it", expression: "0 0 31 * *", after: "2026-03-15T00:00:00Z",
		want: []string{"2026-03-31T00:00:00Z", "2026-05-31T00:00:00Z"},
	}, {
		name: "a day of the month or of the week", expression: "0 12 13 * 5", after: "2026-03-10T00:00:00Z",
		want: []string{"2026-03-13T12:00:00Z", "2026-03-20T12:00:00Z", "2026-03-27T12:00:00Z", "2026-04-03T12:00:00Z", "2026-04-10T12:00:00Z", "2026-04-13T12:00:00Z"},
	}, {
		name: "by name", expression: "@daily", zone: "Europe/Athens", after: "2026-03-28T12:00:00Z",
		want: []string{"2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"},
	}} {
		t.Run(tc.name, func(t *testing.T) {
			s := of(t, tc.expression, tc.zone)
			at := parse(t, tc.after)
			for _, want := range tc.want {
				if at = s.Next(at); !at.Equal(parse(t, want)) {
					t.Fatalf("tick at %v, want %v", at.UTC().Format(time.RFC3339), want)
				}
			}
			if last := s.Last(parse(t, tc.after), at.Add(time.Second)); !last.Equal(at) {
				t.Errorf("the last tick is %v, want %v", last.UTC().Format(time.RFC3339), at.UTC().Format(time.RFC3339))
			}
		})
	}
}

// TestEveryKeepsRhythm asks for the latest tick at different times after a downtime: a tick that moved with the time of
// asking would be made twice after a crash.
func TestEveryKeepsRhythm(t *testing.T) {
	s := of(t, "@every 1h", "")
	for _, until := range []string{"2026-03-14T14:30:00Z", "2026-03-14T15:09:26Z", "2026-03-14T15:09:27Z", "2026-03-14T15:29:59Z"} {
		if got := s.Last(parse(t, "2026-03-14T11:30:00Z"), parse(t, until)); !got.Equal(parse(t, "2026-03-14T14:30:00Z")) {
			t.Errorf("until %s the last tick is %s, want 14:30", until, got.UTC().Format(time.RFC3339))
		}
	}
}
