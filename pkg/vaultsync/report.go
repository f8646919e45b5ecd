package vaultsync

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// Report is what a run tells: results on one stream; warnings, errors and progress on the other.
type Report struct {
	// Out takes the results, Err the rest.
	Out, Err io.Writer
	// Terminal says that Err is one: progress is shown, in one line that changes.
	Terminal bool
	// Verbose tells each request, too.
	Verbose bool

	lock     sync.Mutex
	shown    bool
	failures int
}

// Linef tells a result.
func (r *Report) Linef(format string, args ...any) { r.print(r.Out, "", format, args...) }

// Warnf tells what is worth a look, and no failure.
func (r *Report) Warnf(format string, args ...any) { r.print(r.Err, "warning: ", format, args...) }

// Failf tells what went wrong. The run goes on, and its exit status says so.
func (r *Report) Failf(format string, args ...any) {
	r.print(r.Err, "error: ", format, args...)
	r.lock.Lock()
	defer r.lock.Unlock()
	r.failures++
}

// Failures is how often something went wrong.
func (r *Report) Failures() int {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.failures
}

// Debugf tells a step, if the run is verbose.
func (r *Report) Debugf(format string, args ...any) {
	if r.Verbose {
		r.print(r.Err, "", format, args...)
	}
}

// Progress shows on a terminal how far the run is.
func (r *Report) Progress(doing string, done, all int) {
	if !r.Terminal {
		return
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	fmt.Fprintf(r.Err, "\r\x1b[K%s %d/%d", doing, done, all)
	r.shown = true
}

func (r *Report) print(to io.Writer, kind, format string, args ...any) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.shown {
		fmt.Fprint(r.Err, "\r\x1b[K")
		r.shown = false
	}
	fmt.Fprintln(to, kind+oneLine(fmt.Sprintf(format, args...)))
}

// oneLine keeps what others named from looking like lines of ours, or from steering the terminal.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return '?'
		}
		return r
	}, text)
}

// errorf makes an error whose words people read.
func errorf(format string, args ...any) error { return fmt.Errorf(format, args...) }
