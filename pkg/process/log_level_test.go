package process

import (
	"context"
	"slices"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"
	"knative.dev/pkg/configmap"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/logging"
)

// TestLogLevel has a controller log at each level: the more severe of the process's level and ours counts.
func TestLogLevel(t *testing.T) {
	for _, tc := range []struct {
		process, ours zapcore.Level
		want          []string
	}{
		{zapcore.DebugLevel, zapcore.DebugLevel, []string{"debug", "info", "warn", "error"}},
		{zapcore.DebugLevel, zapcore.InfoLevel, []string{"info", "warn", "error"}},
		{zapcore.InfoLevel, zapcore.DebugLevel, []string{"info", "warn", "error"}},
		{zapcore.InfoLevel, zapcore.ErrorLevel, []string{"error"}},
	} {
		core, logs := observer.New(tc.process)
		ctx := logging.WithLogger(context.Background(), zap.New(core).Sugar())
		atLevel(tc.ours, func(ctx context.Context, _ configmap.Watcher) *controller.Impl {
			logger := logging.FromContext(ctx)
			logger.Debug("debug")
			logger.Info("info")
			logger.Warn("warn")
			logger.Error("error")
			return nil
		})(ctx, nil)
		var got []string
		for _, entry := range logs.All() {
			got = append(got, entry.Message)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("process at %v, ours at %v: logged %v, want %v", tc.process, tc.ours, got, tc.want)
		}
	}
}
