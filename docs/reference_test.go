// Package docs holds the reference to the code: no field, phase, reason, message or setting is missing from it, none is
// in it that does not exist, and each row names tests that exist.
package docs

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kelseyhightower/envconfig"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/settings"
)

// row is one row of a table: its cells by the headings of the columns.
type row map[string]string

// readTables finds the tables of a document by the heading that they stand under.
func readTables(t *testing.T, name string) map[string][]row {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][]row{}
	heading, columns := "", []string(nil)
	for _, line := range strings.Split(string(content), "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
			heading, columns = strings.TrimLeft(line, "# "), nil
		case !strings.HasPrefix(line, "|"):
			columns = nil
		case columns == nil:
			columns = cells(line)
		case !strings.HasPrefix(line, "|--"):
			all := cells(line)
			if len(all) != len(columns) {
				t.Fatalf("%s: %d cells for %d columns: %s", heading, len(all), len(columns), line)
			}
			r := row{}
			for i, column := range columns {
				r[column] = all[i]
			}
			tables[heading] = append(tables[heading], r)
		}
	}
	return tables
}

func cells(line string) []string {
	all := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}

var code = regexp.MustCompile("``(.+?)``|`([^`]+)`")

// spans are the texts in code font.
func spans(cell string) []string {
	var all []string
	for _, match := range code.FindAllStringSubmatch(cell, -1) {
		all = append(all, strings.TrimSpace(match[1])+match[2])
	}
	return all
}

// column collects what is in code font in a column of the tables under some headings.
func column(t *testing.T, tables map[string][]row, name string, headings ...string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, heading := range headings {
		if len(tables[heading]) == 0 {
			t.Fatalf("the reference has no table under %q", heading)
		}
		for _, r := range tables[heading] {
			for _, span := range spans(r[name]) {
				found[span] = true
			}
		}
	}
	return found
}

// same wants two sets to be equal.
func same(t *testing.T, what string, inCode, inReference map[string]bool) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(inCode)) {
		if !inReference[name] {
			t.Errorf("%s %s is not in the reference", what, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(inReference)) {
		if !inCode[name] {
			t.Errorf("%s %s is in the reference and does not exist", what, name)
		}
	}
}

func TestFields(t *testing.T) {
	tables := readTables(t, "reference.md")
	for heading, fields := range map[string]reflect.Type{
		"Spec": reflect.TypeFor[fournosv1.FournosJobSpec](), "Status": reflect.TypeFor[fournosv1.FournosJobStatus](),
	} {
		known := map[string]bool{}
		collectFields(fields, "", known)
		same(t, heading+": field", known, column(t, tables, "Field", heading))
		if t.Failed() {
			return
		}
		for _, r := range tables[heading] {
			field := spans(r["Field"])[0]
			property := jobSchema(t).Properties[strings.ToLower(heading)]
			for _, part := range strings.Split(field, ".") {
				property = property.Properties[part]
			}
			if property.Type != "" && !strings.HasPrefix(r["Type"], property.Type) {
				t.Errorf("%s: %s is said to be %q, the API server takes %s", heading, field, r["Type"], property.Type)
			}
			if want := property.Default; want != nil && r["Default"] != fmt.Sprintf("`%v`", want) {
				t.Errorf("%s: the default of %s is said to be %s, the API server fills in %v", heading, field, r["Default"], want)
			}
		}
	}
}

// collectFields finds the JSON names of a type's fields, also below fields whose own fields are listed.
func collectFields(of reflect.Type, prefix string, known map[string]bool) {
	for i := range of.NumField() {
		field := of.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "":
			collectFields(field.Type, prefix, known)
		case field.Type == reflect.TypeFor[*fournosv1.Hardware]():
			collectFields(field.Type.Elem(), prefix+name+".", known)
		default:
			known[prefix+name] = true
		}
	}
}

func TestPhases(t *testing.T) {
	s := readSource(t, "../pkg/apis/fournos/v1")
	same(t, "phase", s.phases, column(t, readTables(t, "reference.md"), "Phase", "Phases"))
}

func TestConditions(t *testing.T) {
	const folder = "../pkg/apis/fournos/v1"
	inCode := map[string]bool{}
	for name, value := range readSource(t, folder).constants[folder] {
		if strings.HasPrefix(name, "Condition") {
			inCode[value] = true
		}
	}
	same(t, "condition", inCode, column(t, readTables(t, "reference.md"), "Condition", "Conditions"))
}

