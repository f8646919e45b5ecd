package vaultsync

import (
	"io"
	"strings"
	"testing"
	"time"
)

// environment of a run that has all it needs.
func environment(t *testing.T, more map[string]string) {
	t.Helper()
	for name, value := range map[string]string{
		"VAULT_ADDR": "https://vault.example.com:8200/", "VAULT_TOKEN": "hvs.token\n", "VAULT_SECRET_PATH": "/bench/fournos/",
		"VAULT_KV_MOUNT": "", "VAULT_NAMESPACE": "", "VAULT_SKIP_VERIFY": "", "VAULT_CACERT": "",
	} {
		t.Setenv(name, value)
	}
	for name, value := range more {
		t.Setenv(name, value)
	}
}

func TestParse(t *testing.T) {
	environment(t, nil)
	c, err := Parse([]string{"--dry-run", "--verbose", "--timeout=1m"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if c.Address != "https://vault.example.com:8200" || c.Token != "hvs.token" || c.Mount != "kv" || c.Path != "bench/fournos" || c.Namespace != "psap-secrets" {
		t.Errorf("got %+v", c)
	}
	if !c.DryRun || !c.Verbose || c.Timeout != time.Minute || c.Concurrency != 8 {
		t.Errorf("flags: got %+v", c)
	}

	environment(t, map[string]string{
		"VAULT_SECRET_PATH": "/", "VAULT_KV_MOUNT": "team/secrets/", "VAULT_NAMESPACE": "ns1/", "FOURNOS_SECRETS_NAMESPACE": "elsewhere",
	})
	if c, err = Parse(nil, io.Discard); err != nil {
		t.Fatal(err)
	}
	if c.Path != "" || c.Namespace != "elsewhere" || c.source().prefix != "ns1/team/secrets/" {
		t.Errorf("got %+v, source %+v", c, c.source())
	}
}

func TestParseRefuses(t *testing.T) {
	for name, tc := range map[string]struct {
		environment map[string]string
		args        []string
		want        string
	}{
		"no address":            {environment: map[string]string{"VAULT_ADDR": ""}, want: "VAULT_ADDR must be an address such as https://vault.example.com:8200, without a user in it"},
		"a host":                {environment: map[string]string{"VAULT_ADDR": "vault.example.com:8200"}, want: "VAULT_ADDR must be"},
		"a user":                {environment: map[string]string{"VAULT_ADDR": "https://me:not-to-be-seen@vault.example.com"}, want: "VAULT_ADDR must be"},
		"no token":              {environment: map[string]string{"VAULT_TOKEN": " "}, want: "VAULT_TOKEN must be a token that may list and read below VAULT_SECRET_PATH"},
		"no path":               {environment: map[string]string{"VAULT_SECRET_PATH": ""}, want: "VAULT_SECRET_PATH must be the folder with the entries, or / for all of the mount"},
		"a path upwards":        {environment: map[string]string{"VAULT_SECRET_PATH": "a/../b"}, want: "VAULT_SECRET_PATH and VAULT_KV_MOUNT must be paths without . and .. and empty parts"},
		"TLS not verified":      {environment: map[string]string{"VAULT_SKIP_VERIFY": "true"}, want: "VAULT_SKIP_VERIFY must not be set: the server's certificate is always verified; VAULT_CACERT names the file of its authority"},
		"a bad pattern":         {environment: map[string]string{"FOURNOS_VAULT_SECRET_PATTERN": "vault"}, want: "FOURNOS_VAULT_SECRET_PATTERN must be"},
		"a bad namespace":       {args: []string{"--namespace=A"}, want: `--namespace must be a namespace's name, got "A"`},
		"no time":               {args: []string{"--timeout=0s"}, want: "--timeout must be a duration above 0, got 0s"},
		"no concurrency":        {args: []string{"--concurrency=0"}, want: "--concurrency must be 1 to 32, got 0"},
		"too much concurrency":  {args: []string{"--concurrency=33"}, want: "--concurrency must be 1 to 32, got 33"},
		"an argument":           {args: []string{"x"}, want: `unexpected argument "x": all but flags comes from the environment`},
		"a flag that is not":    {args: []string{"--force"}, want: "flag provided but not defined"},
		"all that is off":       {environment: map[string]string{"VAULT_TOKEN": ""}, args: []string{"--concurrency=0"}, want: "VAULT_SECRET_PATH\n--concurrency must be"},
		"a certificate missing": {environment: map[string]string{"VAULT_CACERT": "/nowhere/ca.crt"}, want: "a Vault variable cannot be used: "},
	} {
		t.Run(name, func(t *testing.T) {
			environment(t, tc.environment)
			c, err := Parse(tc.args, io.Discard)
			if err == nil {
				_, err = newVault(c, &Report{Out: io.Discard, Err: io.Discard})
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("got %v, want %q", err, tc.want)
			}
			if strings.Contains(err.Error(), "not-to-be-seen") {
				t.Errorf("a password is in %v", err)
			}
		})
	}
}
