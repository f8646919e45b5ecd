package kueueadmission

import (
	"testing"

	pipelinev1beta1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	rtesting "knative.dev/pkg/reconciler/testing"

	"fournos.dev/fournos/pkg/kueue"
	rt "fournos.dev/fournos/pkg/reconciler/testing"
)

// Kubernetes' words for what is no name.
const (
	notQualified = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
	notLabel     = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)

// What the author of the run must mend ends it, without a Workload.
func TestInvalidParams(t *testing.T) {
	embedded := func(run *pipelinev1beta1.CustomRun) {
		rt.WithCustomSpec()(run)
		run.Spec.CustomSpec.Spec.Raw = []byte(`{"cluster":"cluster-1"}`)
	}
	var table rtesting.TableTest
	for _, test := range []struct {
		name    string
		params  rt.CustomRunOption
		reason  string
		message string
	}{
		{"unknown", stringParams("gpus", "8"), "", "Unknown param 'gpus': remove it, or use one of cluster, gpu-type, gpu-count, exclusive, priority, queue, resources, node-selector, on-eviction"},
		{"unknown and empty", stringParams("gpus", ""), "", "Unknown param 'gpus': remove it, or use one of cluster, gpu-type, gpu-count, exclusive, priority, queue, resources, node-selector, on-eviction"},
		{"no string", arrayParam("cluster"), "", "Param 'cluster' must be a string, not of type array"},
		{"exclusive", stringParams("exclusive", "yes"), "", "Param 'exclusive' must be 'true' or 'false', got 'yes'"},
		{"GPU type alone", stringParams("gpu-type", "a100"), "", "Params 'gpu-type' and 'gpu-count' go together: give both or neither"},
		{"GPU count alone", stringParams("gpu-count", "1", "gpu-type", ""), "", "Params 'gpu-type' and 'gpu-count' go together: give both or neither"},
		{"GPU type", stringParams("gpu-count", "1", "gpu-type", "A-100"), "", "Param 'gpu-type' must be lower case letters and digits, such as a100, got 'A-100'"},
		{"no GPUs", stringParams("gpu-count", "0", "gpu-type", "a100"), "", "Param 'gpu-count' must be a whole number of at least 1, got '0'"},
		{"half a GPU", stringParams("gpu-count", "0.5", "gpu-type", "a100"), "", "Param 'gpu-count' must be a whole number of at least 1, got '0.5'"},
		{"too many GPUs", stringParams("gpu-count", "99999999999", "gpu-type", "a100"), "", "Param 'gpu-count' must be a whole number of at least 1, got '99999999999'"},
		{"cluster", stringParams("cluster", "no name"), "", "Param 'cluster' must be the name of a cluster, got 'no name': " + notLabel},
		{"queue", stringParams("queue", "Q"), "", "Param 'queue' must be the name of a LocalQueue, got 'Q': a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"},
		{"eviction", stringParams("on-eviction", "cancel"), "", "Param 'on-eviction' must be 'Cancel' or 'Ignore', got 'cancel'"},
		{"no pairs", stringParams("resources", "licenses"), "", "Param 'resources' must be name=quantity pairs such as licenses=1,memory=4Gi, got 'licenses'"},
		{"a comma too many", stringParams("resources", "licenses=1,"), "", "Param 'resources' must be name=quantity pairs such as licenses=1,memory=4Gi, got 'licenses=1,'"},
		{"no resource", stringParams("resources", "a b=1"), "", "Param 'resources': 'a b' is no valid name: " + notQualified},
		{"no quantity", stringParams("resources", "licenses=many"), "", "Param 'resources': the quantity of 'licenses' must be above 0, such as 1 or 500Mi, got 'many'"},
		{"no licenses", stringParams("resources", "licenses=0"), "", "Param 'resources': the quantity of 'licenses' must be above 0, such as 1 or 500Mi, got '0'"},
		{"less than none", stringParams("resources", "licenses=-1"), "", "Param 'resources': the quantity of 'licenses' must be above 0, such as 1 or 500Mi, got '-1'"},
		{"twice", stringParams("resources", "licenses=1, licenses=2"), "", "Param 'resources' has 'licenses' twice: remove one of the two"},
		{"slots by name", stringParams("resources", "fournos/cluster-slot=5"), "", "Param 'resources' must not have 'fournos/cluster-slot': use params 'cluster' and 'exclusive'"},
		{"GPUs by name", stringParams("resources", "fournos/gpu-a100=5"), "", "Param 'resources' must not have 'fournos/gpu-a100': use params 'gpu-type' and 'gpu-count'"},
		{"no quota of that", stringParams("resources", "seats=1"), "", "Param 'resources': queue 'fournos-queue' has no quota of 'seats'. Use some of: licenses"},
		{"no selector", stringParams("node-selector", "site"), "", "Param 'node-selector' must be key=value pairs such as site=north,arch=arm64, got 'site'"},
		{"no label", stringParams("node-selector", "site=a b"), "", "Param 'node-selector': 'a b' is no value of the label 'site': " + notLabel},
		{"a cluster by its label", stringParams("node-selector", "fournos.dev/cluster=cluster-1"), "", "Param 'node-selector' must not have 'fournos.dev/cluster': use param 'cluster'"},
		{"a label that no flavor has", stringParams("node-selector", "zone=north"), "", "Param 'node-selector': no flavor of queue 'fournos-queue' has 'zone=north'. Use some of: site=north"},
		{"a value that no flavor has", stringParams("node-selector", "site=south"), "", "Param 'node-selector': no flavor of queue 'fournos-queue' has 'site=south'. Use some of: site=north"},
		{"unknown cluster", stringParams("cluster", "cluster-9"), "", "Param 'cluster': Cluster 'cluster-9' not found in queue 'fournos-queue'. Use one of: cluster-1, cluster-2"},
		{"unknown priority", stringParams("priority", "asap"), "", "Param 'priority': there is no WorkloadPriorityClass 'asap'. Use one of: low, urgent"},
		{"workspace", rt.WithWorkspace("source"), "CustomRunWorkspaceNotSupported", "KueueAdmission takes no workspaces: remove workspace 'source' from the task"},
		{
			"an object", func(run *pipelinev1beta1.CustomRun) { run.Spec.CustomRef.Name = "big" }, "",
			"There is no KueueAdmission 'big', nor any other: remove the name from the taskRef, and use params (cluster, gpu-type, gpu-count, exclusive, priority, queue, resources, node-selector, on-eviction)",
		},
		{"embedded spec", embedded, "", "KueueAdmission reads no embedded spec: use params instead (cluster, gpu-type, gpu-count, exclusive, priority, queue, resources, node-selector, on-eviction)"},
	} {
		reason := test.reason
		if reason == "" {
			reason = "InvalidParams"
		}
		table = append(table, rtesting.TableRow{
			Name:              test.name,
			Objects:           with(around, gate(inBuild, test.params)),
			WantStatusUpdates: updated(gate(inBuild, test.params, failed(reason, test.message))),
			WantEvents:        []string{"Warning " + reason + " " + test.message},
		})
	}
	runTable(t, table)
}

