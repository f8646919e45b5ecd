//go:build tools

// Package tools pins the image builder that the local hub installs Fournos with.
package tools

import (
	_ "github.com/google/ko"
)
