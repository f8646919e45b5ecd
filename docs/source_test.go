package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	"sigs.k8s.io/yaml"
)

// unknown stands in a text for what is known only when the controller runs.
const unknown = "\x00"

// speaking are the packages whose texts people read in a status, an event or at the start.
var speaking = []string{
	"../pkg/apis/fournos/v1", "../pkg/kueue", "../pkg/settings", "../pkg/reconciler/fournosjob",
	"../pkg/reconciler/fournosjob/resources", "../pkg/reconciler/kueueadmission", "../pkg/vaultsync",
}

// messageAt and reasonAt tell which argument of a function is a message or a reason.
var (
	messageAt = map[string]int{
		"Enter": 1, "Finish": 2, "MarkStep": 3, "failf": 1, "wait": 2, // of jobs
		"invalid": 0, "markWaiting": 1, "markFailed": 2, "fail": 4, // of gates
	}
	reasonAt = map[string]int{"Finish": 1, "MarkStep": 2, "failf": 0, "wait": 1, "markFailed": 2, "fail": 3}
	// forOthers is what goes into logs, is told by --help, or is looked for in what others say.
	forOthers = []string{
		"Infof", "Errorf", "Fatalf", "Panicf", "MustCompile", "Debugf", "StringVar", "BoolVar", "DurationVar", "IntVar",
		"Cut", "CutPrefix", "Index",
	}
)

// tektonReasons are constants of Tekton that gates end with.
var tektonReasons = map[string]string{
	"CustomRunReasonCancelled":             pipelinev1beta1.CustomRunReasonCancelled.String(),
	"CustomRunReasonTimedOut":              pipelinev1beta1.CustomRunReasonTimedOut.String(),
	"CustomRunReasonWorkspaceNotSupported": pipelinev1beta1.CustomRunReasonWorkspaceNotSupported.String(),
}

// source is what the code of some packages says.
type source struct {
	t        *testing.T
	messages map[string]bool
	reasons  map[string]bool
	// constants are the values of constants by package folder and name, phases those of type Phase.
	constants map[string]map[string]string
	phases    map[string]bool
}

// readSource parses the code in folders.
func readSource(t *testing.T, folders ...string) *source {
	t.Helper()
	s := &source{
		t: t, messages: map[string]bool{}, reasons: map[string]bool{},
		constants: map[string]map[string]string{}, phases: map[string]bool{},
	}
	for _, folder := range folders {
		s.constants[folder] = map[string]string{}
		for _, file := range parse(t, folder, func(name string) bool { return !strings.HasSuffix(name, "_test.go") }) {
			s.readConstants(folder, file)
			ast.Inspect(file, s.visit)
		}
	}
	return s
}

