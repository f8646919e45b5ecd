package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// report is what a run has measured. As JSON it is what a later run is compared with.
type report struct {
	Date    string   `json:"date"`
	Commit  string   `json:"commit"`
	Machine string   `json:"machine"`
	Figures []figure `json:"figures"`
	Notes   []remark `json:"notes,omitempty"`
}

// figure is one measured value.
type figure struct {
	Section string  `json:"section"`
	Name    string  `json:"name"`
	Unit    string  `json:"unit"`
	Value   float64 `json:"value"`
}

// remark tells what a section's figures do not.
type remark struct {
	Section string `json:"section"`
	Text    string `json:"text"`
}

func newReport(ctx context.Context) *report {
	r := &report{Date: time.Now().UTC().Format("2006-01-02 15:04 MST"), Machine: machine(), Commit: "unknown"}
	if out, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output(); err == nil {
		r.Commit = strings.TrimSpace(string(out))
	}
	return r
}

// machine describes the machine's shape.
func machine() string {
	field := func(file, key string) string {
		content, _ := os.ReadFile(file)
		for line := range strings.Lines(string(content)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == key {
				return strings.TrimSpace(value)
			}
		}
		return "unknown"
	}
	return fmt.Sprintf("%d × %s, %s memory, %s %s", runtime.NumCPU(), field("/proc/cpuinfo", "model name"),
		field("/proc/meminfo", "MemTotal"), runtime.GOOS, runtime.GOARCH)
}

func (r *report) add(section, name, unit string, value float64) {
	r.Figures = append(r.Figures, figure{section, name, unit, value})
}

func (r *report) note(section, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	r.Notes = append(r.Notes, remark{section, text})
	r.say("%s: %s", section, text)
}

func (r *report) say(format string, args ...any) {
	fmt.Printf(time.Now().Format("15:04:05 ")+format+"\n", args...)
}

// has tells whether a section has figures.
func (r *report) has(section string) bool {
	return slices.ContainsFunc(r.Figures, func(f figure) bool { return f.Section == section })
}

// value finds a figure.
func (r *report) value(section, name string) (float64, bool) {
	if r == nil {
		return 0, false
	}
	for _, f := range r.Figures {
		if f.Section == section && f.Name == name {
			return f.Value, true
		}
	}
	return 0, false
}

// addRatios sets figures of different sections in relation, once both are there.
func (r *report) addRatios() {
	for _, section := range []string{"throughput-4", "throughput-64"} {
		for _, ratio := range []struct{ name, of string }{
			{"jobs to bare PipelineRuns", "jobs"}, {"PipelineRuns of jobs to bare PipelineRuns", "PipelineRuns"},
		} {
			ours, have := r.value(section, ratio.of)
			bare, haveBare := r.value("throughput-bare", "PipelineRuns")
			if _, done := r.value(section, ratio.name); have && haveBare && bare > 0 && !done {
				r.add(section, ratio.name, "×", ours/bare)
			}
		}
	}
}

// rows are a section's figures as a table, beside those of an earlier run if there is one.
func (r *report) rows(section string, base *report) [][]string {
	rows := [][]string{{"figure", "value", "unit"}}
	if base != nil {
		rows[0] = append(rows[0], "before", "now/before")
	}
	for _, f := range r.Figures {
		if f.Section != section {
			continue
		}
		row := []string{f.Name, short(f.Value), f.Unit}
		if base != nil {
			row = append(row, "", "")
			if before, have := base.value(section, f.Name); have {
				row[3] = short(before)
				if before != 0 {
					row[4] = fmt.Sprintf("%.2f", f.Value/before)
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// short shows a value with three digits or so.
func short(v float64) string {
	switch {
	case v == 0 || v >= 1000:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v >= 1:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.3f", v)
}

func (r *report) print(w io.Writer, section string, base *report) {
	fmt.Fprintf(w, "\n%s\n", section)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range r.rows(section, base) {
		fmt.Fprintln(table, "  "+strings.Join(row, "\t"))
	}
	table.Flush()
	fmt.Fprintln(w)
}

func (r *report) write(file string) error {
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(content, '\n'), 0o644)
}

func readReport(file string) (*report, error) {
	if file == "" {
		return nil, nil
	}
	content, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("nothing to compare with: %w", err)
	}
	if err != nil {
		return nil, err
	}
	r := &report{}
	return r, json.Unmarshal(content, r)
}

// Marks in a page between which the tables stand.
const (
	pageBegin = "<!-- What follows is written by `make performance`. -->\n"
	pageEnd   = "<!-- The end of what is written by `make performance`. -->\n"
)

// writePage puts the tables where the page has its marks.
func (r *report) writePage(file string, base *report) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, begins := strings.Cut(string(content), pageBegin)
	_, after, ends := strings.Cut(rest, pageEnd)
	if !begins || !ends {
		return fmt.Errorf("%s has not the two marks between which the tables go", file)
	}
	var page bytes.Buffer
	page.WriteString(before + pageBegin)
	fmt.Fprintf(&page, "\nMeasured %s at commit %s on %s.\n", r.Date, r.Commit, r.Machine)
	for _, section := range sectionNames() {
		rows := r.rows(section, base)
		if len(rows) == 1 {
			continue
		}
		fmt.Fprintf(&page, "\n### %s\n\n", section)
		rows = slices.Insert(rows, 1, strings.Split(strings.Repeat("---,", len(rows[0])-1)+"---", ","))
		for _, row := range rows {
			fmt.Fprintf(&page, "| %s |\n", strings.Join(row, " | "))
		}
		for _, n := range r.Notes {
			if n.Section == section {
				fmt.Fprintf(&page, "\nNote: %s.\n", n.Text)
			}
		}
	}
	page.WriteString("\n" + pageEnd + after)
	return os.WriteFile(file, page.Bytes(), 0o644)
}
