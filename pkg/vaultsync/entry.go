package vaultsync

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
)

const (
	// skipKey in an entry says that no Secret is to be made of it.
	skipKey = "fournos_skip_sync"
	// metadataPrefix begins the keys that tell other tools about an entry.
	metadataPrefix = "secretsync/"
)

// state is what a run found of an entry.
type state int

const (
	// unread entries could not be read, and refused ones cannot become a Secret. Their Secrets stay as they are.
	unread state = iota
	refused
	// readable entries become Secrets.
	readable
	// leftAlone entries hold skipKey, and empty ones no key. Their Secrets stay as they are.
	leftAlone
	empty
	// deleted entries have had values, and their Secrets go.
	deleted
)

// entry of the vault.
type entry struct {
	// path below the folder that is listed.
	path string
	// secret is the name of its Secret.
	secret string
	state  state
	// why it is refused, or was not read.
	why error
	// data of its Secret, if it is readable.
	data map[string][]byte
	// leftOut are keys that a Secret cannot have.
	leftOut []string
}

// entryName is the name of an entry as jobs say it: an entry in a folder has the folder's name before its own.
func entryName(path string) string { return strings.ReplaceAll(path, "/", "-") }

// checkName fails if jobs cannot name the entry, or those in a folder of the name.
func checkName(path string) error {
	name := entryName(path)
	if strings.Contains(path, "//") || len(validation.IsDNS1123Label(name)) > 0 {
		return errorf("%q is no name that spec.secretRefs takes: lower-case letters, digits and -, at most 63; rename it in the vault", name)
	}
	return nil
}

// newEntries are those of some paths, each with the name of its Secret. None that two would share is to be read.
func newEntries(paths []string, secretName func(entry string) string) []*entry {
	var entries []*entry
	first := map[string]*entry{}
	for _, path := range slices.Sorted(slices.Values(paths)) {
		e := &entry{path: path}
		entries = append(entries, e)
		if e.why = checkName(path); e.why != nil {
			e.state = refused
			continue
		}
		e.secret = secretName(entryName(path))
		if other := first[e.secret]; other != nil {
			for _, pair := range [][2]*entry{{e, other}, {other, e}} {
				pair[0].state = refused
				pair[0].why = errorf("its Secret %s would be that of %s, too; rename one of them in the vault", e.secret, pair[1].path)
			}
			continue
		}
		first[e.secret] = e
	}
	return entries
}

// interpret makes of the fields of an entry what its Secret will hold.
func (e *entry) interpret(fields map[string]any) {
	if _, found := fields[skipKey]; found {
		e.state = leftAlone
		return
	}
	data, size := map[string][]byte{}, 0
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if strings.HasPrefix(key, metadataPrefix) {
			continue
		}
		value, isString := fields[key].(string)
		switch {
		case !isString:
			e.state, e.why = refused, errorf("the value of key %q is %s, not a string; write it as one", key, kindOf(fields[key]))
			return
		case len(validation.IsConfigMapKey(key)) > 0:
			e.leftOut = append(e.leftOut, key)
		default:
			data[key] = []byte(value)
			size += len(value)
		}
	}
	switch {
	case size > corev1.MaxSecretSize:
		e.state, e.why = refused, errorf("its values are %d bytes together, and a Secret holds %d; split it in the vault", size, corev1.MaxSecretSize)
	case len(data) == 0:
		e.state = empty
	default:
		e.state, e.data = readable, data
	}
}

// kindOf is what a value is in JSON.
func kindOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case float64, json.Number:
		return "a number"
	case []any:
		return "a list"
	default:
		return "an object"
	}
}