func parse(t *testing.T, folder string, wanted func(string) bool) []*ast.File {
	t.Helper()
	names, err := filepath.Glob(folder + "/*.go")
	if err != nil || len(names) == 0 {
		t.Fatalf("no Go files in %s (%v)", folder, err)
	}
	var files []*ast.File
	for _, name := range names {
		if !wanted(name) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

func (s *source) readConstants(folder string, file *ast.File) {
	for _, declaration := range file.Decls {
		constants, ok := declaration.(*ast.GenDecl)
		if !ok || constants.Tok != token.CONST {
			continue
		}
		for _, spec := range constants.Specs {
			value := spec.(*ast.ValueSpec)
			for i, name := range value.Names {
				if i >= len(value.Values) { // As the one before it, such as iota.
					continue
				}
				switch expression := value.Values[i].(type) {
				case *ast.BasicLit:
					s.constants[folder][name.Name] = literal(expression)
				case *ast.SelectorExpr: // Such as apis.ConditionSucceeded, whose value it names.
					s.constants[folder][name.Name] = strings.TrimPrefix(expression.Sel.Name, "Condition")
				}
				if kind, ok := value.Type.(*ast.Ident); ok && kind.Name == "Phase" {
					s.phases[s.constants[folder][name.Name]] = true
				}
			}
		}
	}
}

// visit collects texts of two words or more, wherever they are, and of one where a message is expected.
func (s *source) visit(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.Field:
		return node.Tag == nil
	case *ast.BasicLit, *ast.BinaryExpr:
		text := textOf(node.(ast.Expr))
		if strings.Contains(strings.TrimSpace(text), " ") {
			s.addMessage(text)
		}
		_, isText := node.(*ast.BasicLit)
		return !isText && text == unknown
	case *ast.CallExpr:
		return s.visitCall(node)
	case *ast.SelectorExpr:
		if strings.HasPrefix(node.Sel.Name, "CustomRunReason") {
			if tektonReasons[node.Sel.Name] == "" {
				s.t.Errorf("this test does not know Tekton's %s", node.Sel.Name)
			}
			s.reasons[tektonReasons[node.Sel.Name]] = true
		}
	}
	return true
}

func (s *source) visitCall(call *ast.CallExpr) bool {
	name := calledName(call)
	if slices.Contains(forOthers, name) {
		return false
	}
	if name == "ErrGeneric" { // A message, and the fields that it is about.
		var fields []string
		for _, field := range call.Args[1:] {
			fields = append(fields, "spec."+textOf(field))
		}
		slices.Sort(fields)
		s.addMessage(textOf(call.Args[0]) + ": " + strings.Join(fields, ", "))
		return false
	}
	if at, ok := messageAt[name]; ok && at < len(call.Args) {
		s.addMessage(textOf(call.Args[at]))
	}
	if at, ok := reasonAt[name]; ok && at < len(call.Args) {
		if reason := textOf(call.Args[at]); reason != unknown {
			s.reasons[reason] = true
		}
	}
	return true
}

var letters = regexp.MustCompile(`\pL{2}`)

func (s *source) addMessage(text string) {
	if letters.MatchString(text) {
		s.messages[text] = true
	}
}

func calledName(call *ast.CallExpr) string {
	switch called := call.Fun.(type) {
	case *ast.Ident:
		return called.Name
	case *ast.SelectorExpr:
		return called.Sel.Name
	}
	return ""
}

var verb = regexp.MustCompile(`%[a-z]`)

// textOf is the text that an expression makes, with unknown for what is no literal.
func textOf(expression ast.Expr) string {
	switch expression := expression.(type) {
	case *ast.BasicLit:
		if expression.Kind == token.STRING {
			return verb.ReplaceAllString(strings.ReplaceAll(literal(expression), "%q", `"%s"`), unknown)
		}
	case *ast.BinaryExpr:
		text := textOf(expression.X) + textOf(expression.Y)
		if expression.Op == token.ADD && strings.Trim(text, unknown) != "" {
			return text
		}
	case *ast.CallExpr:
		if calledName(expression) == "Sprintf" {
			return textOf(expression.Args[0])
		}
	}
	return unknown
}

func literal(l *ast.BasicLit) string {
	if text, err := strconv.Unquote(l.Value); err == nil {
		return text
	}
	return l.Value
}

// testsOf lists all tests as "<folder>: <name>", the end-to-end tests among them, with the text of their packages' tests.
func testsOf(t *testing.T) map[string]string {
	t.Helper()
	tests := map[string]string{}
	for _, root := range []string{"../cmd", "../config", "../pkg", "../test"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() {
				return err
			}
			names, err := filepath.Glob(path + "/*_test.go")
			if err != nil || len(names) == 0 {
				return err
			}
			var text strings.Builder
			for _, name := range names {
				content, err := os.ReadFile(name)
				if err != nil {
					return err
				}
				text.Write(content)
			}
			isTest := func(name string) bool { return strings.HasSuffix(name, "_test.go") }
			for _, file := range parse(t, path, isTest) {
				for _, declaration := range file.Decls {
					if f, ok := declaration.(*ast.FuncDecl); ok && f.Recv == nil && regexp.MustCompile("^(Test|Fuzz)").MatchString(f.Name.Name) {
						tests[filepath.Base(path)+": "+f.Name.Name] = text.String()
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return tests
}

// schema is the part of the CustomResourceDefinition that is read here.
type schema struct {
	Type        string
	Default     any
	Properties  map[string]schema
	Validations []struct{ Message string } `json:"x-kubernetes-validations"`
}

func jobSchema(t *testing.T) schema {
	t.Helper()
	content, err := os.ReadFile("../config/300-fournosjob.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var definition struct {
		Spec struct {
			Versions []struct {
				Schema struct{ OpenAPIV3Schema schema }
			}
		}
	}
	if err := yaml.Unmarshal(content, &definition); err != nil {
		t.Fatal(err)
	}
	return definition.Spec.Versions[0].Schema.OpenAPIV3Schema
}
