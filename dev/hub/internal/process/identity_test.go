package process

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestParseStat(t *testing.T) {
	rest := " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4242 20"
	for name, tc := range map[string]struct {
		line    string
		state   byte
		ticks   uint64
		wantErr bool
	}{
		"plain":                   {line: "17 (etcd) S" + rest, state: 'S', ticks: 4242},
		"blanks in the name":      {line: "17 (a b c) R" + rest, state: 'R', ticks: 4242},
		"parentheses in the name": {line: "17 (a) S (b) Z" + rest, state: 'Z', ticks: 4242},
		"no name":                 {line: "17 etcd S" + rest, wantErr: true},
		"cut short":               {line: "17 (etcd) S 1 2 3", wantErr: true},
		"no number":               {line: "17 (etcd) S" + strings.Replace(rest, "4242", "x", 1), wantErr: true},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := parseStat([]byte(tc.line))
			if (err != nil) != tc.wantErr {
				t.Fatalf("error %v, want one: %v", err, tc.wantErr)
			}
			if err == nil && (got.state != tc.state || got.startTicks != tc.ticks) {
				t.Errorf("got state %c, start %d; want %c, %d", got.state, got.startTicks, tc.state, tc.ticks)
			}
		})
	}
}

func TestAlive(t *testing.T) {
	self, err := Identify(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if !self.Alive() {
		t.Error("this process is said not to be alive")
	}
	for name, change := range map[string]func(*Identity){
		"the number is somebody else's now": func(id *Identity) { id.StartTicks++ },
		"the machine was restarted":         func(id *Identity) { id.BootID = "another" },
		"no number":                         func(id *Identity) { id.PID = 0 },
	} {
		other := self
		change(&other)
		if other.Alive() {
			t.Errorf("%s: said to be alive", name)
		}
	}
}

func TestStopSparesStrangers(t *testing.T) {
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	id, err := Identify(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	stranger := id
	stranger.StartTicks++
	if err := Stop([]Identity{stranger}, time.Second); err != nil {
		t.Fatal(err)
	}
	if !id.Alive() {
		t.Fatal("a process was ended that only has the number of the one to end")
	}
	if err := Stop([]Identity{id}, 5*time.Second); err != nil {
		t.Fatal(err)
	}
	<-ended
}

func TestMatching(t *testing.T) {
	found, err := Matching(func(args []string) bool { return args[0] == os.Args[0] })
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range found {
		if id.PID == os.Getpid() {
			return
		}
	}
	t.Errorf("this process is not among %v", found)
}
