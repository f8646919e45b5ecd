package main

import (
	"math"
	"slices"
	"time"
)

// quantile is the smallest of the durations that at least the share q of them does not exceed.
func quantile(all []time.Duration, q float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	rank := int(math.Ceil(q * float64(len(sorted))))
	return sorted[max(rank, 1)-1]
}

type span struct{ from, to time.Time }

// covered is how much time the spans cover together.
func covered(spans []span) time.Duration {
	slices.SortFunc(spans, func(a, b span) int { return a.from.Compare(b.from) })
	var total time.Duration
	var until time.Time
	for _, s := range spans {
		if s.from.Before(until) {
			s.from = until
		}
		if s.to.After(s.from) {
			total += s.to.Sub(s.from)
			until = s.to
		}
	}
	return total
}
