package v1

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// property is what this test reads of a CRD's schema.
type property struct {
	Type       string              `json:"type"`
	Format     string              `json:"format"`
	Maximum    *float64            `json:"maximum"`
	Properties map[string]property `json:"properties"`
	Items      *property           `json:"items"`
}

// TestNumbersFitTheirTypes reads in the CRD that no number can be stored that the Go types cannot hold: one such object
// keeps an informer from listing all others.
func TestNumbersFitTheirTypes(t *testing.T) {
	raw, err := os.ReadFile("../../../../config/300-fournosjob.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var crd struct {
		Spec struct {
			Versions []struct {
				Schema struct {
					OpenAPIV3Schema property `json:"openAPIV3Schema"`
				} `json:"schema"`
			} `json:"versions"`
		} `json:"spec"`
	}
	if err := yaml.Unmarshal(raw, &crd); err != nil {
		t.Fatal(err)
	}
	numbers := 0
	var check func(path string, s property)
	check = func(path string, s property) {
		if s.Format == "int32" {
			numbers++
			if s.Maximum == nil || *s.Maximum > 1<<31-1 {
				t.Errorf("%s is an int32 without a maximum that fits", path)
			}
		}
		for name, nested := range s.Properties {
			check(path+"."+name, nested)
		}
		if s.Items != nil {
			check(path+"[]", *s.Items)
		}
	}
	for _, version := range crd.Spec.Versions {
		check("", version.Schema.OpenAPIV3Schema)
	}
	if want := countInt32(reflect.TypeFor[FournosJobSpec]()) + countInt32(reflect.TypeFor[FournosJobStatus]()); numbers != want {
		t.Errorf("%d numbers in the CRD, %d in the types", numbers, want)
	}
}

// countInt32 counts the fields of our own types that hold an int32.
func countInt32(of reflect.Type) int {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of.Kind() == reflect.Int32 {
		return 1
	}
	if of.Kind() != reflect.Struct || !strings.HasSuffix(of.PkgPath(), "fournos/v1") {
		return 0
	}
	count := 0
	for i := range of.NumField() {
		count += countInt32(of.Field(i).Type)
	}
	return count
}
