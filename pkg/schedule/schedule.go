// Package schedule tells the times at which a template makes a job.
package schedule

import (
	"time"

	"github.com/robfig/cron/v3"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// Schedule is a cron expression in a time zone.
type Schedule struct {
	ticks cron.Schedule
	zone  *time.Location
	// byClock is whether the expression names hours, such as "30 2 * * *". Those are hours on the wall: when the clocks
	// change, each is met once, be it skipped or doubled on the wall. An expression for any hour goes by time that passes.
	byClock bool
}

// Of reads the schedule of a template that has been validated. Its errors are those of Validate.
func Of(r *fournosv1.Recurrence) (*Schedule, error) {
	ticks, err := cron.ParseStandard(r.Schedule)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(r.TimeZone)
	if err != nil {
		return nil, err
	}
	s := &Schedule{ticks: ticks, zone: zone}
	if spec, ok := ticks.(*cron.SpecSchedule); ok {
		const anyValue = 1 << 63 // Set by the parser on a field that is "*".
		s.byClock = spec.Hour&anyValue == 0
		spec.Location = time.UTC
		if !s.byClock {
			spec.Location = zone
		}
	}
	return s, nil
}

// longestSkip is the longest time by which clocks were ever set forward: Samoa skipped a day.
const longestSkip = 25 * time.Hour

// Next is the first tick after a time; the zero time if there is none, as on 30 February. Of a schedule such as
// "@every 90m" it is the tick that follows a tick at that time.
func (s *Schedule) Next(after time.Time) time.Time {
	if !s.byClock {
		return s.ticks.Next(after)
	}
	// A tick that the clocks skipped comes late by what they skipped. So the first on the wall may stand before the time
	// asked for, and may not be the first to come.
	var first time.Time
	wall := onWall(after.In(s.zone)).Add(-longestSkip)
	for {
		if wall = s.ticks.Next(wall); wall.IsZero() {
			return first
		}
		if !first.IsZero() && wall.Sub(onWall(first)) > 0 {
			return first
		}
		if tick := s.at(wall); tick.After(after) && (first.IsZero() || tick.Before(first)) {
			first = tick
		}
	}
}

// Last is the latest tick after one time and not after another; the zero time if there is none. It takes about as long
// for a year as for a day.
func (s *Schedule) Last(after, until time.Time) time.Time {
	if every, ok := s.ticks.(cron.ConstantDelaySchedule); ok {
		past := until.Sub(after).Truncate(every.Delay)
		if past <= 0 {
			return time.Time{}
		}
		return after.Add(past)
	}
	for window := time.Minute; ; window *= 2 {
		from := until.Add(-window)
		if from.Before(after) {
			from = after
		}
		last := time.Time{}
		for tick := s.Next(from); !tick.IsZero() && !tick.After(until); tick = s.Next(tick) {
			last = tick
		}
		if !last.IsZero() || from.Equal(after) {
			return last
		}
	}
}

// onWall is the UTC time that shows what the clock on the wall shows at a time.
func onWall(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// at is when the clock on the wall shows a time, given as onWall gives it. When it does so twice, it is the first time;
// when it never does, it is as long after the change as the time given is.
func (s *Schedule) at(wall time.Time) time.Time {
	_, offset := wall.Add(-24 * time.Hour).In(s.zone).Zone() // In force before a change on that day.
	before := wall.Add(-time.Duration(offset) * time.Second)
	if onWall(before.In(s.zone)).Equal(wall) {
		return before.In(s.zone)
	}
	after := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, s.zone)
	if onWall(after).Equal(wall) {
		return after
	}
	return before.In(s.zone)
}
