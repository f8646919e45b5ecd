package fournosjob

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	faketektonclient "github.com/tektoncd/pipeline/pkg/client/injection/client/fake"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	clientgotesting "k8s.io/client-go/testing"
	fakekubeclient "knative.dev/pkg/client/injection/kube/client/fake"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/logging"
	"knative.dev/pkg/reconciler"
	rtesting "knative.dev/pkg/reconciler/testing"

	fakefournosclient "fournos.dev/fournos/pkg/client/injection/client/fake"
	fakekueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client/fake"
)

// requeueAfter is the key of a row's OtherTestData under which it says, as a time.Duration, when the pass asks to be
// repeated. A row without it must not ask.
const requeueAfter = "requeue-after"

// distinctive begins the value of every Secret that the builders make, so that it is found wherever it leaks to.
const distinctive = "value of "

type probeKey struct{}

// probe looks at what a table cannot: the error itself, preconditions, optimistic locking, and whether what a Secret
// holds shows up anywhere else.
type probe struct {
	reactors []clientgotesting.ReactionFunc
	change   func(*Reconciler)
	cmpOpts  []cmp.Option
	actions  []clientgotesting.Action
	logs     bytes.Buffer
	err      error
}

// watch makes the fake clients behave like an API server where a test depends on it.
func (p *probe) watch(ctx context.Context) {
	kube, fournos := fakekubeclient.Get(ctx), fakefournosclient.Get(ctx)
	tekton, kueue := faketektonclient.Get(ctx), fakekueueclient.Get(ctx)
	for _, client := range []struct {
		fake    *clientgotesting.Fake
		tracker clientgotesting.ObjectTracker
	}{{&kube.Fake, kube.Tracker()}, {&fournos.Fake, fournos.Tracker()}, {&tekton.Fake, tekton.Tracker()}, {&kueue.Fake, kueue.Tracker()}} {
		client.fake.PrependReactor("update", "*", p.statusUpdates(client.tracker))
		client.fake.PrependReactor("delete", "*", p.deletes(client.tracker))
		client.fake.PrependReactor("*", "*", func(action clientgotesting.Action) (bool, runtime.Object, error) {
			p.actions = append(p.actions, action)
			return false, nil, nil
		})
	}
}

// statusUpdates refuses a write that carries another resourceVersion than the object has by now. Unlike the table's own
// validation of updates it takes the status of a job whose spec is invalid, as the API server does.
func (p *probe) statusUpdates(tracker clientgotesting.ObjectTracker) clientgotesting.ReactionFunc {
	return func(action clientgotesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() != "status" {
			return false, nil, nil
		}
		for _, react := range p.reactors {
			if handled, object, err := react(action); handled {
				return handled, object, err
			}
		}
		object := action.(clientgotesting.UpdateAction).GetObject()
		sent, err := apimeta.Accessor(object)
		if err != nil {
			return true, nil, err
		}
		resource := action.GetResource()
		found, err := tracker.Get(resource, action.GetNamespace(), sent.GetName())
		if err != nil {
			return true, nil, err
		}
		live, err := apimeta.Accessor(found)
		if err != nil {
			return true, nil, err
		}
		if live.GetResourceVersion() != sent.GetResourceVersion() {
			return true, nil, apierrs.NewConflict(resource.GroupResource(), sent.GetName(), errors.New("the object has been modified"))
		}
		return true, object, tracker.Update(resource, object, action.GetNamespace())
	}
}

// deletes refuses to delete without a UID, or another object than the one with that UID.
func (p *probe) deletes(tracker clientgotesting.ObjectTracker) clientgotesting.ReactionFunc {
	return func(action clientgotesting.Action) (bool, runtime.Object, error) {
		deletion := action.(clientgotesting.DeleteActionImpl)
		want := deletion.DeleteOptions.Preconditions
		if want == nil || want.UID == nil {
			return true, nil, errors.New("deletion without a precondition on the UID")
		}
		resource := action.GetResource()
		found, err := tracker.Get(resource, action.GetNamespace(), deletion.Name)
		if err != nil {
			return true, nil, err
		}
		live, err := apimeta.Accessor(found)
		if err == nil && live.GetUID() != *want.UID {
			err = apierrs.NewConflict(resource.GroupResource(), deletion.Name, errors.New("the UID in the precondition does not match"))
		}
		return err != nil, nil, err
	}
}

// wrap keeps the error that the table only counts, and what is logged.
func (p *probe) wrap(c controller.Reconciler) controller.Reconciler {
	return &probed{Reconciler: c, LeaderAware: c.(reconciler.LeaderAware), probe: p}
}

type probed struct {
	controller.Reconciler
	reconciler.LeaderAware
	probe *probe
}

func (p *probed) Reconcile(ctx context.Context, key string) error {
	record := zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(&p.probe.logs), zapcore.DebugLevel)
	logger := logging.FromContext(ctx).Desugar().WithOptions(zap.WrapCore(func(core zapcore.Core) zapcore.Core {
		return zapcore.NewTee(core, record)
	}))
	p.probe.err = p.Reconciler.Reconcile(logging.WithLogger(ctx, logger.Sugar()), key)
	return p.probe.err
}

func (p *probe) check(t *testing.T, row *rtesting.TableRow) {
	t.Helper()
	want, wanted := row.OtherTestData[requeueAfter].(time.Duration)
	if requeues, after := controller.IsRequeueKey(p.err); requeues != wanted || after != want {
		t.Errorf("Reconcile() = %v, asks to be repeated: %t, after %v; want %t, %v", p.err, requeues, after, wanted, want)
	}
	if controller.IsPermanentError(p.err) {
		t.Errorf("Reconcile() = %v, which the hub would never try again", p.err)
	}
	if leaks(p.logs.Bytes()) {
		t.Error("A Secret's value is in the logs")
	}
	for _, action := range p.actions {
		if action.Matches("create", "secrets") {
			continue
		}
		raw, err := json.Marshal(action)
		if err != nil {
			t.Fatal(err)
		}
		if leaks(raw) {
			t.Errorf("A Secret's value is in: %s %s", action.GetVerb(), action.GetResource().Resource)
		}
	}
}

func leaks(raw []byte) bool {
	text := string(raw)
	// In base64 the beginning of a value is recognizable up to its last whole group of three bytes.
	whole := distinctive[:len(distinctive)/3*3]
	return strings.Contains(text, distinctive) || strings.Contains(text, base64.StdEncoding.EncodeToString([]byte(whole)))
}

func TestLeaksFindsSecrets(t *testing.T) {
	for text, want := range map[string]bool{
		"the value of kubeconfig-oslo": true,
		"the data " + base64.StdEncoding.EncodeToString([]byte("value of kubeconfig-oslo")): true,
		"the name kubeconfig-oslo": false,
	} {
		if got := leaks([]byte(text)); got != want {
			t.Errorf("leaks(%q) = %t", text, got)
		}
	}
}
