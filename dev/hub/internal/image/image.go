package image

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"sort"
)

// nameAnnotation is where containerd reads the full name of an imported image.
const nameAnnotation = "io.containerd.image.name"

const (
	indexType    = "application/vnd.oci.image.index.v1+json"
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	configType   = "application/vnd.oci.image.config.v1+json"
	layerType    = "application/vnd.oci.image.layer.v1.tar"
)

// Config is how a container of the image starts.
type Config struct {
	Entrypoint []string `json:"Entrypoint,omitempty"`
	Cmd        []string `json:"Cmd,omitempty"`
	User       string   `json:"User,omitempty"`
	Env        []string `json:"Env,omitempty"`
}

// Image is a finished image of one layer.
type Image struct {
	blobs    map[string][]byte // by path inside the layout
	manifest descriptor
}

type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int64             `json:"size"`
	Annotations map[string]string `json:"annotations,omitempty"`
	// Platform must be told: who picks an image from an index asks for it.
	Platform *platform `json:"platform,omitempty"`
}

type platform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

type index struct {
	SchemaVersion int          `json:"schemaVersion"`
	MediaType     string       `json:"mediaType"`
	Manifests     []descriptor `json:"manifests"`
}

// New puts layer and config together.
func New(layer *Layer, config Config) (*Image, error) {
	content, err := layer.bytes()
	if err != nil {
		return nil, err
	}
	img := &Image{blobs: map[string][]byte{}}
	layerRef := img.add(layerType, content)
	here := platform{Architecture: runtime.GOARCH, OS: "linux"}
	configRef, err := img.addJSON(configType, map[string]any{
		"architecture": here.Architecture,
		"os":           here.OS,
		"config":       config,
		"rootfs":       map[string]any{"type": "layers", "diff_ids": []string{layerRef.Digest}},
	})
	if err != nil {
		return nil, err
	}
	img.manifest, err = img.addJSON(manifestType, map[string]any{
		"schemaVersion": 2,
		"mediaType":     manifestType,
		"config":        configRef,
		"layers":        []descriptor{layerRef},
	})
	img.manifest.Platform = &here
	return img, err
}

// Digest names the image by its contents.
func (i *Image) Digest() string { return i.manifest.Digest }

func (i *Image) add(mediaType string, content []byte) descriptor {
	sum := sha256.Sum256(content)
	digest := hex.EncodeToString(sum[:])
	i.blobs["blobs/sha256/"+digest] = content
	return descriptor{MediaType: mediaType, Digest: "sha256:" + digest, Size: int64(len(content))}
}

func (i *Image) addJSON(mediaType string, value any) (descriptor, error) {
	content, err := json.Marshal(value)
	if err != nil {
		return descriptor{}, err
	}
	return i.add(mediaType, content), nil
}

// files returns a whole OCI layout that holds this image, under name if it is
// not empty.
func (i *Image) files(name string) (map[string][]byte, error) {
	manifest := i.manifest
	if name != "" {
		manifest.Annotations = map[string]string{nameAnnotation: name}
	}
	content, err := json.Marshal(index{SchemaVersion: 2, MediaType: indexType, Manifests: []descriptor{manifest}})
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"oci-layout": []byte(`{"imageLayoutVersion":"1.0.0"}`),
		"index.json": content,
	}
	for name, blob := range i.blobs {
		files[name] = blob
	}
	return files, nil
}

// WriteLayout writes the image as an OCI layout folder.
func (i *Image) WriteLayout(dir string) error {
	files, err := i.files("")
	if err != nil {
		return err
	}
	for name, content := range files {
		target := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// WriteArchive writes the image as a tar file that containerd imports under
// the given name.
func (i *Image) WriteArchive(file, name string) error {
	files, err := i.files(name)
	if err != nil {
		return err
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	return writeTar(file, func(w *tar.Writer) error {
		for _, name := range names {
			if err := addEntry(w, name, files[name]); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeTar lets fill write the archive and puts it in place when it is whole.
func writeTar(file string, fill func(*tar.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	partial, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".partial-")
	if err != nil {
		return err
	}
	defer os.Remove(partial.Name())
	defer partial.Close()
	w := tar.NewWriter(partial)
	if err := fill(w); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := partial.Close(); err != nil {
		return err
	}
	return os.Rename(partial.Name(), file)
}

func addEntry(w *tar.Writer, name string, content []byte) error {
	if err := w.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(content))}); err != nil {
		return err
	}
	_, err := w.Write(content)
	return err
}
