// Package image writes container images as OCI archives and layouts. The hub
// has no registry to pull from and no builder to ask, and what its images hold
// is a handful of static programs.
package image

import (
	"archive/tar"
	"bytes"
	"fmt"
	"path"
	"strings"
)

// Layer collects the files of an image's only layer. Equal contents give equal
// bytes, hence equal digests: nothing in it depends on when or where it is made.
type Layer struct {
	buffer bytes.Buffer
	tar    *tar.Writer
	dirs   map[string]bool
	err    error
}

// NewLayer returns a layer with what every program may count on: a writable
// /tmp, and names for root and for the unprivileged user 65532.
func NewLayer() *Layer {
	l := &Layer{dirs: map[string]bool{}}
	l.tar = tar.NewWriter(&l.buffer)
	l.dir("/tmp", 0o1777)
	l.dir("/home/nonroot", 0o777)
	l.File("/etc/passwd", 0o644, []byte("root:x:0:0:root:/root:/bin/sh\nnonroot:x:65532:65532:nonroot:/home/nonroot:/bin/sh\n"))
	l.File("/etc/group", 0o644, []byte("root:x:0:\nnonroot:x:65532:\n"))
	return l
}

// File adds a regular file and the folders above it.
func (l *Layer) File(name string, mode int64, content []byte) {
	l.dir(path.Dir(name), 0o755)
	l.header(&tar.Header{Name: entryName(name), Typeflag: tar.TypeReg, Mode: mode, Size: int64(len(content))})
	if l.err == nil {
		_, l.err = l.tar.Write(content)
	}
}

// Link adds a symbolic link and the folders above it.
func (l *Layer) Link(name, target string) {
	l.dir(path.Dir(name), 0o755)
	l.header(&tar.Header{Name: entryName(name), Typeflag: tar.TypeSymlink, Mode: 0o777, Linkname: target})
}

func (l *Layer) dir(name string, mode int64) {
	name = entryName(name)
	if name == "" || name == "." || l.dirs[name] {
		return
	}
	l.dir(path.Dir(name), 0o755)
	l.dirs[name] = true
	l.header(&tar.Header{Name: name + "/", Typeflag: tar.TypeDir, Mode: mode})
}

func (l *Layer) header(h *tar.Header) {
	if l.err == nil {
		l.err = l.tar.WriteHeader(h)
	}
}

func entryName(name string) string { return strings.Trim(path.Clean(name), "/") }

// bytes closes the layer and returns it.
func (l *Layer) bytes() ([]byte, error) {
	if l.err == nil {
		l.err = l.tar.Close()
	}
	if l.err != nil {
		return nil, fmt.Errorf("write image layer: %w", l.err)
	}
	return l.buffer.Bytes(), nil
}
