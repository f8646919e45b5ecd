package vaultsync

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
)

func TestInterpret(t *testing.T) {
	half := strings.Repeat("x", corev1.MaxSecretSize/2)
	for name, tc := range map[string]struct {
		fields  map[string]any
		state   state
		data    map[string][]byte
		leftOut []string
		why     string
	}{
		"strings": {
			fields: map[string]any{"user": "u", "tls.crt": "c\n", "empty": ""}, state: readable,
			data: map[string][]byte{"user": []byte("u"), "tls.crt": []byte("c\n"), "empty": {}},
		},
		"to be left alone": {fields: map[string]any{"user": "u", "fournos_skip_sync": false}, state: leftAlone},
		"metadata": {
			fields: map[string]any{"user": "u", "secretsync/target-name": "x", "secretsync/n": json.Number("1")}, state: readable,
			data: map[string][]byte{"user": []byte("u")},
		},
		"metadata alone": {fields: map[string]any{"secretsync/target-name": "x"}, state: empty},
		"no keys":        {fields: map[string]any{}, state: empty},
		"no version":     {state: empty},
		"keys that a Secret cannot have": {
			fields: map[string]any{"user": "u", "pass word": "p", "a/b": "x", "..": "y", "ü": "z"}, state: readable,
			data: map[string][]byte{"user": []byte("u")}, leftOut: []string{"..", "a/b", "pass word", "ü"},
		},
		"no key that a Secret can have": {fields: map[string]any{"a b": "x"}, state: empty, leftOut: []string{"a b"}},
		"a number":                      {fields: map[string]any{"a": "x", "port": json.Number("42")}, state: refused, why: `the value of key "port" is a number, not a string; write it as one`},
		"a flag":                        {fields: map[string]any{"on": true}, state: refused, why: `the value of key "on" is true or false, not a string`},
		"null":                          {fields: map[string]any{"n": nil}, state: refused, why: `the value of key "n" is null, not a string`},
		"a list":                        {fields: map[string]any{"l": []any{"secret"}}, state: refused, why: `the value of key "l" is a list, not a string`},
		"an object":                     {fields: map[string]any{"o": map[string]any{"k": "secret"}}, state: refused, why: `the value of key "o" is an object, not a string`},
		"1 MiB":                         {fields: map[string]any{"a": half, "b": half}, state: readable, data: map[string][]byte{"a": []byte(half), "b": []byte(half)}},
		"more than 1 MiB": {
			fields: map[string]any{"a": half, "b": half + "x"}, state: refused,
			why: "its values are 1048577 bytes together, and a Secret holds 1048576; split it in the vault",
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := &entry{}
			e.interpret(tc.fields)
			if e.state != tc.state {
				t.Errorf("state %d, want %d", e.state, tc.state)
			}
			if diff := cmp.Diff(tc.data, e.data); diff != "" {
				t.Errorf("data (-want +got): %s", diff)
			}
			if diff := cmp.Diff(tc.leftOut, e.leftOut); diff != "" {
				t.Errorf("left out (-want +got): %s", diff)
			}
			if got := errorText(e.why); !strings.Contains(got, tc.why) || (got == "") != (tc.why == "") {
				t.Errorf("why %q, want %q", got, tc.why)
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestNewEntries(t *testing.T) {
	long := strings.Repeat("x", 63)
	paths := []string{"demo", "team/token", "team/deep/x", long, long + "x", "Upper", "a.b", "a_b", "-a", "one-two", "one/two", "a//b"}
	got := map[string]string{}
	for _, e := range newEntries(paths, func(entry string) string { return "vault-" + entry }) {
		got[e.path] = e.secret
		if e.state == refused {
			got[e.path] = errorText(e.why)
		}
	}
	noName := func(name string) string {
		return `"` + name + `" is no name that spec.secretRefs takes: lower-case letters, digits and -, at most 63; rename it in the vault`
	}
	want := map[string]string{
		"demo": "vault-demo", "team/token": "vault-team-token", "team/deep/x": "vault-team-deep-x", long: "vault-" + long,
		long + "x": noName(long + "x"), "Upper": noName("Upper"), "a.b": noName("a.b"), "a_b": noName("a_b"), "-a": noName("-a"), "a//b": noName("a--b"),
		"one-two": "its Secret vault-one-two would be that of one/two, too; rename one of them in the vault",
		"one/two": "its Secret vault-one-two would be that of one-two, too; rename one of them in the vault",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
}
