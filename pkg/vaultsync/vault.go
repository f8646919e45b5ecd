package vaultsync

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/hashicorp/vault/api"
)

const (
	// attempts of one request, with waits between them that double from firstWait to longestWait, or are as Vault says.
	attempts    = 6
	firstWait   = 500 * time.Millisecond
	longestWait = 10 * time.Second
	// answerWithin bounds the wait for the beginning of an answer. It ends one attempt, not the request.
	answerWithin = 30 * time.Second
)

// errVanished is that of a folder that was listed and is not there a moment later.
var errVanished = errors.New("it was listed and is not there now; run again")

// errNoKV is that of an answer that is none of a KV v2 mount.
var errNoKV = errors.New("the answer is none of a KV v2 secrets engine; check VAULT_ADDR and VAULT_KV_MOUNT")

// vault reads a mount of a Vault server. Its errors hold Vault's own words about a request, and nothing else of an answer.
type vault struct {
	client *api.Client
	mount  string
	report *Report
}

func newVault(c *Config, report *Report) (*vault, error) {
	config := api.DefaultConfig() // Reads VAULT_CACERT and its like.
	if config.Error != nil {
		return nil, errorf("a Vault variable cannot be used: %w", config.Error)
	}
	// Not VAULT_AGENT_ADDR: the Secrets' annotations say where they come from.
	config.Address, config.AgentAddress = c.Address, ""
	config.MaxRetries, config.MinRetryWait, config.MaxRetryWait = attempts-1, firstWait, longestWait
	config.Backoff = retryablehttp.DefaultBackoff
	config.Timeout = c.Timeout
	config.CheckRetry = func(ctx context.Context, response *http.Response, err error) (bool, error) {
		again, ended := api.DefaultRetryPolicy(ctx, response, err)
		switch {
		case again && err != nil:
			report.Debugf("the vault does not answer, in one of up to %d attempts: %v", attempts, inner(err))
		case again:
			report.Debugf("the vault answers %d, in one of up to %d attempts", response.StatusCode, attempts)
		}
		return again, ended
	}
	config.HttpClient.Transport.(*http.Transport).ResponseHeaderTimeout = answerWithin
	client, err := api.NewClient(config)
	if err != nil {
		return nil, errorf("a Vault variable cannot be used: %w", err)
	}
	client.SetToken(c.Token)
	return &vault{client: client, mount: c.Mount, report: report}, nil
}

// list lists a folder: entries, and folders with a slash at their end. Vault answers with the whole of it.
//
// The client's own List takes a mount that is not there for an empty folder, and with it all Secrets would be deleted.
func (v *vault) list(ctx context.Context, folder string) ([]string, error) {
	var answer struct {
		Data struct{ Keys []string }
	}
	path := strings.TrimSuffix(v.mount+"/metadata/"+folder, "/")
	found, err := v.get(ctx, path, url.Values{"list": {"true"}}, &answer)
	if err != nil {
		return nil, err
	}
	if found && len(answer.Data.Keys) == 0 {
		return nil, errNoKV // Of an empty folder Vault says that there is none.
	}
	v.report.Debugf("listed %s: %d", path, len(answer.Data.Keys))
	return answer.Data.Keys, nil
}

// read reads the latest version of an entry. That of a deleted one has no fields and says so. One that never had a version
// has no fields either.
func (v *vault) read(ctx context.Context, entry string) (fields map[string]any, deleted bool, err error) {
	var answer struct {
		Data struct {
			Data     map[string]any
			Metadata *struct{ Version json.Number }
		}
	}
	path := v.mount + "/data/" + entry
	found, err := v.get(ctx, path, nil, &answer)
	switch {
	case err != nil:
		return nil, false, err
	case answer.Data.Metadata == nil && !found:
		return nil, false, nil
	case answer.Data.Metadata == nil || found && answer.Data.Data == nil:
		return nil, false, errNoKV
	}
	v.report.Debugf("read %s: version %s", path, answer.Data.Metadata.Version)
	return answer.Data.Data, !found, nil
}

// mustBeKV2 fails unless the mount is known to be one of KV v2: anything else may look like one that is empty.
func (v *vault) mustBeKV2(ctx context.Context) error {
	var answer struct {
		Data struct {
			Type    string
			Options struct{ Version string }
		}
	}
	found, err := v.get(ctx, "sys/internal/ui/mounts/"+v.mount, nil, &answer)
	if err != nil {
		return err
	}
	if !found || answer.Data.Type != "kv" || answer.Data.Options.Version != "2" {
		return errNoKV
	}
	return nil
}

// get asks for a path. What is not there is no error, and Vault may still tell something about it.
func (v *vault) get(ctx context.Context, path string, query url.Values, answer any) (found bool, err error) {
	response, err := v.client.Logical().ReadRawWithDataWithContext(ctx, path, query)
	if response != nil {
		defer response.Body.Close()
	}
	if failed := (*api.ResponseError)(nil); errors.As(err, &failed) {
		// Vault's own errors say what is wrong, such as that there is no mount. Without any, nothing is there.
		if failed.StatusCode != http.StatusNotFound || failed.RawError || len(failed.Errors) > 0 {
			return false, answered(failed)
		}
	} else if err != nil {
		return false, errorf("the vault does not answer: %w", inner(err))
	}
	// A decoder's error may quote what it decodes.
	if json.NewDecoder(response.Body).Decode(answer) != nil {
		return false, errNoKV
	}
	return response.StatusCode != http.StatusNotFound, nil
}

// answered tells an error of Vault in its own words and ours, and leaves out what is no error of Vault's.
func answered(failed *api.ResponseError) error {
	words := "not in Vault's words"
	if !failed.RawError {
		words = strings.Join(strings.Fields(strings.Join(failed.Errors, "; ")), " ")
	}
	if failed.StatusCode == http.StatusForbidden {
		return errorf("the vault answers 403: %s; the token has expired, or its policy lacks list on metadata or read on data", words)
	}
	return errorf("the vault answers %d: %s", failed.StatusCode, words)
}

// inner is the cause of a request's error, without the address. It tells what to do about a certificate.
func inner(err error) error {
	if outer := (*url.Error)(nil); errors.As(err, &outer) {
		err = outer.Err
	}
	if certificate := (*tls.CertificateVerificationError)(nil); errors.As(err, &certificate) {
		return errorf("%w; VAULT_CACERT names the file of the server's authority", err)
	}
	return err
}