func TestReasons(t *testing.T) {
	const jobs, api = "../pkg/reconciler/fournosjob", "../pkg/apis/fournos"
	tables := readTables(t, "reference.md")
	s := readSource(t, jobs, api, "../pkg/reconciler/kueueadmission")
	ofJobs := column(t, tables, "Reason", "Conditions", "Reasons of Succeeded")
	ofGates := column(t, tables, "Reason", "Reasons of a gate")
	for folder, inReference := range map[string]map[string]bool{jobs: ofJobs, api: ofGates} {
		for name, value := range s.constants[folder] {
			if strings.HasPrefix(name, "Reason") {
				s.reasons[value] = true
				if !inReference[value] {
					t.Errorf("%s, %s in %s, is not in the reference", value, name, folder)
				}
			}
		}
	}
	inReference := maps.Clone(ofJobs)
	maps.Copy(inReference, ofGates)
	same(t, "reason", s.reasons, inReference)
}

// TestMessages takes for a message of the reference what is in code font in a column Message or "Must be".
func TestMessages(t *testing.T) {
	inCode := readSource(t, speaking...).messages
	for _, rule := range jobSchema(t).Validations {
		inCode[regexp.MustCompile(`^spec\.\w+`).ReplaceAllString(rule.Message, "spec."+unknown)] = true
	}
	inReference := map[string]bool{}
	for heading, rows := range readTables(t, "reference.md") {
		for _, r := range rows {
			for _, span := range spans(r["Message"]) {
				if inReference[span] {
					t.Errorf("%s: twice in the reference: %s", heading, span)
				}
				inReference[span] = true
			}
			for _, span := range spans(r["Must be"]) {
				inReference[span] = true
			}
		}
	}
	for _, message := range slices.Sorted(maps.Keys(inCode)) {
		if !matchesAny(message, inReference) {
			t.Errorf("not in the reference: %s", strings.ReplaceAll(message, unknown, "<…>"))
		}
	}
	for _, said := range slices.Sorted(maps.Keys(inReference)) {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(inCode)), func(message string) bool { return pattern(message).MatchString(said) }) {
			t.Errorf("in the reference, and nothing says it: %s", said)
		}
	}
}

func matchesAny(message string, texts map[string]bool) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(texts)), pattern(message).MatchString)
}

// pattern matches what the reference says for a message: <placeholders>, or the project's own names, for what is unknown.
// At its ends there may be any text, for a message may be made of others; a text that begins or ends with a space is.
func pattern(message string) *regexp.Regexp {
	const placeholder = `(?:<[^>]+>(?:-\w+)?|FOURNOS|fournos\.dev/[-a-z]+)`
	inner := strings.Trim(message, unknown)
	expression := strings.ReplaceAll(regexp.QuoteMeta(inner), regexp.QuoteMeta(unknown), placeholder)
	if strings.TrimSpace(message) != message {
		return regexp.MustCompile(expression)
	}
	if strings.HasPrefix(message, unknown) {
		expression = ".+" + expression
	}
	if strings.HasSuffix(message, unknown) {
		expression += ".+"
	}
	return regexp.MustCompile("^" + expression + "$")
}

func TestSettings(t *testing.T) {
	var usage bytes.Buffer
	err := envconfig.Usagef("FOURNOS", &settings.Settings{}, &usage, "{{range .}}{{usage_key .}} `{{usage_default .}}`\n{{end}}")
	if err != nil {
		t.Fatal(err)
	}
	inCode, inReference := map[string]bool{}, map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(usage.String()), "\n") {
		inCode[strings.ReplaceAll(line, "``", "empty")] = true
	}
	for _, r := range readTables(t, "reference.md")["Settings"] {
		inReference[strings.Trim(r["Variable"], "`")+" "+r["Default"]] = true
	}
	same(t, "setting", inCode, inReference)
}

// unpinned are messages that no test reads: those of the API server are in the CustomResourceDefinition, see TestMessages.
var unpinned = regexp.MustCompile(`^metadata\.name must|^spec\.<field> cannot change`)

// TestTests wants each row to name tests, and a message to be in the tests of a package that it names.
func TestTests(t *testing.T) {
	tests := testsOf(t)
	for heading, rows := range readTables(t, "reference.md") {
		for _, r := range rows {
			named := spans(r["Test"])
			if len(named) == 0 {
				t.Errorf("%s: names no test: %v", heading, r)
			}
			text := ""
			for _, name := range named {
				if tests[name] == "" {
					t.Errorf("%s: there is no test %s", heading, name)
				}
				text += tests[name]
			}
			for _, message := range spans(r["Message"]) {
				if part := longestPart(message); !unpinned.MatchString(message) && !strings.Contains(text, part) {
					t.Errorf("%s: no test in the packages of %v says %q", heading, named, part)
				}
			}
		}
	}
}

// longestPart of a message between its placeholders and quotes.
func longestPart(message string) string {
	parts := regexp.MustCompile("<[^>]+>|[\"'`]").Split(message, -1)
	return slices.MaxFunc(parts, func(a, b string) int { return len(a) - len(b) })
}
