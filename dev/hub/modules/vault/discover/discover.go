// Package discover stands in for go-discover, with which a Vault server finds others of its cluster by asking the clouds:
// the server of a test has no others, and the clients of all clouds take longer to compile than the rest of it.
package discover

import (
	"errors"
	"log"
)

var errNone = errors.New("this server finds no others: it was built for tests")

// Provider finds servers.
type Provider interface {
	Addrs(args map[string]string, l *log.Logger) ([]string, error)
	Help() string
}

// Providers are those that there are: none.
var Providers = map[string]Provider{}

// Discover finds nothing.
type Discover struct{}

// Option of New.
type Option func(*Discover) error

// New makes one.
func New(...Option) (*Discover, error) { return &Discover{}, nil }

// WithProviders is taken and not used.
func WithProviders(map[string]Provider) Option { return nil }

// Addrs fails.
func (d *Discover) Addrs(string, *log.Logger) ([]string, error) { return nil, errNone }

// Config of a provider.
type Config map[string]string

// Parse fails.
func Parse(string) (Config, error) { return nil, errNone }

// String is empty.
func (c Config) String() string { return "" }
