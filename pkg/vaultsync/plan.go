package vaultsync

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"fournos.dev/fournos/pkg/apis/fournos"
)

const (
	// managedBy is the value of fournos.ManagedByLabelKey on the Secrets that are ours, and our name as a field manager.
	managedBy = "fournos-vault-sync"
	// addressAnnotation and pathAnnotation tell where a Secret's entry is.
	addressAnnotation = fournos.GroupName + "/vault-addr"
	pathAnnotation    = fournos.GroupName + "/vault-path"
)

// action is what is to be done about a Secret.
type action int

const (
	unchanged action = iota
	create
	update
	remove
	// keep is for a Secret of ours that came from elsewhere.
	keep
)

// change of a Secret.
type change struct {
	action action
	secret string
	// entry that the Secret is made of, if it is made.
	entry *entry
	// was is the Secret as it is, if it is there.
	was *corev1.Secret
	// keys that come, differ, or go, with the sizes of their values.
	keys []string
	// from is where a Secret that is kept came from.
	from string
}

// plan compares what is wanted with the Secrets that are there, which are ours or have a name that one of ours would have.
// Unless all folders could be listed, nothing is removed, for an entry may just not have been seen.
func plan(from source, entries []*entry, there map[string]*corev1.Secret, listedAll bool) []change {
	var changes []change
	wanted := map[string]bool{}
	for _, e := range entries {
		if e.state == deleted {
			continue
		}
		wanted[e.secret] = true
		if e.state != readable {
			continue
		}
		was := there[e.secret]
		switch {
		case was == nil:
			changes = append(changes, change{action: create, secret: e.secret, entry: e, keys: differences(e, nil)})
		case !isOurs(was):
			e.state, e.why = refused, errorf("the Secret %s is there and not made by vault-sync; delete it, or hand it over with the label %s=%s",
				e.secret, fournos.ManagedByLabelKey, managedBy)
		default:
			c := change{action: unchanged, secret: e.secret, entry: e, was: was, keys: differences(e, was)}
			if len(c.keys) > 0 || !isOwned(was) || !carriesMetadata(was, from, e) {
				c.action = update
			}
			changes = append(changes, c)
		}
	}
	for name, secret := range there {
		if wanted[name] || !isOurs(secret) {
			continue
		}
		c := change{action: remove, secret: name, was: secret}
		address, path := secret.Annotations[addressAnnotation], secret.Annotations[pathAnnotation]
		switch {
		case address != from.address || !strings.HasPrefix(path, from.prefix):
			c.action, c.from = keep, strings.TrimSpace(address+" "+path)
		case !listedAll:
			continue
		}
		if c.action == remove {
			for _, key := range slices.Sorted(maps.Keys(secret.Data)) {
				c.keys = append(c.keys, "-"+key)
			}
		}
		changes = append(changes, c)
	}
	slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.secret, b.secret) })
	return changes
}

func isOurs(secret *corev1.Secret) bool { return secret.Labels[fournos.ManagedByLabelKey] == managedBy }

// labels and annotations of the Secret of an entry.
func labels() map[string]string {
	return map[string]string{fournos.VaultEntryLabelKey: "true", fournos.ManagedByLabelKey: managedBy}
}

func annotations(from source, e *entry) map[string]string {
	return map[string]string{addressAnnotation: from.address, pathAnnotation: from.prefix + e.path}
}

func carriesMetadata(secret *corev1.Secret, from source, e *entry) bool {
	has := func(all, some map[string]string) bool {
		for key, value := range some {
			if all[key] != value {
				return false
			}
		}
		return true
	}
	return has(secret.Labels, labels()) && has(secret.Annotations, annotations(from, e))
}

// differences between the keys that an entry wants and those that its Secret has from us. The keys of others stay.
func differences(e *entry, was *corev1.Secret) []string {
	names := maps.Clone(e.data)
	var before map[string][]byte
	if was != nil {
		before = was.Data
		for key := range ownKeys(was) {
			names[key] = e.data[key]
		}
	}
	var all []string
	for _, key := range slices.Sorted(maps.Keys(names)) {
		value, isWanted := e.data[key]
		old, isThere := before[key]
		switch {
		case isWanted && !isThere:
			all = append(all, fmt.Sprintf("+%s (%d B)", key, len(value)))
		case isWanted && !bytes.Equal(value, old):
			all = append(all, fmt.Sprintf("~%s (%d B)", key, len(value)))
		case !isWanted && isThere:
			all = append(all, "-"+key)
		}
	}
	return all
}

// isOwned tells whether we have applied the Secret: else we have no say yet in what goes from it.
func isOwned(secret *corev1.Secret) bool {
	return slices.ContainsFunc(secret.ManagedFields, isOurEntry)
}

func isOurEntry(entry metav1.ManagedFieldsEntry) bool {
	return entry.Manager == managedBy && entry.Operation == metav1.ManagedFieldsOperationApply
}

// ownKeys are the keys of the Secret that we have applied.
func ownKeys(secret *corev1.Secret) map[string]bool {
	own := map[string]bool{}
	for _, entry := range secret.ManagedFields {
		if !isOurEntry(entry) || entry.FieldsV1 == nil {
			continue
		}
		var fields struct {
			Data map[string]any `json:"f:data"`
		}
		if json.Unmarshal(entry.FieldsV1.GetRawBytes(), &fields) != nil {
			continue
		}
		for field := range fields.Data {
			if key, found := strings.CutPrefix(field, "f:"); found {
				own[key] = true
			}
		}
	}
	return own
}
