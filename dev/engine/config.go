package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// configuration is what the mock engine reads at spec.executionEngine.<name>. Other fields are left alone, so that it
// can stand in for any engine.
type configuration struct {
	// What run does.
	behaviour
	Resolve resolution `json:"resolve"`
	Prepare behaviour  `json:"prepare"`
	Cleanup behaviour  `json:"cleanup"`
}

// behaviour is how a verb behaves.
type behaviour struct {
	// Sleep is how long it takes.
	Sleep metav1.Duration `json:"sleep"`
	// Fail makes it fail, with this message, after that time.
	Fail string `json:"fail"`
}

// resolution is what the resolve Job is to fill in.
type resolution struct {
	behaviour
	Hardware   *fournosv1.Hardware   `json:"hardware"`
	SecretRefs []fournosv1.SecretRef `json:"secretRefs"`
}

// configurationOf reads a job's configuration. A job without an engine has an empty one.
func configurationOf(job *fournosv1.FournosJob) (*configuration, error) {
	names := slices.Sorted(maps.Keys(job.Spec.ExecutionEngine))
	config := &configuration{}
	switch len(names) {
	case 0:
		return config, nil
	case 1:
	default:
		return nil, fmt.Errorf("spec.executionEngine has the keys %q, want one", names)
	}
	raw := job.Spec.ExecutionEngine[names[0]].Raw
	if len(raw) == 0 {
		return config, nil
	}
	if err := json.Unmarshal(raw, config); err != nil {
		return nil, fmt.Errorf("spec.executionEngine.%s: %w", names[0], err)
	}
	return config, nil
}
