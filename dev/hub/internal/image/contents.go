package image

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Files lists, in order, the files in an image of an OCI layout folder, without
// its folders.
func Files(dir, digest string) ([]string, error) {
	content, err := readBlob(dir, digest)
	if err != nil {
		return nil, err
	}
	var manifest struct {
		Layers []descriptor `json:"layers"`
	}
	if err := json.Unmarshal(content, &manifest); err != nil {
		return nil, fmt.Errorf("image %s: %w", digest, err)
	}
	if len(manifest.Layers) == 0 {
		return nil, fmt.Errorf("image %s has no layers, is it an index of images?", digest)
	}
	var files []string
	for _, layer := range manifest.Layers {
		content, err := readBlob(dir, layer.Digest)
		if err != nil {
			return nil, err
		}
		inLayer, err := filesOf(content)
		if err != nil {
			return nil, fmt.Errorf("layer %s: %w", layer.Digest, err)
		}
		files = append(files, inLayer...)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

func readBlob(dir, digest string) ([]byte, error) {
	algorithm, hash, _ := strings.Cut(digest, ":")
	return os.ReadFile(filepath.Join(dir, "blobs", algorithm, hash))
}

func filesOf(layer []byte) ([]string, error) {
	var content io.Reader = bytes.NewReader(layer)
	if bytes.HasPrefix(layer, []byte{0x1f, 0x8b}) {
		unzipped, err := gzip.NewReader(content)
		if err != nil {
			return nil, err
		}
		content = unzipped
	}
	var files []string
	for entries := tar.NewReader(content); ; {
		entry, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if entry.Typeflag != tar.TypeDir {
			files = append(files, "/"+entryName(entry.Name))
		}
	}
}
