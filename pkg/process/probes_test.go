package process

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestReady(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for _, test := range []struct {
		name   string
		ctx    context.Context
		synced bool
		want   int
	}{
		{"filled", t.Context(), true, http.StatusOK},
		{"not filled", t.Context(), false, http.StatusServiceUnavailable},
		{"told to end", ended, true, http.StatusServiceUnavailable},
	} {
		answer := httptest.NewRecorder()
		ready(test.ctx, func() bool { return test.synced })(answer, nil)
		if answer.Code != test.want {
			t.Errorf("%s: answers %d, want %d", test.name, answer.Code, test.want)
		}
	}
}
