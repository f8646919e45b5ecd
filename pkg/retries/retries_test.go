package retries

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"knative.dev/pkg/controller"
	logtesting "knative.dev/pkg/logging/testing"
)

func TestLimiter(t *testing.T) {
	limiter := Limiter()
	var waited time.Duration
	for range 100 {
		wait := limiter.When("bake")
		if wait < waited || wait > Longest {
			t.Fatalf("a wait of %v after one of %v, want it no shorter, and at most %v", wait, waited, Longest)
		}
		waited = wait
	}
	if waited != Longest {
		t.Errorf("the wait after many failures is %v, want %v", waited, Longest)
	}
	if wait := limiter.When("bread"); wait != first {
		t.Errorf("another key waits %v, want %v", wait, first)
	}
	limiter.Forget("bake")
	if wait := limiter.When("bake"); wait != first {
		t.Errorf("after a success the wait is %v, want %v", wait, first)
	}
}

type nothing struct{}

func (nothing) Reconcile(context.Context, string) error { return nil }

func TestBound(t *testing.T) {
	ctx := t.Context()
	before := controller.NewContext(ctx, nothing{}, controller.ControllerOptions{
		WorkQueueName: "queue", Logger: logtesting.TestLogger(t), Concurrency: 7,
	})
	after := Bound(ctx, before)
	defer after.WorkQueue().ShutDown()
	if after.Name != "queue" || after.Reconciler != (nothing{}) || after.Concurrency != 7 {
		t.Errorf("the bound controller is %s with %d workers, want the same but for its queue", after.Name, after.Concurrency)
	}
	if !before.WorkQueue().ShuttingDown() || after.WorkQueue().ShuttingDown() {
		t.Error("want the former queue shut down, and the new one not")
	}
}

// TestEveryController reads how the controllers are made.
func TestEveryController(t *testing.T) {
	made := 0
	err := filepath.WalkDir("../reconciler", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for at, line := range strings.Split(string(content), "\n") {
			generated, handmade := strings.Contains(line, "reconciler.NewImpl("), strings.Contains(line, "controller.NewContext(")
			if generated && !strings.Contains(line, "retries.Bound(") || handmade && !strings.Contains(line, "RateLimiter: retries.Limiter()") {
				t.Errorf("%s:%d makes a controller whose retries are not bounded", path, at+1)
			}
			if generated || handmade {
				made++
			}
		}
		return nil
	})
	if err != nil || made < 4 {
		t.Errorf("%d controllers found (%v), there are at least four", made, err)
	}
}
