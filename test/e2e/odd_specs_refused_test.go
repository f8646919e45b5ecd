//go:build e2e

package e2e

import (
	"fmt"
	"strings"
)

type refusedJob struct {
	name, spec, rest string
	want             string // In the API server's answer: the field.
	strict           bool   // As kubectl sends it: what the schema does not know is an error.
}

// refusedJobs are jobs that the API server refuses.
func refusedJobs() []refusedJob {
	named := func(name string) string { return fmt.Sprintf(`"metadata":{"name":%q}`, name) }
	gpu := func(kind, count string) string {
		return sharedJSON(`"hardware":{"gpuType":` + kind + `,"gpuCount":` + count + `}`)
	}
	alone := func(field string) string {
		return "spec." + field + " is for the jobs that a schedule makes; set spec.schedule, too, or leave it out"
	}
	deep := strings.Repeat(`{"a":`, 10_001) + `1` + strings.Repeat(`}`, 10_001)
	return []refusedJob{
		{name: "no name", rest: `"metadata":{},"spec":{}`, want: "name or generateName is required"},
		{name: "name with leading dash", rest: named("-bake"), want: "metadata.name"},
		{name: "name with trailing dash", rest: named("bake-"), want: "metadata.name"},
		{name: "name with underscore", rest: named("a_b"), want: "metadata.name"},
		{name: "name in upper case", rest: named("Bake"), want: "metadata.name"},
		{name: "name with dots", rest: named("bake.v1.2"), want: "metadata.name must be a DNS-1123 label"},
		{name: "name in unicode", rest: named("печь"), want: "metadata.name"},
		{name: "name that is a path", rest: named("../bake"), want: "metadata.name"},
		{name: "name too long by one", rest: named(strings.Repeat("a", 64)), want: "at most 63 characters"},
		{name: "name of an admission run", rest: named("bake-admission"), want: "metadata.name must not end in '-admission'"},
		{name: "name that is a number", rest: `"metadata":{"name":7}`, want: "name"},
		{name: "generated name in upper case", rest: `"metadata":{"generateName":"Bake-"}`, want: "metadata.generateName"},
		{name: "generated name with a dot", rest: `"metadata":{"generateName":"bake.v1-"}`, want: "metadata.name must be a DNS-1123 label"},

		{name: "spec is a text", spec: `"bake"`, want: "spec: Invalid value"},
		{name: "spec is a list", spec: `[]`, want: "spec: Invalid value"},
		{name: "unknown field", spec: sharedJSON(`"gpus":8`), strict: true, want: `unknown field "spec.gpus"`},
		{name: "unknown field of the hardware", spec: sharedJSON(`"hardware":{"gpuType":"a100","gpuCount":1,"nodes":2}`), strict: true, want: `unknown field "spec.hardware.nodes"`},
		{name: "field twice", spec: sharedJSON(`"cluster":"cluster-1","cluster":"cluster-2"`), strict: true, want: `duplicate field "spec.cluster"`},

		{name: "engine is a text", spec: `{"executionEngine":"mock"}`, want: "spec.executionEngine"},
		{name: "engine is a list", spec: `{"executionEngine":["mock"]}`, want: "spec.executionEngine"},
		{name: "engine is a number", spec: `{"executionEngine":1}`, want: "spec.executionEngine"},
		{name: "engine too deep", spec: `{"executionEngine":{"mock":` + deep + `}}`, want: "exceeded max depth"},

		{name: "exclusive is a text", spec: `{"exclusive":"false"}`, want: "spec.exclusive"},
		{name: "clusterless is a number", spec: `{"clusterless":1}`, want: "spec.clusterless"},
		{name: "lockOnly is a text", spec: `{"lockOnly":"yes"}`, want: "spec.lockOnly"},
		{name: "cluster is a list", spec: `{"cluster":["cluster-1","cluster-2"]}`, want: "spec.cluster"},
		{name: "cluster too long", spec: `{"cluster":"` + strings.Repeat("c", 300) + `"}`, want: "spec.cluster: Too long"},
		{name: "owner too long", spec: `{"owner":"` + strings.Repeat("o", 254) + `"}`, want: "spec.owner: Too long"},
		{name: "owner is a number", spec: `{"owner":42}`, want: "spec.owner"},
		{name: "displayName is a list", spec: `{"displayName":["a"]}`, want: "spec.displayName"},
		{name: "pipeline a/b", spec: `{"pipeline":"a/b"}`, want: "spec.pipeline"},
		{name: "pipeline ..", spec: `{"pipeline":".."}`, want: "spec.pipeline"},
		{name: "pipeline 50%", spec: `{"pipeline":"50%"}`, want: "spec.pipeline"},
		{name: "pipeline Fournos-Full", spec: `{"pipeline":"Fournos-Full"}`, want: "spec.pipeline"},
		{name: "pipeline fournos full", spec: `{"pipeline":"fournos full"}`, want: "spec.pipeline"},
		{name: "pipeline fournos-full?x=y#z", spec: `{"pipeline":"fournos-full?x=y#z"}`, want: "spec.pipeline"},
		{name: "pipeline too long", spec: `{"pipeline":"` + strings.Repeat("p", 254) + `"}`, want: "spec.pipeline: Too long"},
		{name: "priority is a number", spec: `{"priority":1000}`, want: "spec.priority"},

		{name: "lockUntil is a number", spec: `{"lockUntil":1893456000}`, want: "spec.lockUntil"},
		{name: "lockUntil too long", spec: `{"lockUntil":"` + strings.Repeat("1", 65) + `"}`, want: "spec.lockUntil: Too long"},
		{name: "scheduledStartTime is a number", spec: `{"scheduledStartTime":1893456000}`, want: "spec.scheduledStartTime"},
		{name: "scheduledStartTime too long", spec: `{"scheduledStartTime":"` + strings.Repeat("1", 65) + `"}`, want: "spec.scheduledStartTime: Too long"},
		{name: "schedule too long", spec: `{"schedule":"` + strings.Repeat("1,", 127) + `1 * * * *"}`, want: "spec.schedule: Too long"},
		{name: "timeZone too long", spec: `{"timeZone":"` + strings.Repeat("z", 65) + `"}`, want: "spec.timeZone: Too long"},
		{name: "suspend is a text", spec: `{"suspend":"true"}`, want: "spec.suspend"},
		{name: "concurrencyPolicy in lower case", spec: `{"concurrencyPolicy":"forbid"}`, want: "spec.concurrencyPolicy"},
		{name: "startingDeadlineSeconds negative", spec: `{"startingDeadlineSeconds":-1}`, want: "spec.startingDeadlineSeconds"},
		{name: "startingDeadlineSeconds too big", spec: `{"startingDeadlineSeconds":2147483648}`, want: "spec.startingDeadlineSeconds"},
		{name: "startingDeadlineSeconds with a fraction", spec: `{"startingDeadlineSeconds":0.5}`, want: "spec.startingDeadlineSeconds"},
		{name: "successfulJobsHistoryLimit negative", spec: `{"successfulJobsHistoryLimit":-1}`, want: "spec.successfulJobsHistoryLimit"},
		{name: "successfulJobsHistoryLimit too big", spec: `{"successfulJobsHistoryLimit":2147483648}`, want: "spec.successfulJobsHistoryLimit"},
		{name: "failedJobsHistoryLimit negative", spec: `{"failedJobsHistoryLimit":-1}`, want: "spec.failedJobsHistoryLimit"},
		{name: "failedJobsHistoryLimit too big", spec: `{"failedJobsHistoryLimit":2147483648}`, want: "spec.failedJobsHistoryLimit"},

		{name: "timeZone without a schedule", spec: laterJSON(`"timeZone":"Europe/Athens"`), want: alone("timeZone")},
		{name: "concurrencyPolicy without a schedule", spec: laterJSON(`"concurrencyPolicy":"Forbid"`), want: alone("concurrencyPolicy")},
		{name: "suspended without a schedule", spec: laterJSON(`"suspend":true`), want: alone("suspend")},
		{name: "startingDeadlineSeconds without a schedule", spec: laterJSON(`"startingDeadlineSeconds":60`), want: alone("startingDeadlineSeconds")},
		{name: "successfulJobsHistoryLimit without a schedule", spec: laterJSON(`"successfulJobsHistoryLimit":1`), want: alone("successfulJobsHistoryLimit")},
		{name: "failedJobsHistoryLimit without a schedule", spec: laterJSON(`"failedJobsHistoryLimit":1`), want: alone("failedJobsHistoryLimit")},

		{name: "gpuType in upper case", spec: gpu(`"A100"`, `1`), want: "spec.hardware.gpuType"},
		{name: "gpuType with a dash", spec: gpu(`"a100-80g"`, `1`), want: "spec.hardware.gpuType"},
		{name: "gpuType empty", spec: gpu(`""`, `1`), want: "spec.hardware.gpuType"},
		{name: "gpuType with a line's end", spec: gpu(`"a100\n"`, `1`), want: "spec.hardware.gpuType"},
		{name: "gpuType too long", spec: gpu(`"`+strings.Repeat("a", 64)+`"`, `1`), want: "spec.hardware.gpuType: Too long"},
		{name: "gpuCount zero", spec: gpu(`"a100"`, `0`), want: "spec.hardware.gpuCount"},
		{name: "gpuCount negative", spec: gpu(`"a100"`, `-8`), want: "spec.hardware.gpuCount"},
		{name: "gpuCount too big", spec: gpu(`"a100"`, `2147483648`), want: "spec.hardware.gpuCount"},
		{name: "gpuCount is a text", spec: gpu(`"a100"`, `"8"`), want: "spec.hardware.gpuCount"},
		{name: "gpuCount with a fraction", spec: gpu(`"a100"`, `1.5`), want: "spec.hardware.gpuCount"},
		{name: "gpuCount null", spec: gpu(`"a100"`, `null`), want: "spec.hardware.gpuCount"},
		{name: "hardware empty", spec: sharedJSON(`"hardware":{}`), want: "spec.hardware.gpuType"},
		{name: "hardware is a text", spec: sharedJSON(`"hardware":"8 a100"`), want: "spec.hardware"},

		{name: "secretRefs is a text", spec: sharedJSON(`"secretRefs":"demo-token"`), want: "spec.secretRefs"},
		{name: "secretRefs in upper case", spec: sharedJSON(`"secretRefs":["Demo"]`), want: "spec.secretRefs[0]"},
		{name: "secretRefs with a dot", spec: sharedJSON(`"secretRefs":["demo","a.b"]`), want: "spec.secretRefs[1]"},
		{name: "secretRefs that is a path", spec: sharedJSON(`"secretRefs":["../../etc"]`), want: "spec.secretRefs[0]"},
		{name: "secretRefs empty text", spec: sharedJSON(`"secretRefs":[""]`), want: "spec.secretRefs[0]"},
		{name: "secretRefs null", spec: sharedJSON(`"secretRefs":[null]`), want: "spec.secretRefs[0]"},
		{name: "secretRefs with an object", spec: sharedJSON(`"secretRefs":[{"name":"demo"}]`), want: "spec.secretRefs[0]"},
		{name: "secretRefs too long", spec: sharedJSON(`"secretRefs":["` + strings.Repeat("r", 64) + `"]`), want: "spec.secretRefs[0]: Too long"},
		{name: "secretRefs twice the same", spec: sharedJSON(`"secretRefs":["a","b","a"]`), want: "spec.secretRefs[2]: Duplicate value"},
		{name: "secretRefs too many", spec: sharedJSON(`"secretRefs":[` + many(1001, `"r%d"`) + `]`), want: "spec.secretRefs: Too many"},

		{name: "env with a number", spec: sharedJSON(`"env":{"N":1}`), want: "spec.env.N"},
		{name: "env with a truth value", spec: sharedJSON(`"env":{"DEBUG":true}`), want: "spec.env.DEBUG"},
		{name: "env as a list, as Pods have it", spec: sharedJSON(`"env":[{"name":"A","value":"b"}]`), want: "spec.env"},
		{name: "env too many", spec: sharedJSON(`"env":{` + many(10_001, `"E%d":""`) + `}`), want: "spec.env: Too many"},

		{name: "ttl negative", spec: `{"ttlSecondsAfterFinished":-1}`, want: "spec.ttlSecondsAfterFinished"},
		{name: "ttl too big", spec: `{"ttlSecondsAfterFinished":2147483648}`, want: "spec.ttlSecondsAfterFinished"},
		{name: "ttl is a duration", spec: `{"ttlSecondsAfterFinished":"1h"}`, want: "spec.ttlSecondsAfterFinished"},
		{name: "shutdown in lower case", spec: `{"shutdown":"stop"}`, want: "spec.shutdown"},
		{name: "shutdown empty", spec: `{"shutdown":""}`, want: "spec.shutdown"},
		{name: "shutdown is a truth value", spec: `{"shutdown":true}`, want: "spec.shutdown"},
		{name: "onEviction unknown", spec: `{"onEviction":"Ignore"}`, want: "spec.onEviction"},
	}
}
