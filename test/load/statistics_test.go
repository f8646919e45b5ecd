package main

import (
	"testing"
	"time"
)

func TestQuantile(t *testing.T) {
	seconds := func(all ...int) []time.Duration {
		var durations []time.Duration
		for _, s := range all {
			durations = append(durations, time.Duration(s)*time.Second)
		}
		return durations
	}
	for _, test := range []struct {
		name string
		all  []time.Duration
		q    float64
		want time.Duration
	}{
		{"nothing", nil, 0.5, 0},
		{"one", seconds(3), 0.99, 3 * time.Second},
		{"the middle of three", seconds(9, 1, 5), 0.5, 5 * time.Second},
		{"the lower middle of four", seconds(4, 3, 2, 1), 0.5, 2 * time.Second},
		{"p99 of few is the greatest", seconds(1, 2, 3, 4), 0.99, 4 * time.Second},
		{"the smallest", seconds(2, 1), 0, time.Second},
	} {
		if got := quantile(test.all, test.q); got != test.want {
			t.Errorf("%s: quantile = %v, want %v", test.name, got, test.want)
		}
	}
}

func TestCovered(t *testing.T) {
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	for _, test := range []struct {
		name  string
		spans []span
		want  time.Duration
	}{
		{"none", nil, 0},
		{"one after the other", []span{{at(5), at(7)}, {at(1), at(2)}}, 3 * time.Second},
		{"overlapping", []span{{at(1), at(4)}, {at(3), at(6)}}, 5 * time.Second},
		{"one in another", []span{{at(1), at(9)}, {at(3), at(4)}}, 8 * time.Second},
		{"the wrong way round", []span{{at(4), at(1)}}, 0},
	} {
		if got := covered(test.spans); got != test.want {
			t.Errorf("%s: covered = %v, want %v", test.name, got, test.want)
		}
	}
}
