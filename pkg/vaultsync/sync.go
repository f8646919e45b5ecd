package vaultsync

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Exit statuses.
const (
	// Done: nothing is wrong. With --dry-run, nothing would change.
	Done = 0
	// Failed: something went wrong, or was skipped because it cannot become a Secret.
	Failed = 1
	// WouldChange: with --dry-run, something would, and nothing is wrong.
	WouldChange = 2
)

// writeWithin bounds the last requests of a run that is interrupted: what is being written is written.
const writeWithin = 30 * time.Second

// run is one synchronisation.
type run struct {
	*Config
	from    source
	vault   *vault
	secrets *secrets
	report  *Report
}

// Run makes the Secrets be what the vault has, and returns the exit status.
func Run(ctx context.Context, c *Config, report *Report) int {
	s := &run{Config: c, from: c.source(), report: report}
	var err error
	if s.secrets, err = newSecrets(c, report); err == nil {
		s.vault, err = newVault(c, report)
	}
	if err != nil {
		report.Failf("%v", err)
		return Failed
	}
	return s.execute(ctx)
}

func (s *run) execute(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	changed, err := s.synchronise(ctx)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		s.report.Failf("not done within %s; what was written stays, run again with a longer --timeout", s.Timeout)
	case ctx.Err() != nil:
		s.report.Failf("interrupted; what was written stays, run again for the rest")
	case err != nil:
		s.report.Failf("%v", err)
	}
	switch {
	case s.report.Failures() > 0:
		return Failed
	case s.DryRun && changed:
		return WouldChange
	}
	return Done
}

// synchronise reports what happens to single entries, and returns what stops the whole.
func (s *run) synchronise(ctx context.Context) (changed bool, err error) {
	if address, err := url.Parse(s.Address); err == nil && address.Scheme != "https" && !isLoopback(address.Hostname()) {
		s.report.Warnf("VAULT_ADDR is not https: whoever is on the way can read the token and all values")
	}
	there, err := s.secrets.ours(ctx)
	if err != nil {
		return false, err
	}
	found := s.walk(ctx)
	entries := newEntries(found.paths, s.Settings.VaultSecret)
	s.read(ctx, entries)
	s.find(ctx, entries, there)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	changes := plan(s.from, entries, there, found.complete)
	s.tell(entries)
	if s.DryRun {
		return s.show(changes), nil
	}
	return s.write(ctx, changes), nil
}

func isLoopback(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// tell reports the entries of which no Secret is made.
func (s *run) tell(entries []*entry) {
	for _, e := range entries {
		path := s.from.prefix + e.path
		switch e.state {
		case unread, refused:
			s.report.Failf("%s is skipped: %v", path, e.why)
		case leftAlone:
			s.report.Linef("%s is left alone: it holds the key %s", path, skipKey)
		case empty:
			s.report.Warnf("%s is skipped: it is empty", path)
		case deleted:
			s.report.Debugf("%s is deleted in the vault", path)
		}
		for _, key := range e.leftOut {
			s.report.Failf("%s: the key %q is left out, no Secret can have it: letters, digits, -, _ and . alone; rename it in the vault", path, key)
		}
	}
}

var (
	// infinitives and participles are the words for actions, before and after they are done.
	infinitives = map[action]string{create: "create", update: "update", remove: "delete"}
	participles = map[action]string{create: "created", update: "updated", remove: "deleted", unchanged: "unchanged", keep: "kept"}
)

// word for an action.
func (s *run) word(a action) string {
	if infinitive := infinitives[a]; s.DryRun && infinitive != "" {
		return "would " + infinitive
	}
	return participles[a]
}

// show tells what would be written.
func (s *run) show(changes []change) (any bool) {
	counts := map[action]int{}
	for _, c := range changes {
		s.line(c)
		counts[c.action]++
	}
	s.summary(counts)
	return counts[create]+counts[update]+counts[remove] > 0
}

// write writes, deletions last, and tells of each as soon as those before it are told.
func (s *run) write(ctx context.Context, changes []change) (any bool) {
	slices.SortStableFunc(changes, func(a, b change) int { return order(a) - order(b) })
	outcomes := make([]chan error, len(changes))
	indexes := make([]int, len(changes))
	for i := range changes {
		outcomes[i], indexes[i] = make(chan error, 1), i
	}
	go func() {
		each(ctx, s.Concurrency, indexes, func(i int) { outcomes[i] <- s.writeOne(ctx, changes[i]) })
		for _, outcome := range outcomes {
			close(outcome)
		}
	}()
	counts := map[action]int{}
	for i, c := range changes {
		err, begun := <-outcomes[i]
		switch {
		case err != nil:
			s.report.Failf("%s: %v", c.secret, err)
		case begun:
			s.line(c)
			counts[c.action]++
		}
		s.report.Progress("writing", i+1, len(changes))
	}
	s.summary(counts)
	return counts[create]+counts[update]+counts[remove] > 0
}

func order(c change) int {
	if c.action == remove {
		return 1
	}
	return 0
}

func (s *run) writeOne(ctx context.Context, c change) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeWithin)
	defer cancel()
	switch c.action {
	case create, update:
		return s.secrets.apply(ctx, s.from, c, s.Namespace)
	case remove:
		return s.secrets.remove(ctx, c.was)
	}
	return nil
}

// line tells of one Secret. What stays as it is is told if the run is verbose, or if one might expect it to be deleted.
func (s *run) line(c change) {
	switch {
	case c.action == unchanged:
		s.report.Debugf("%s %s", s.word(c.action), c.secret)
	case c.action == keep && strings.HasPrefix(c.was.Annotations[pathAnnotation], s.from.prefix):
		s.report.Linef("%s %s: it comes from %s", s.word(c.action), c.secret, c.from)
	case c.action == keep:
		s.report.Debugf("%s %s: it comes from %s", s.word(c.action), c.secret, c.from)
	case len(c.keys) == 0:
		s.report.Linef("%s %s: labels, annotations or owner of the keys", s.word(c.action), c.secret)
	default:
		s.report.Linef("%s %s: %s", s.word(c.action), c.secret, strings.Join(c.keys, ", "))
	}
}

func (s *run) summary(counts map[action]int) {
	var parts []string
	for _, a := range []action{create, update, remove, unchanged} {
		parts = append(parts, fmt.Sprintf("%s %d", s.word(a), counts[a]))
	}
	s.report.Linef("%s in namespace %s: %s; failed %d", s.from.prefix, s.Namespace, strings.Join(parts, ", "), s.report.Failures())
}
