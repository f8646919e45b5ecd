package vaultsync

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// theValue is looked for in all that a run tells, beside the token.
const theValue = "not-to-be-seen"

// mustNotTell fails if something that was told holds a value or the token, or half of one, plain or as a Secret encodes it.
func mustNotTell(t *testing.T, said string) {
	t.Helper()
	for _, value := range []string{theValue, theToken} {
		for _, part := range []string{value[:len(value)/2], value[len(value)/2:], base64.StdEncoding.EncodeToString([]byte(value))} {
			if strings.Contains(said, part) {
				t.Errorf("%q, part of a value, is in: %s", part, said)
			}
		}
	}
}

// TestNoValueIsTold has all kinds of things go wrong while values are at hand, in a run that tells as much as it can.
func TestNoValueIsTold(t *testing.T) {
	const quoting = `{"v":"` + theValue + `"}`
	entries := map[string]string{
		"bench/a": quoting, "bench/Upper": quoting, "bench/skip": `{"v":"` + theValue + `","fournos_skip_sync":"` + theValue + `"}`,
		"bench/list": `{"v":["` + theValue + `"]}`, "bench/object": `{"v":{"` + theValue + `":"` + theValue + `"}}`,
		"bench/odd-key": `{"v":"` + theValue + `","odd key":"` + theValue + `"}`, "bench/metadata": `{"secretsync/x":"` + theValue + `"}`,
		"bench/large": `{"v":"` + strings.Repeat(theValue, 80000) + `"}`,
	}
	invalid := apierrs.NewInvalid(schema.GroupKind{Kind: "Secret"}, "vault-a", field.ErrorList{
		field.Invalid(field.NewPath("data").Key("v"), theValue, "must not be "+theValue), field.Forbidden(field.NewPath("immutable"), theValue),
	})
	webhook := apierrs.NewForbidden(schema.GroupResource{Resource: "secrets"}, "vault-a", errors.New("admission webhook denied it: v is "+theValue))
	plain := &apierrs.StatusError{ErrStatus: metav1.Status{Reason: metav1.StatusReasonBadRequest, Code: 400, Message: "v: " + theValue}}
	large := &apierrs.StatusError{ErrStatus: metav1.Status{Reason: metav1.StatusReasonRequestEntityTooLarge, Code: 413, Message: theValue}}
	teapot := &apierrs.StatusError{ErrStatus: metav1.Status{Code: 500, Message: "etcdserver: " + theValue}}
	broken := []http.HandlerFunc{
		answer(http.StatusBadGateway, theValue), answer(http.StatusBadGateway, "<html>"+theValue), answer(http.StatusOK, quoting[:8]+theValue), answer(http.StatusOK, theValue),
		answer(http.StatusOK, `{"data":{"data":"`+theValue+`","metadata":{"version":"`+theValue+`"}}}`), answer(http.StatusOK, `{"data":`+quoting+`}`),
		answer(http.StatusBadRequest, theToken), answer(http.StatusTeapot, `{"message":"`+theValue+`"}`), answer(http.StatusNotFound, `{"data":`+quoting+`}`),
		answer(http.StatusNotFound, theValue),
	}
	try := func(name string, apiError error, answers ...http.HandlerFunc) {
		for _, dryRun := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, dry run %t", name, dryRun), func(t *testing.T) {
				v := newFakeVault(t, entries)
				v.instead["kv/data/bench/odd-key"] = slices.Clone(answers)
				s := newRun(t, v, secretOfEntry(entryOf("gone", "v", theValue)), secretOfEntry(entryOf("a", "v", theValue+"s")))
				s.DryRun = dryRun
				s.before("patch", func() error { return apiError })
				if s.execute(t.Context()) != Failed {
					t.Errorf("nothing failed")
				}
				mustNotTell(t, s.said.String())
			})
		}
	}
	for name, err := range map[string]error{"invalid": invalid, "webhook": webhook, "bad request": plain, "too large": large, "5xx": teapot} {
		try(name, err)
	}
	for i, answer := range broken {
		try(fmt.Sprintf("answer %d", i), nil, answer)
	}
	t.Run("listings", func(t *testing.T) {
		for i := range broken {
			v := newFakeVault(t, entries)
			v.instead["kv/metadata/bench"] = slices.Clone(broken[i : i+1])
			s := newRun(t, v)
			s.execute(t.Context())
			mustNotTell(t, s.said.String())
		}
	})
	t.Run("the configuration", func(t *testing.T) {
		environment(t, map[string]string{"VAULT_ADDR": "https://" + theValue + ":" + theValue + "@host", "VAULT_TOKEN": theToken + "\x01"})
		_, err := Parse([]string{"--verbose"}, &strings.Builder{})
		mustNotTell(t, err.Error())

		v := newFakeVault(t, entries)
		s := newRun(t, v)
		s.vault.client.SetToken(theToken + "\x01")
		s.execute(t.Context())
		mustNotTell(t, s.said.String())
	})
	t.Run("invalid, by its fields", func(t *testing.T) {
		v := newFakeVault(t, entries)
		s := newRun(t, v)
		s.before("patch", func() error { return invalid })
		s.execute(t.Context())
		if want := "Invalid (422), data[v] FieldValueInvalid, immutable FieldValueForbidden"; !strings.Contains(s.said.String(), want) {
			t.Errorf("want %q in: %s", want, s.said)
		}
	})
}
