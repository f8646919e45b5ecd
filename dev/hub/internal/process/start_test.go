package process

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestFingerprint(t *testing.T) {
	dir := t.TempDir()
	input := filepath.Join(dir, "config")
	write(t, input, "a")
	base := Command{Name: "x", Path: "/bin/sh", Args: []string{"-c", "true"}, Log: filepath.Join(dir, "log"), Inputs: []string{input}}
	first := fingerprint(t, base)
	if again := fingerprint(t, base); again != first {
		t.Error("the same command has two fingerprints")
	}
	changed := base
	changed.Args = []string{"-c", "false"}
	if fingerprint(t, changed) == first {
		t.Error("other arguments, same fingerprint")
	}
	write(t, input, "b")
	if fingerprint(t, base) == first {
		t.Error("another configuration, same fingerprint")
	}
}

func TestStartAndRemember(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "logs", "echo.log")
	records := Records{Dir: filepath.Join(dir, "processes")}
	start := func(words string) Record {
		record, err := Start(Command{Name: "echo", Path: "/bin/sh", Args: []string{"-c", "echo " + words}, Log: log})
		if err != nil {
			t.Fatal(err)
		}
		if err := records.Save(record); err != nil {
			t.Fatal(err)
		}
		deadline, poll := time.After(5*time.Second), time.NewTicker(pollInterval)
		defer poll.Stop()
		for record.Alive() {
			select {
			case <-deadline:
				t.Fatalf("process %d does not end", record.PID)
			case <-poll.C:
			}
		}
		return record
	}
	start("first")
	want := start("second")
	if got, ok := records.Load("echo"); !ok || got != want {
		t.Errorf("loaded %+v, %v; want %+v", got, ok, want)
	}
	for file, words := range map[string]string{log: "second", log + ".previous": "first"} {
		if content, err := os.ReadFile(file); err != nil || !strings.Contains(string(content), words) {
			t.Errorf("%s holds %q, %v; want %q", file, content, err, words)
		}
	}
	all, err := records.All()
	if err != nil || len(all) != 1 {
		t.Errorf("records %v, %v; want one", all, err)
	}
	if err := records.Remove("echo"); err != nil {
		t.Fatal(err)
	}
	if _, ok := records.Load("echo"); ok {
		t.Error("a removed record is still there")
	}
}

func fingerprint(t *testing.T, c Command) string {
	t.Helper()
	sum, err := c.Fingerprint()
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
