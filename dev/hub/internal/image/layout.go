package image

import (
	"archive/tar"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ArchiveLayout packs an OCI layout folder into a tar file whose images carry
// the given names, by digest, so that containerd knows them by what the
// manifests of the installation say.
func ArchiveLayout(dir, file string, names map[string]string) error {
	content, err := os.ReadFile(filepath.Join(dir, "index.json"))
	if err != nil {
		return err
	}
	content, err = nameManifests(content, names)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(dir, "index.json"), err)
	}
	return writeTar(file, func(w *tar.Writer) error {
		if err := addEntry(w, "index.json", content); err != nil {
			return err
		}
		return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			if !entry.Type().IsRegular() || name == "index.json" {
				return nil
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return addEntry(w, filepath.ToSlash(name), content)
		})
	})
}

// nameManifests annotates the manifests of an index with names and drops those
// that have none: a layout keeps what earlier builds have left in it.
func nameManifests(content []byte, names map[string]string) ([]byte, error) {
	var idx index
	if err := json.Unmarshal(content, &idx); err != nil {
		return nil, err
	}
	var kept []descriptor
	seen := map[string]bool{}
	for _, manifest := range idx.Manifests {
		name := names[manifest.Digest]
		if name == "" || seen[manifest.Digest] {
			continue
		}
		seen[manifest.Digest] = true
		if manifest.Annotations == nil {
			manifest.Annotations = map[string]string{}
		}
		manifest.Annotations[nameAnnotation] = name
		kept = append(kept, manifest)
	}
	for digest, name := range names {
		if !seen[digest] {
			return nil, fmt.Errorf("no image %s for %s", digest, name)
		}
	}
	idx.Manifests = kept
	idx.SchemaVersion = 2
	return json.Marshal(idx)
}

// ByDigest turns references like REPOSITORY@sha256:... into the map that
// ArchiveLayout takes.
func ByDigest(references []string) (map[string]string, error) {
	names := map[string]string{}
	for _, reference := range references {
		_, digest, ok := strings.Cut(reference, "@")
		if !ok {
			return nil, fmt.Errorf("image reference %q has no digest", reference)
		}
		names[digest] = reference
	}
	return names, nil
}
