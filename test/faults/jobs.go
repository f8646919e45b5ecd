package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"fournos.dev/fournos/pkg/apis/fournos"
	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// kind is one kind of job, and what befalls it.
type kind struct {
	name string
	spec func(random *rand.Rand) fournosv1.FournosJobSpec
	// later, if there is one, is done to the job after a while.
	later func(ctx context.Context, c *clients, job *fournosv1.FournosJob) error
}

func engine() map[string]runtime.RawExtension {
	return map[string]runtime.RawExtension{"mock": {Raw: []byte(`{}`)}}
}

func cluster(random *rand.Rand) string { return fmt.Sprintf("cluster-%d", 1+random.IntN(4)) }

func pinned(random *rand.Rand) fournosv1.FournosJobSpec {
	return fournosv1.FournosJobSpec{Cluster: cluster(random), ExecutionEngine: engine()}
}

func shared(*rand.Rand) fournosv1.FournosJobSpec {
	return fournosv1.FournosJobSpec{Exclusive: ptr.To(false), ExecutionEngine: engine()}
}

// kinds are all kinds of jobs. The more common ones stand more than once.
var kinds = []kind{
	{name: "exclusive", spec: pinned},
	{name: "exclusive-again", spec: pinned},
	{name: "shared", spec: shared},
	{name: "shared-secret", spec: func(random *rand.Rand) fournosv1.FournosJobSpec {
		spec := shared(random)
		spec.SecretRefs = []fournosv1.SecretRef{"demo-token"}
		return spec
	}},
	{name: "gpu", spec: func(random *rand.Rand) fournosv1.FournosJobSpec {
		spec := shared(random)
		spec.Hardware = &fournosv1.Hardware{GPUType: "a100", GPUCount: 4}
		return spec
	}},
	{name: "run-only", spec: func(random *rand.Rand) fournosv1.FournosJobSpec {
		spec := pinned(random)
		spec.Pipeline = "fournos-run-only"
		return spec
	}},
	{name: "clusterless", spec: func(random *rand.Rand) fournosv1.FournosJobSpec {
		spec := shared(random)
		spec.Clusterless = true
		return spec
	}},
	{name: "urgent", spec: func(random *rand.Rand) fournosv1.FournosJobSpec {
		spec := pinned(random)
		spec.Priority = "manual"
		return spec
	}},
	{name: "must-not-be-evicted", spec: func(random *rand.Rand) fournosv1.FournosJobSpec {
		spec := pinned(random)
		spec.OnEviction = fournosv1.EvictionFail
		return spec
	}},
	{name: "lock", spec: func(random *rand.Rand) fournosv1.FournosJobSpec {
		until := time.Now().Add(time.Duration(10+random.IntN(20)) * time.Second).UTC()
		return fournosv1.FournosJobSpec{Cluster: cluster(random), LockOnly: true, LockUntil: until.Format(time.RFC3339)}
	}},
	{name: "scheduled", spec: func(random *rand.Rand) fournosv1.FournosJobSpec {
		spec := shared(random)
		spec.ScheduledStartTime = time.Now().Add(time.Duration(random.IntN(15)) * time.Second).UTC().Format(time.RFC3339)
		return spec
	}},
	{name: "stopped", spec: pinned, later: shutDown(fournosv1.ShutdownStop)},
	{name: "terminated", spec: shared, later: shutDown(fournosv1.ShutdownTerminate)},
	{name: "lock-stopped", spec: func(random *rand.Rand) fournosv1.FournosJobSpec {
		return fournosv1.FournosJobSpec{Cluster: cluster(random), LockOnly: true}
	}, later: shutDown(fournosv1.ShutdownStop)},
	{name: "deleted", spec: pinned, later: func(ctx context.Context, c *clients, job *fournosv1.FournosJob) error {
		return c.deleteJob(ctx, job)
	}},
	{name: "made-anew", spec: pinned, later: func(ctx context.Context, c *clients, job *fournosv1.FournosJob) error {
		if err := c.deleteJob(ctx, job); err != nil {
			return err
		}
		// Kubernetes' garbage collector can miss the end of a job that is made anew while the API server is restarted. What
		// it left is in the new job's way then, until the collector takes it: that is not what is tried here.
		settle(ctx, time.Minute, func(ctx context.Context) ([]string, error) {
			return c.leftOf(ctx, fournos.JobNameLabelKey+"="+job.Name)
		})
		return c.createJob(ctx, &fournosv1.FournosJob{ObjectMeta: metav1.ObjectMeta{Name: job.Name, Namespace: job.Namespace}, Spec: job.Spec})
	}},
	{name: "template", spec: func(random *rand.Rand) fournosv1.FournosJobSpec {
		spec := shared(random)
		spec.Schedule, spec.SuccessfulJobsHistoryLimit, spec.FailedJobsHistoryLimit = "@every 20s", ptr.To[int32](100), ptr.To[int32](100)
		return spec
	}, later: shutDown(fournosv1.ShutdownStop)},
	{name: "unknown-cluster", spec: func(random *rand.Rand) fournosv1.FournosJobSpec {
		spec := pinned(random)
		spec.Cluster = "nowhere"
		return spec
	}},
}

func shutDown(how fournosv1.Shutdown) func(context.Context, *clients, *fournosv1.FournosJob) error {
	return func(ctx context.Context, c *clients, job *fournosv1.FournosJob) error {
		patch := []byte(fmt.Sprintf(`{"spec":{"shutdown":%q}}`, how))
		return c.insist(ctx, func(ctx context.Context) error {
			_, err := c.fournos.FournosV1().FournosJobs(job.Namespace).Patch(ctx, job.Name, types.MergePatchType, patch, metav1.PatchOptions{})
			return err
		})
	}
}

// newJob is the job of a number.
func newJob(number int, random *rand.Rand) (*fournosv1.FournosJob, kind) {
	k := kinds[number%len(kinds)]
	return &fournosv1.FournosJob{
		ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("%s-%d", k.name, number), Namespace: namespace},
		Spec:       k.spec(random),
	}, k
}
