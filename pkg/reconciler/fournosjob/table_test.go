package fournosjob

import (
	"context"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/clock"
	kubeclient "knative.dev/pkg/client/injection/kube/client"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/logging"
	rtesting "knative.dev/pkg/reconciler/testing"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	pipelineclient "github.com/tektoncd/pipeline/pkg/client/injection/client"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
	"fournos.dev/fournos/pkg/caches"
	fournosclient "fournos.dev/fournos/pkg/client/injection/client"
	fournosjobreconciler "fournos.dev/fournos/pkg/client/injection/reconciler/fournos/v1/fournosjob"
	kueueclient "fournos.dev/fournos/pkg/client/kueue/injection/client"
	"fournos.dev/fournos/pkg/reconciler/fournosjob/resources"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
	"fournos.dev/fournos/pkg/settings"
)

const (
	secretsNamespace = "psap-secrets"
	resolveImage     = "engine.example/resolve@sha256:1"
	dashboard        = "https://dashboard.example"
)

func template(t testing.TB) *batchv1.Job {
	t.Helper()
	template, err := resources.LoadResolveJobTemplate("testdata/resolve-job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return template
}

func testSettings(t testing.TB) *settings.Settings {
	s := rt.DefaultSettings(t)
	s.TektonDashboardURL = dashboard
	return s
}

// run runs the rows against a reconciler whose caches hold what each row says. Beside what the row asks for it checks,
// for each, what must hold for all: see probe.
func run(t *testing.T, table rtesting.TableTest) {
	t.Helper()
	for i := range table {
		row := &table[i]
		probe := &probe{reactors: row.WithReactors, cmpOpts: row.CmpOpts}
		if row.Ctx == nil {
			row.Ctx = settings.WithSettings(context.Background(), testSettings(t))
		}
		probe.change, _ = row.OtherTestData[changed].(func(*Reconciler))
		row.Ctx = context.WithValue(row.Ctx, probeKey{}, probe)
		if row.Key == "" {
			row.Key = rt.Key("bake")
		}
		if _, requeues := row.OtherTestData[requeueAfter]; requeues {
			row.WantErr = true
		}
		row.PostConditions = append(row.PostConditions, probe.check)
	}
	resolve := template(t)
	table.Test(t, rt.MakeFactory(func(ctx context.Context, listers *rt.Listers, clock clock.PassiveClock) controller.Reconciler {
		r := &Reconciler{
			clock:           clock,
			settings:        settings.FromContext(ctx),
			resolveTemplate: resolve,
			fournos:         fournosclient.Get(ctx),
			kube:            kubeclient.Get(ctx),
			tekton:          pipelineclient.Get(ctx),
			kueue:           kueueclient.Get(ctx),
			jobs:            listers.Jobs(),
			pipelines:       listers.Pipelines(),
			pipelineRuns:    listers.PipelineRuns(),
			customRuns:      listers.CustomRuns(),
			workloads:       listers.Workloads(),
			flavors:         listers.ResourceFlavors(),
			queues:          listers.ClusterQueues(),
			priorities:      listers.WorkloadPriorityClasses(),
			warnings:        listers.Warnings(),
			podsOf:          caches.ByLabel[*corev1.Pod](listers.IndexerFor(&corev1.Pod{}), fournos.JobNameLabelKey),
			gatesOf:         caches.ByLabel[*pipelinev1beta1.CustomRun](listers.IndexerFor(&pipelinev1beta1.CustomRun{}), fournos.JobNameLabelKey),
			childrenOf:      caches.ByLabel[*fournosv1.FournosJob](listers.IndexerFor(&fournosv1.FournosJob{}), fournos.RecurringParentLabelKey),
		}
		probe := ctx.Value(probeKey{}).(*probe)
		if probe.change != nil {
			probe.change(r)
		}
		probe.watch(ctx)
		return probe.wrap(fournosjobreconciler.NewReconciler(ctx, logging.FromContext(ctx), r.fournos, listers.FournosJobs(),
			controller.GetEventRecorder(ctx), r, controller.Options{SkipStatusUpdates: true}))
	}))
}
