package testing

import (
	"context"
	"testing"
	"time"

	faketekton "github.com/tektoncd/pipeline/pkg/client/clientset/versioned/fake"
	faketektonclient "github.com/tektoncd/pipeline/pkg/client/injection/client/fake"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	fakekube "k8s.io/client-go/kubernetes/fake"
	clientgotesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/record"
	"k8s.io/utils/clock"
	clocktesting "k8s.io/utils/clock/testing"
	fakekubeclient "knative.dev/pkg/client/injection/kube/client/fake"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/logging"
	logtesting "knative.dev/pkg/logging/testing"
	"knative.dev/pkg/reconciler"
	rtesting "knative.dev/pkg/reconciler/testing"

	fakefournos "fournos.dev/fournos/pkg/client/clientset/versioned/fake"
	fakefournosclient "fournos.dev/fournos/pkg/client/injection/client/fake"
	fakekueue "fournos.dev/fournos/pkg/client/kueue/clientset/versioned/fake"
	fakekueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client/fake"
	"fournos.dev/fournos/pkg/settings"
)

// Now is the time at which every row runs.
var Now = time.Date(2026, time.March, 14, 15, 9, 26, 0, time.UTC)

// Keys of a row's OtherTestData, each for a []runtime.Object.
const (
	// OnlyLive holds objects that the API server has and the cache has not yet.
	OnlyLive = "only-live"
	// OnlyCached holds objects that the cache still has and the API server has not any more.
	OnlyCached = "only-cached"
)

// maxEvents is how many events a pass may emit before the recorder blocks.
const maxEvents = 50

// Ctor makes the reconciler under test. The context carries fake clients and the settings, the clock stands at Now.
type Ctor func(ctx context.Context, listers *Listers, clock clock.PassiveClock) controller.Reconciler

// MakeFactory makes what a table test needs to run a reconciler: fake clients that hold the row's objects and record
// what is asked of them, and the reconciler itself as leader. A row whose Ctx is nil gets the settings' defaults; one
// that brings a Ctx brings the settings in it.
func MakeFactory(ctor Ctor) rtesting.Factory {
	return func(t *testing.T, row *rtesting.TableRow) (controller.Reconciler, rtesting.ActionRecorderList, rtesting.EventList) {
		t.Helper()
		ctx := row.Ctx
		if ctx == nil {
			ctx = settings.WithSettings(context.Background(), DefaultSettings(t))
		}
		ctx = logging.WithLogger(ctx, logtesting.TestLogger(t))

		listers := NewListers(concat(row.Objects, row.OtherTestData[OnlyCached]))
		live := NewListers(concat(row.Objects, row.OtherTestData[OnlyLive])).sorter

		ctx, kubeClient := fakekubeclient.With(ctx, live.ObjectsForSchemeFunc(fakekube.AddToScheme)...)
		ctx, fournosClient := fakefournosclient.With(ctx, live.ObjectsForSchemeFunc(fakefournos.AddToScheme)...)
		ctx, tektonClient := faketektonclient.With(ctx, live.ObjectsForSchemeFunc(faketekton.AddToScheme)...)
		ctx, kueueClient := fakekueueclient.With(ctx, live.ObjectsForSchemeFunc(fakekueue.AddToScheme)...)
		fakes := []*clientgotesting.Fake{&kubeClient.Fake, &fournosClient.Fake, &tektonClient.Fake, &kueueClient.Fake}

		recorder := record.NewFakeRecorder(maxEvents)
		ctx = controller.WithEventRecorder(ctx, recorder)
		row.Ctx = ctx

		for _, fake := range fakes {
			for _, reactor := range row.WithReactors {
				fake.PrependReactor("*", "*", reactor)
			}
			// What the API server's webhooks refuse, the fakes refuse, too.
			fake.PrependReactor("create", "*", func(action clientgotesting.Action) (bool, runtime.Object, error) {
				return rtesting.ValidateCreates(ctx, action)
			})
			fake.PrependReactor("update", "*", func(action clientgotesting.Action) (bool, runtime.Object, error) {
				if action.GetSubresource() == "status" {
					return false, nil, nil // The API server takes the status of an object whose spec is invalid.
				}
				return rtesting.ValidateUpdates(ctx, action)
			})
			rtesting.PrependGenerateNameReactor(fake)
		}

		c := ctor(ctx, listers, clocktesting.NewFakePassiveClock(Now))
		if leader, ok := c.(reconciler.LeaderAware); ok {
			if err := leader.Promote(reconciler.UniversalBucket(), func(reconciler.Bucket, types.NamespacedName) {}); err != nil {
				t.Fatalf("Promote: %v", err)
			}
		}
		return c, rtesting.ActionRecorderList{kubeClient, fournosClient, tektonClient, kueueClient},
			rtesting.EventList{Recorder: recorder}
	}
}

// DefaultSettings are the settings of an empty environment.
func DefaultSettings(t testing.TB) *settings.Settings {
	t.Helper()
	s, err := settings.FromEnvironment()
	if err != nil {
		t.Fatalf("settings: %v", err)
	}
	return s
}

// concat copies, so that rows that share objects do not share an array.
func concat(objects []runtime.Object, more any) []runtime.Object {
	extra, _ := more.([]runtime.Object)
	return append(append([]runtime.Object{}, objects...), extra...)
}
