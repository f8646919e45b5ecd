package vaultsync

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var from = source{address: "https://vault", prefix: "kv/bench/"}

// entryOf is a readable entry with keys and values in pairs.
func entryOf(path string, pairs ...string) *entry {
	e := newEntries([]string{path}, func(entry string) string { return "vault-" + entry })[0]
	e.state, e.data = readable, map[string][]byte{}
	for i := 0; i < len(pairs); i += 2 {
		e.data[pairs[i]] = []byte(pairs[i+1])
	}
	return e
}

func entryIn(s state, path string) *entry {
	e := entryOf(path)
	e.state, e.data = s, nil
	return e
}

type option func(*corev1.Secret)

// secretOfEntry is the Secret that an earlier run made of an entry.
func secretOfEntry(e *entry, options ...option) *corev1.Secret {
	fields := []string{}
	for key := range e.data {
		fields = append(fields, fmt.Sprintf("%q:{}", "f:"+key))
	}
	secret := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{
			Name: e.secret, Labels: labels(), Annotations: annotations(from, e),
			ManagedFields: []metav1.ManagedFieldsEntry{{
				Manager: managedBy, Operation: metav1.ManagedFieldsOperationApply,
				FieldsV1: metav1.NewFieldsV1(`{"f:data":{".":{},` + strings.Join(fields, ",") + `}}`),
			}},
		},
		Data: e.data,
	}
	for _, o := range options {
		o(secret)
	}
	return secret
}

func annotated(key, value string) option {
	return func(s *corev1.Secret) { s.Annotations[key] = value }
}

func TestPlan(t *testing.T) {
	for name, tc := range map[string]struct {
		entries    []*entry
		there      []*corev1.Secret
		incomplete bool
		// want are the changes, one a line; why is that of the first entry.
		want string
		why  string
	}{
		"made": {entries: []*entry{entryOf("b", "k", "1"), entryOf("a", "z", "22", "y", "")}, want: "create vault-a +y (0 B) +z (2 B)\ncreate vault-b +k (1 B)"},
		"as it is": {
			entries: []*entry{entryOf("a", "k", "1")}, there: []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))},
			want: "unchanged vault-a",
		},
		"changed": {
			entries: []*entry{entryOf("a", "new", "1", "same", "2", "other", "333")},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "gone", "1", "same", "2", "other", "3"))},
			want:    "update vault-a -gone +new (1 B) ~other (3 B)",
		},
		"a key that somebody else put there stays": {
			entries: []*entry{entryOf("a", "k", "1")},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"), func(s *corev1.Secret) { s.Data = map[string][]byte{"k": []byte("1"), "theirs": []byte("2")} })},
			want:    "unchanged vault-a",
		},
		"a key that somebody took away": {
			entries: []*entry{entryOf("a", "k", "1", "l", "2")},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1", "l", "2"), func(s *corev1.Secret) { s.Data = map[string][]byte{"k": []byte("1")} })},
			want:    "update vault-a +l (1 B)",
		},
		"a label lost": {
			entries: []*entry{entryOf("a", "k", "1")},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"), func(s *corev1.Secret) { delete(s.Labels, "fournos.dev/vault-entry") })},
			want:    "update vault-a",
		},
		"moved to another vault": {
			entries: []*entry{entryOf("a", "k", "1")},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"), annotated(addressAnnotation, "https://before"))},
			want:    "update vault-a",
		},
		"handed over": {
			entries: []*entry{entryOf("a", "k", "1")},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"), func(s *corev1.Secret) { s.ManagedFields = nil })},
			want:    "update vault-a",
		},
		"somebody else's": {
			entries: []*entry{entryOf("a", "k", "1")},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"), func(s *corev1.Secret) { delete(s.Labels, "app.kubernetes.io/managed-by") })},
			why:     "the Secret vault-a is there and not made by vault-sync; delete it, or hand it over with the label app.kubernetes.io/managed-by=fournos-vault-sync",
		},
		"gone from the vault": {
			entries: []*entry{entryOf("a", "k", "1")},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1")), secretOfEntry(entryOf("b", "x", "1", "y", "2"))},
			want:    "unchanged vault-a\nremove vault-b -x -y",
		},
		"gone, with another pattern of names": {
			entries: []*entry{entryOf("a", "k", "1")},
			there:   []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"), func(s *corev1.Secret) { s.Name = "before-a" })},
			want:    "remove before-a -k\ncreate vault-a +k (1 B)",
		},
		"not all was listed": {
			entries: []*entry{entryOf("a", "k", "1")}, there: []*corev1.Secret{secretOfEntry(entryOf("b", "x", "1"))}, incomplete: true,
			want: "create vault-a +k (1 B)",
		},
		"nothing is in the vault": {there: []*corev1.Secret{secretOfEntry(entryOf("b", "x", "1"))}, want: "remove vault-b -x"},
		"deleted in the vault": {
			entries: []*entry{entryIn(deleted, "a")}, there: []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))},
			want: "remove vault-a -k",
		},
		"not read":   {entries: []*entry{entryIn(unread, "a")}, there: []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))}},
		"refused":    {entries: []*entry{entryIn(refused, "a")}, there: []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))}},
		"left alone": {entries: []*entry{entryIn(leftAlone, "a")}, there: []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))}},
		"empty":      {entries: []*entry{entryIn(empty, "a")}, there: []*corev1.Secret{secretOfEntry(entryOf("a", "k", "1"))}},
		"of another folder": {
			there: []*corev1.Secret{secretOfEntry(entryOf("b", "x", "1"), annotated(pathAnnotation, "kv/benchmarks/b"))},
			want:  "keep vault-b https://vault kv/benchmarks/b",
		},
		"of another vault": {
			there: []*corev1.Secret{secretOfEntry(entryOf("b", "x", "1"), annotated(addressAnnotation, "https://other"))},
			want:  "keep vault-b https://other kv/bench/b",
		},
		"somebody else's that is no entry": {
			there: []*corev1.Secret{secretOfEntry(entryOf("b", "x", "1"), func(s *corev1.Secret) { s.Labels = nil })},
		},
	} {
		t.Run(name, func(t *testing.T) {
			there := map[string]*corev1.Secret{}
			for _, secret := range tc.there {
				there[secret.Name] = secret
			}
			var lines []string
			for _, c := range plan(from, tc.entries, there, !tc.incomplete) {
				word := map[action]string{create: "create", update: "update", remove: "remove", unchanged: "unchanged", keep: "keep"}[c.action]
				lines = append(lines, strings.TrimSpace(word+" "+c.secret+" "+strings.Join(c.keys, " ")+c.from))
			}
			if diff := cmp.Diff(tc.want, strings.Join(lines, "\n")); diff != "" {
				t.Errorf("(-want +got): %s", diff)
			}
			if tc.why != "" && (tc.entries[0].state != refused || errorText(tc.entries[0].why) != tc.why) {
				t.Errorf("why %v, want %s", tc.entries[0].why, tc.why)
			}
		})
	}
}
