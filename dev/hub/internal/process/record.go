package process

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// Record is what is remembered of a started process.
type Record struct {
	Name string `json:"name"`
	Identity
	Fingerprint string `json:"fingerprint"`
	Log         string `json:"log"`
}

// Records keeps one file per process in a folder.
type Records struct{ Dir string }

func (r Records) path(name string) string { return filepath.Join(r.Dir, name+".json") }

// Save remembers a process. The file appears whole or not at all.
func (r Records) Save(record Record) error {
	if err := os.MkdirAll(r.Dir, 0o755); err != nil {
		return err
	}
	content, err := json.Marshal(record)
	if err != nil {
		return err
	}
	partial := r.path(record.Name) + ".partial"
	if err := os.WriteFile(partial, content, 0o644); err != nil {
		return err
	}
	return os.Rename(partial, r.path(record.Name))
}

// Load returns the record of that name; ok is false when there is none, or
// none that can be read: a process nobody knows is one that has to be started.
func (r Records) Load(name string) (record Record, ok bool) {
	content, err := os.ReadFile(r.path(name))
	if err != nil {
		return Record{}, false
	}
	return record, json.Unmarshal(content, &record) == nil
}

// Remove forgets a process.
func (r Records) Remove(name string) error {
	if err := os.Remove(r.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// All returns every record, by name.
func (r Records) All() ([]Record, error) {
	entries, err := os.ReadDir(r.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Record
	for _, entry := range entries {
		name, isRecord := strings.CutSuffix(entry.Name(), ".json")
		if !isRecord {
			continue
		}
		if record, ok := r.Load(name); ok {
			all = append(all, record)
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all, nil
}
