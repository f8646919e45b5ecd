package process

import (
	"testing"

	"knative.dev/pkg/observability/resource"
)

// TestResourceSchemas guards the versions in go.mod: Knative's description of the process and OpenTelemetry's own must be
// of one schema version, or the controller panics before it says anything.
func TestResourceSchemas(t *testing.T) {
	t.Setenv("SYSTEM_NAMESPACE", "test")
	if resource.Default("fournos-controller") == nil {
		t.Error("no resource")
	}
}
