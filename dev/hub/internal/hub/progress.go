package hub

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// progress tells the stages of a run, each with the seconds since the start.
type progress struct {
	hub   *Hub
	start time.Time
	mu    sync.Mutex
}

func (h *Hub) progress() *progress { return &progress{hub: h, start: time.Now()} }

func (p *progress) done(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.hub.Out, "%7.2fs  %s\n", time.Since(p.start).Seconds(), what)
}

// stage runs do and tells that it is done; what is the state then.
func (p *progress) stage(ctx context.Context, what string, do func(context.Context) error) error {
	if err := do(ctx); err != nil {
		return fmt.Errorf("stage %q failed after %.1fs: %w", what, time.Since(p.start).Seconds(), err)
	}
	p.done(what)
	return nil
}

func (h *Hub) say(format string, args ...any) {
	fmt.Fprintf(h.Out, "          "+format+"\n", args...)
}

// Explain says what a failure means for the one who has to do something about
// it: beside the error, the log of the component that it concerns.
func Explain(err error) string {
	var component *componentError
	if !errors.As(err, &component) {
		return err.Error()
	}
	text := err.Error() + "\n\nThe log of " + component.component + ": " + component.log
	if lines := lastLines(component.log, 15); lines != "" {
		text += "\nIts last lines:\n" + lines
	}
	return text
}

func lastLines(file string, count int) string {
	content, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	lines := bytes.Split(bytes.TrimSpace(content), []byte("\n"))
	if len(lines) > count {
		lines = lines[len(lines)-count:]
	}
	const longest = 400
	for i, line := range lines {
		if len(line) > longest {
			line = append(line[:longest:longest], " ..."...)
		}
		lines[i] = append([]byte("    "), line...)
	}
	return string(bytes.Join(lines, []byte("\n")))
}
