package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	pipelinev1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes/scheme"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/test/faults/history"
)

// recorder keeps every revision of some kinds of objects, as etcd tells them. The API server's own watches have gaps where
// it is restarted; etcd goes on at the revision after the last one.
type recorder struct {
	etcd string

	mu     sync.Mutex
	events []history.Event
	err    error
}

// recordedKinds are the kinds of objects, by where the API server keeps them in etcd.
var recordedKinds = map[string]func(value []byte) (metav1.Object, error){
	"/registry/fournos.dev/fournosjobs/":  asJSON[fournosv1.FournosJob],
	"/registry/tekton.dev/pipelineruns/":  asJSON[pipelinev1.PipelineRun],
	"/registry/kueue.x-k8s.io/workloads/": asJSON[kueuev1beta2.Workload],
	"/registry/pods/":                     asPod,
}

// asJSON decodes what is of a CustomResourceDefinition.
func asJSON[T any, P interface {
	*T
	metav1.Object
}](value []byte) (metav1.Object, error) {
	object := P(new(T))
	return object, json.Unmarshal(value, object)
}

func asPod(value []byte) (metav1.Object, error) {
	object, _, err := scheme.Codecs.UniversalDeserializer().Decode(value, nil, nil)
	if err != nil {
		return nil, err
	}
	pod, is := object.(*corev1.Pod)
	if !is {
		return nil, fmt.Errorf("a Pod is a %T", object)
	}
	return pod, nil
}

const watchRetry = 200 * time.Millisecond

// record begins to record, from now on.
func record(ctx context.Context, etcd string) (*recorder, error) {
	r := &recorder{etcd: etcd}
	var now struct {
		Header struct{ Revision string }
	}
	if err := r.post(ctx, "/v3/kv/range", map[string]any{"key": encoded("none")}, func(decoder *json.Decoder) error { return decoder.Decode(&now) }); err != nil {
		return nil, err
	}
	revision, err := strconv.ParseUint(now.Header.Revision, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("etcd's revision: %w", err)
	}
	for prefix, decode := range recordedKinds {
		go r.follow(ctx, prefix+namespace+"/", decode, revision+1)
	}
	return r, nil
}

func encoded(key string) string { return base64.StdEncoding.EncodeToString([]byte(key)) }

// post sends a request to etcd's JSON gateway, and reads the answer.
func (r *recorder) post(ctx context.Context, path string, body any, read func(*json.Decoder) error) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.etcd+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("etcd answers %s", response.Status)
	}
	return read(json.NewDecoder(response.Body))
}

// follow records what has a prefix, and goes on after each restart of etcd.
func (r *recorder) follow(ctx context.Context, prefix string, decode func([]byte) (metav1.Object, error), next uint64) {
	retry := time.NewTicker(watchRetry)
	defer retry.Stop()
	end := prefix[:len(prefix)-1] + string(prefix[len(prefix)-1]+1)
	for ctx.Err() == nil {
		request := map[string]any{"create_request": map[string]any{
			"key": encoded(prefix), "range_end": encoded(end), "start_revision": strconv.FormatUint(next, 10), "prev_kv": true,
		}}
		// Its error is that etcd is down, or the end.
		_ = r.post(ctx, "/v3/watch", request, func(decoder *json.Decoder) error {
			for {
				var answer watchAnswer
				if err := decoder.Decode(&answer); err != nil {
					return err
				}
				if answer.Result.Canceled {
					r.fail(fmt.Errorf("the history of %s has a gap: %s", prefix, answer.Result.Reason))
					return errors.New("canceled")
				}
				for i := range answer.Result.Events {
					revision, err := r.take(&answer.Result.Events[i], decode)
					if err != nil {
						r.fail(err)
					}
					next = max(next, revision+1)
				}
			}
		})
		select {
		case <-ctx.Done():
		case <-retry.C:
		}
	}
}

// watchAnswer is what etcd's gateway tells of a watch, a line at a time.
type watchAnswer struct {
	Result struct {
		Canceled bool
		Reason   string `json:"cancel_reason"`
		Events   []etcdEvent
	}
}

type etcdEvent struct {
	Type string
	KV   keyValue
	// PrevKV is what was before a deletion.
	PrevKV keyValue `json:"prev_kv"`
}

type keyValue struct {
	Revision string `json:"mod_revision"`
	Version  string
	Value    []byte
}

// take records an event, and returns its revision.
func (r *recorder) take(event *etcdEvent, decode func([]byte) (metav1.Object, error)) (uint64, error) {
	revision, err := strconv.ParseUint(event.KV.Revision, 10, 64)
	if err != nil {
		return 0, err
	}
	how, value := watch.Modified, event.KV.Value
	switch {
	case event.Type == "DELETE":
		how, value = watch.Deleted, event.PrevKV.Value
	case event.KV.Version == "1":
		how = watch.Added
	}
	object, err := decode(value)
	if err != nil {
		return revision, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, history.Event{Revision: revision, Type: how, Object: object})
	return revision, nil
}

func (r *recorder) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = errors.Join(r.err, err)
}

// history is what was recorded so far.
func (r *recorder) history() ([]history.Event, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return history.Ordered(r.events), r.err
}