// Names that are looked up.
func TestLookUp(t *testing.T) {
	noTimeout, start := rt.WithTimeout(0), rt.WithStarted(0, "Pending", asked)
	cluster3, soon := stringParams("cluster", "cluster-3"), stringParams("priority", "soon")
	elsewhere := stringParams("cluster", "cluster-3", "queue", "elsewhere")
	const noQueue = "LocalQueue elsewhere doesn't exist"
	const askedElsewhere = "Waiting for Kueue to consider Workload gate in LocalQueue elsewhere"
	notThere := "Param 'cluster': Cluster 'cluster-3' not found in queue 'fournos-queue'. Use one of: cluster-1, cluster-2"
	runTable(t, rtesting.TableTest{{
		Name:          "a class that the cache does not have yet",
		Objects:       with(around, gate(inBuild, noTimeout, soon)),
		OtherTestData: map[string]any{rt.OnlyLive: []runtime.Object{rt.NewWorkloadPriorityClass("soon", 7)}},
		WantCreates: []runtime.Object{created(around, func(r *kueue.Request) {
			r.PriorityClass, r.Priority = "soon", 7
		})},
		WantStatusUpdates: updated(gate(inBuild, noTimeout, soon, start)),
		WantEvents:        []string{"Normal Pending " + asked},
	}, {
		Name: "a cluster of another queue",
		Objects: with(around, gate(inBuild, cluster3), rt.NewLocalQueue("elsewhere", "other"),
			rt.NewClusterQueue("other", rt.WithQuota(0, nil, "cluster-3")), rt.NewResourceFlavor("cluster-3")),
		WantStatusUpdates: updated(gate(inBuild, cluster3, failed("InvalidParams", notThere))),
		WantEvents:        []string{"Warning InvalidParams " + notThere},
	}, {
		Name: "a cluster of the queue that is named",
		Objects: with(around, gate(inBuild, noTimeout, elsewhere), rt.NewLocalQueue("elsewhere", "other"),
			rt.NewClusterQueue("other", rt.WithQuota(0, nil, "cluster-3")), rt.NewResourceFlavor("cluster-3")),
		WantCreates:       []runtime.Object{created(around, func(r *kueue.Request) { r.Cluster, r.Queue = "cluster-3", "elsewhere" })},
		WantStatusUpdates: updated(gate(inBuild, noTimeout, elsewhere, rt.WithStarted(0, "Pending", askedElsewhere))),
		WantEvents:        []string{"Normal Pending " + askedElsewhere},
	}, {
		Name:              "a queue that is not there yet: Kueue will say so",
		Objects:           with(around, gate(inBuild, noTimeout, elsewhere)),
		WantCreates:       []runtime.Object{created(around, func(r *kueue.Request) { r.Cluster, r.Queue = "cluster-3", "elsewhere" })},
		WantStatusUpdates: updated(gate(inBuild, noTimeout, elsewhere, rt.WithStarted(0, "Pending", noQueue))),
		WantEvents:        []string{"Normal Pending " + noQueue},
	}})
}
