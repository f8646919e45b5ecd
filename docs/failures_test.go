package docs

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"
)

// rowName finds the names of rows in the tests' tables.
var rowName = regexp.MustCompile(`(?m)^\s*(?:\{|\}, \{\n\s*)?name: "([^"]+)"`)

// TestFailures holds the tables of failures to those of the tests.
func TestFailures(t *testing.T) {
	documented := map[string]bool{}
	for _, rows := range readTables(t, "failures.md") {
		for _, r := range rows {
			documented[r["What happens"]] = true
		}
	}
	tested := map[string]bool{}
	for _, file := range []string{"../test/e2e/failure_matrix_test.go", "../test/e2e/outages_test.go"} {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range rowName.FindAllStringSubmatch(string(content), -1) {
			tested[match[1]] = true
		}
	}
	if len(tested) < 15 {
		t.Fatalf("only the rows %v are found in the tests", slices.Sorted(maps.Keys(tested)))
	}
	same(t, "row", tested, documented)
}
