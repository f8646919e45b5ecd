package deps

import (
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/kelseyhightower/envconfig"
	_ "github.com/robfig/cron/v3"
	_ "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	_ "github.com/tektoncd/pipeline/pkg/client/injection/client/fake"
	_ "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1/pipeline/fake"
	_ "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1/pipelinerun/fake"
	_ "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1beta1/customrun/fake"
	_ "github.com/tektoncd/pipeline/pkg/client/injection/reconciler/pipeline/v1beta1/customrun"
	_ "github.com/tektoncd/pipeline/pkg/controller"
	_ "knative.dev/pkg/client/injection/kube/client/fake"
	_ "knative.dev/pkg/client/injection/kube/informers/batch/v1/job/filtered/fake"
	_ "knative.dev/pkg/client/injection/kube/informers/core/v1/pod/filtered/fake"
	_ "knative.dev/pkg/injection/sharedmain"
	_ "knative.dev/pkg/reconciler/testing"
	_ "sigs.k8s.io/kueue/apis/kueue/v1beta2"
	_ "sigs.k8s.io/kueue/apis/visibility/v1beta2"
	_ "k8s.io/utils/clock/testing"
	_ "sigs.k8s.io/yaml"
	_ "knative.dev/pkg/client/injection/kube/informers/batch/v1/job"
)
