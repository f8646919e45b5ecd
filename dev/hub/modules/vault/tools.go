//go:build tools

// Package tools pins the Vault server that tests read entries from.
package tools

import (
	_ "github.com/hashicorp/vault"
)
