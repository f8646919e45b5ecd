//go:build tools

// Package tools pins the programs that the local hub builds from this module.
package tools

import (
	_ "sigs.k8s.io/kwok/cmd/kwok"
)
