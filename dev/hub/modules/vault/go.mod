module fournos.dev/hub/vault

go 1.26.3

require github.com/hashicorp/vault v1.21.1

replace (
	// As in Vault's own go.mod.
	github.com/99designs/keyring => github.com/Jeffail/keyring v1.2.3
	// The clients of all clouds come with it.
	github.com/hashicorp/go-discover => ./discover
	github.com/ma314smith/signedxml v1.1.1 => github.com/moov-io/signedxml v1.1.1
)
