package docs

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fournos.dev/fournos/pkg/apis/fournos"
)

// TestGate holds the document of the gate to the code: its params, results and reasons, the examples that there are, and
// the tests that it names.
func TestGate(t *testing.T) {
	const api = "../pkg/apis/fournos"
	tables := readTables(t, "kueueadmission.md")
	inCode := map[string]map[string]bool{"Param": {}, "Result": {}}
	for name, value := range readSource(t, api).constants[api] {
		for kind, values := range inCode {
			if strings.HasPrefix(name, kind) {
				values[value] = true
			}
		}
	}
	same(t, "param", inCode["Param"], column(t, tables, "Param", "Params"))
	same(t, "result", inCode["Result"], column(t, tables, "Result", "Results"))
	same(t, "reason", column(t, readTables(t, "reference.md"), "Reason", "Reasons of a gate"), column(t, tables, "Reason", "Status"))

	files, shown := map[string]bool{}, map[string]bool{}
	found, err := filepath.Glob("examples/gate/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		files[filepath.Base(file)] = true
	}
	content, err := os.ReadFile("kueueadmission.md")
	if err != nil {
		t.Fatal(err)
	}
	for file := range files {
		shown[file] = strings.Contains(string(content), "(examples/gate/"+file+")")
	}
	maps.DeleteFunc(shown, func(_ string, is bool) bool { return !is })
	same(t, "example", files, shown)
	if !strings.Contains(string(content), "apiVersion: "+fournos.AdmissionAPIVersion) {
		t.Error("it names another apiVersion")
	}

	tests := testsOf(t)
	rows := tables["Tekton's contract"]
	if len(rows) == 0 {
		t.Fatal("there is no table of the contract")
	}
	for _, r := range rows {
		named := spans(r["Test"])
		if len(named) == 0 {
			t.Errorf("no test for: %s", r["Line of the contract"])
		}
		for _, name := range slices.Sorted(slices.Values(named)) {
			if tests[name] == "" {
				t.Errorf("there is no test %s", name)
			}
		}
	}
}
