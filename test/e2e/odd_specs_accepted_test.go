//go:build e2e

package e2e

import (
	"encoding/json"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/uuid"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

// acceptedJobs are jobs that the API server lets in.
func acceptedJobs() []oddJob {
	return slices.Concat(oddEngines(), oddTargets(), oddTimes(), oddMetadata(), oddRest())
}

func failed(name, spec string, message ...string) oddJob {
	return oddJob{name: name, spec: spec, phase: fournosv1.PhaseFailed, message: message}
}

// failedLater fails once it has begun: what is wrong shows when its resolve Job is made, or has run.
func failedLater(name, spec string, message ...string) oddJob {
	return oddJob{name: name, spec: spec, phase: fournosv1.PhaseFailed, message: message, begins: true}
}

func scheduled(name, spec string) oddJob {
	return oddJob{name: name, spec: spec, phase: fournosv1.PhaseScheduled, message: []string{"Starts at "}}
}

func recurring(name, schedule string, message ...string) oddJob {
	return oddJob{name: name, spec: sharedJSON(schedule), phase: fournosv1.PhaseRecurring, message: message}
}

func oddEngines() []oddJob {
	const missing, single = "an execution engine is required; name one", "exactly one execution engine is expected, got "
	return []oddJob{
		failed("engine missing", `{"exclusive":false}`, missing, "spec.executionEngine"),
		failed("engine empty", `{"exclusive":false,"executionEngine":{}}`, missing, "spec.executionEngine"),
		failed("engine null", `{"exclusive":false,"executionEngine":null}`, missing, "spec.executionEngine"),
		failed("two engines", `{"exclusive":false,"executionEngine":{"mock":{},"forge":null}}`, single+"forge, mock; keep one", "spec.executionEngine"),
		failed("lock with two engines", `{"cluster":"cluster-1","lockOnly":true,"executionEngine":{"b":1,"a":2}}`, single+"a, b", "spec.executionEngine"),
		failedLater("engine's value a number", onHubJSON(`"executionEngine":{"mock":5}`), "Resolution failed: spec.executionEngine.mock: "),
		failedLater("engine's value a list", onHubJSON(`"executionEngine":{"mock":[{"sleep":"1s"}]}`), "Resolution failed: spec.executionEngine.mock: "),
		failedLater("engine in unicode, its value a text", onHubJSON(`"executionEngine":{"печь 🍞/%s":"хлеб"}`), "Resolution failed: spec.executionEngine.печь 🍞/%s: "),
		{name: "engine's value null", spec: onHubJSON(`"executionEngine":{"mock":null}`), phase: fournosv1.PhaseSucceeded, begins: true},
		scheduled("engine without a name", `{"exclusive":false,"executionEngine":{"":{}},"scheduledStartTime":"2999-01-31T18:00:00Z"}`),
		scheduled("engine deep and wide", `{"exclusive":false,"scheduledStartTime":"2999-01-31T18:00:00Z","executionEngine":{"mock":{"deep":`+
			strings.Repeat(`{"a":[null,`, 2000)+`0`+strings.Repeat(`]}`, 2000)+`,"wide":[`+many(5000, `"%d"`)+`],"x-kubernetes-preserve-unknown-fields":false,"apiVersion":1}}}`),
	}
}

func oddTargets() []oddJob {
	const alone = "an exclusive job (exclusive is true by default) needs the name of its cluster; set cluster, or exclusive: false"
	const engine = `"executionEngine":{"mock":{}},`
	// Other tests have clusters of their own meanwhile.
	const known = "cluster-1, cluster-2, cluster-3, cluster-4"
	return []oddJob{
		failed("exclusive without cluster", `{`+engine+`"exclusive":true}`, alone, "spec.cluster", "spec.exclusive"),
		failed("exclusive null", `{`+engine+`"exclusive":null}`, alone, "spec.cluster", "spec.exclusive"),
		failed("cluster empty", `{`+engine+`"cluster":""}`, alone, "spec.cluster", "spec.exclusive"),
		failed("hardware, exclusive by default", `{`+engine+`"hardware":{"gpuType":"a100","gpuCount":1}}`, alone, "spec.cluster", "spec.exclusive"),
		failed("clusterless with cluster", `{`+engine+`"clusterless":true,"exclusive":false,"cluster":"cluster-1"}`, "remove one of the two", "spec.cluster, spec.clusterless"),
		failed("clusterless, exclusive by default", `{`+engine+`"clusterless":true}`, "set exclusive: false", "spec.clusterless, spec.exclusive"),
		failed("clusterless lock", `{"clusterless":true,"exclusive":false,"lockOnly":true}`, "remove one of the two", "spec.clusterless, spec.lockOnly"),
		failed("clusterless with all that it excludes", `{"clusterless":true,"cluster":"cluster-1","lockOnly":true}`,
			"spec.cluster, spec.clusterless", "spec.clusterless, spec.exclusive", "spec.clusterless, spec.lockOnly"),
		failed("clusterless null", `{`+engine+`"clusterless":null,"exclusive":true}`, alone),
		failed("lock without cluster", `{"lockOnly":true}`, "lockOnly needs the name of the cluster to lock", "spec.cluster, spec.lockOnly"),
		failed("shared lock without cluster", `{"lockOnly":true,"exclusive":false}`, "spec.cluster, spec.lockOnly"),
		scheduled("shared lock", laterJSON(`"lockOnly":true,"cluster":"cluster-1"`)),
		failed("lockUntil in words", `{"lockOnly":true,"cluster":"cluster-1","lockUntil":"tomorrow"}`, `"tomorrow" is no RFC 3339 time such as `, "spec.lockUntil"),
		failed("lockUntil without lock", sharedJSON(`"lockUntil":"2030-01-31T18:00:00Z"`), "set lockOnly: true or remove it", "spec.lockOnly, spec.lockUntil"),
		failed("lockUntil without lock, and wrong", sharedJSON(`"lockUntil":"%!s"`), "spec.lockOnly, spec.lockUntil", `"%!s" is no RFC 3339 time`),
		scheduled("lockUntil before the start", laterJSON(`"lockOnly":true,"cluster":"cluster-1","lockUntil":"1999-12-31T23:59:59Z"`)),
		failed("cluster unknown", sharedJSON(`"cluster":"nowhere"`), "Cluster 'nowhere' not found", known),
		failed("cluster in upper case", sharedJSON(`"cluster":"Cluster-1"`), "Cluster 'Cluster-1' not found", known),
		failed("cluster with spaces", sharedJSON(`"cluster":" cluster-1 "`), "Cluster ' cluster-1 ' not found", known),
		failed("cluster with the words of formats", sharedJSON(`"cluster":"%s/../%d\n{cluster}"`), "Cluster '%s/../%d\n{cluster}' not found", known),
		failed("cluster as long as may be", sharedJSON(`"cluster":"`+strings.Repeat("ö", 253)+`"`), strings.Repeat("ö", 253)+"' not found", known),
		failed("cluster that stands for none", sharedJSON(`"cluster":"[clusterless]"`), "Cluster '[clusterless]' not found", known),
		failed("priority unknown", sharedJSON(`"priority":"urgent"`), "'urgent' not found", "spec.priority may be one of: ", "adhoc", "manual", "nightly", "presubmit"),
		failed("priority that is a path", sharedJSON(`"priority":"a/../b"`), "'a/../b' not found", "spec.priority may be one of: "),
		scheduled("priority empty", laterJSON(`"priority":""`)),
	}
}

func oddTimes() []oddJob {
	const notCron, notTime = "is no cron expression such as", "is no RFC 3339 time such as 2030-01-31T18:00:00Z"
	table := []oddJob{
		failed("schedule by two ways", laterJSON(`"schedule":"@daily"`), "remove one of the two", "spec.schedule, spec.scheduledStartTime"),
		failed("schedule with its zone", sharedJSON(`"schedule":"TZ=Europe/Athens 0 20 * * *"`), "belongs in timeZone", "spec.schedule, spec.timeZone"),
		failed("schedule that is a zone", sharedJSON(`"schedule":"CRON_TZ=UTC"`), "belongs in timeZone", "spec.schedule, spec.timeZone"),
		recurring("schedule by name", `"schedule":"@daily"`, "Next job at ", "T00:00:00Z"),
		recurring("schedule by interval", `"schedule":"@every 1h30m"`, "Next job at "),
		recurring("schedule that never comes", `"schedule":"0 0 30 2 *"`, "spec.schedule", "never comes"),
		recurring("schedule with all its companions", `"schedule":"0 0 1 1 *","timeZone":"Pacific/Kiritimati","concurrencyPolicy":"Replace","startingDeadlineSeconds":2147483647,`+
			`"successfulJobsHistoryLimit":0,"failedJobsHistoryLimit":2147483647,"suspend":true`, "Suspended"),
		recurring("schedule in a far zone", `"schedule":"0 0 1 1 *","timeZone":"Pacific/Kiritimati"`, "Next job at ", "-01-01T00:00:00+14:00"),
		failed("template of a wrong job", `{"schedule":"@daily","executionEngine":{"mock":{}}}`, "spec.cluster, spec.exclusive"),
		failed("template for an unknown cluster", `{"schedule":"@daily","executionEngine":{"mock":{}},"cluster":"nowhere"}`, "Cluster 'nowhere' not found"),
		failed("template with an unknown priority", sharedJSON(`"schedule":"@daily","priority":"urgent"`), "'urgent' not found"),
	}
	for _, schedule := range []string{
		"daily", " ", "@", "@every", "@every 1 hour", "@every -1h", "@every 0s", "@reboot", "0 20 * *", "0 0 20 * * *", "60 * * * *", "0 24 * * *",
		"0 0 0 * *", "* * * 13 *", "0 20 * * 8", "5-1 * * * *", "*/0 * * * *", "0 20 * * MON-", "0 20 L * *", "\u0000", "0 20 * * * # nightly",
	} {
		// Suspended, for one that is taken by mistake may come each second.
		table = append(table, failed("schedule "+schedule, sharedJSON(`"suspend":true,"schedule":`+quote(schedule)), notCron, "spec.schedule"))
	}
	for _, zone := range []string{"Local", "local", "Europe/Atens", "europe/athens", "UTC+2", "+02:00", "../../etc/passwd", " "} {
		table = append(table, failed("timeZone "+zone, sharedJSON(`"schedule":"@daily","timeZone":`+quote(zone)), "is no time zone such as", "spec.timeZone"))
	}
	for _, at := range []string{
		"tomorrow", "now", "18:00", "2030-01-31", "20300131T180000Z", "2030-01-31 18:00:00Z", "2030-01-31T18:00Z", "2030-01-31T18:00:00", "1893456000",
		"2030-02-30T00:00:00Z", "2030-13-01T00:00:00Z", "2030-01-31T24:00:00Z", "2030-01-31T18:00:00+0200", "2030-01-31T18:00:00+25:00",
		"2030-01-31T8:00:00Z", "2030-01-31T18:00:00,5Z", "Thu, 31 Jan 2030 18:00:00 GMT", " 2030-01-31T18:00:00Z",
	} {
		table = append(table, failed("scheduledStartTime "+at, sharedJSON(`"scheduledStartTime":`+quote(at)), notTime, "spec.scheduledStartTime"))
	}
	for _, at := range []string{"9999-12-31T23:59:59Z", "2999-01-31T18:00:00+14:00", "2999-01-31T18:00:00.123456789-00:00"} {
		job := scheduled("scheduledStartTime "+at, sharedJSON(`"scheduledStartTime":`+quote(at)))
		job.message = []string{"Starts at " + at}
		table = append(table, job)
	}
	for _, at := range []string{"1999-12-31T23:59:59Z", "0000-01-01T00:00:00Z", ""} {
		table = append(table, failedLater("scheduledStartTime gone by "+at, sharedJSON(`"pipeline":"no-such","scheduledStartTime":`+quote(at)), "Pipeline 'no-such' not found"))
	}
	return table
}

func oddMetadata() []oddJob {
	unique := string(uuid.NewUUID())[:8]
	long := "odd-" + unique + strings.Repeat("-j", 25) + "z"
	const empty, later = `"spec":{}`, `"spec":{"exclusive":false,"executionEngine":{"mock":{}},"scheduledStartTime":"2999-01-31T18:00:00Z"}`
	whole := func(name, rest string, phase fournosv1.Phase, message ...string) oddJob {
		return oddJob{name: name, rest: rest, phase: phase, message: message}
	}
	bakes := func(name, job, spec string) oddJob {
		return oddJob{name: name, rest: `"metadata":{"name":"` + job + `"},"spec":` + spec, phase: fournosv1.PhaseSucceeded, begins: true}
	}
	return []oddJob{
		whole("metadata alone", `"metadata":{"generateName":"odd-"}`, fournosv1.PhaseFailed, "spec.executionEngine", "spec.cluster, spec.exclusive"),
		whole("spec null", `"metadata":{"generateName":"odd-"},"spec":null`, fournosv1.PhaseFailed, "spec.executionEngine", "spec.cluster, spec.exclusive"),
		whole("spec empty", `"metadata":{"generateName":"odd-"},`+empty, fournosv1.PhaseFailed, "spec.executionEngine", "spec.cluster, spec.exclusive"),
		whole("status with a phase", `"metadata":{"generateName":"odd-"},"status":{"phase":"Succeeded","attempts":7},`+empty, fournosv1.PhaseFailed, "spec.executionEngine"),
		whole("generated name that is long", `"metadata":{"generateName":"`+strings.Repeat("odd-", 30)+`"},`+later, fournosv1.PhaseScheduled, "Starts at "),
		whole("name in digits", `"metadata":{"name":"0`+digits(unique)+`"},`+later, fournosv1.PhaseScheduled, "Starts at "),
		whole("trigger of no template", `"metadata":{"generateName":"odd-","annotations":{"fournos.dev/trigger-now":"true"}},`+later, fournosv1.PhaseScheduled, "Starts at "),
		whole("trigger in other words", `"metadata":{"generateName":"odd-","annotations":{"fournos.dev/trigger-now":"yes please"}},"spec":`+sharedJSON(`"schedule":"0 0 1 1 *"`),
			fournosv1.PhaseRecurring, "Next job at "),
		whole("labels of ours, with lies", `"metadata":{"generateName":"odd-","labels":{"fournos.dev/job-name":"another","fournos.dev/recurring-parent":"nobody"}},`+empty,
			fournosv1.PhaseFailed, "spec.executionEngine"),
		bakes("name of 63 characters bakes", long, sharedJSON(`"cluster":"cluster-3","secretRefs":["demo-token"],"pipeline":"fournos-run-only"`)),
		bakes("name in digits bakes", "1"+digits(unique), onHubJSON(`"executionEngine":{"mock":{}}`)),
	}
}

func oddRest() []oddJob {
	noPipeline := func(name string) oddJob {
		return failedLater("pipeline "+name, onHubJSON(`"executionEngine":{"mock":{}},"pipeline":`+quote(name)), "Pipeline '"+name+"' not found in namespace psap-automation", "spec.pipeline")
	}
	return []oddJob{
		noPipeline("no-such"),
		failed("secretRefs kubeconfig", sharedJSON(`"secretRefs":["kubeconfig"]`), "give the vault entry another name", "spec.secretRefs"),
		scheduled("secretRefs as many as may be", laterJSON(`"secretRefs":[`+many(1000, `"r%d"`)+`]`)),
		scheduled("env as many as may be", laterJSON(`"env":{`+many(10_000, `"E%d":"v"`)+`}`)),
		scheduled("env with odd names", laterJSON(`"env":{"":"","A=B":"\u0000","печь":"🍞","$(HOME)":"$(HOME)","a b":null}`)),
		scheduled("gpuCount as big as may be", laterJSON(`"hardware":{"gpuType":"a100","gpuCount":2147483647}`)),
		scheduled("gpuCount with a point", laterJSON(`"hardware":{"gpuType":"a100","gpuCount":2.0}`)),
		scheduled("hardware null", laterJSON(`"hardware":null`)),
		scheduled("unknown fields", laterJSON(`"gpus":8,"Cluster":"cluster-1","shutDown":"Stop","lockonly":true`)),
		scheduled("texts for people", laterJSON(`"owner":"%s \u202e🍞\n","displayName":"`+strings.Repeat("ö", 253)+`"`)),
		scheduled("not suspended, without a schedule", laterJSON(`"suspend":false`)),
		failed("ttl as long as may be", `{"ttlSecondsAfterFinished":2147483647}`, "spec.executionEngine"),
		failed("shutdown null", `{"shutdown":null}`, "spec.executionEngine"),
		{name: "shutdown of an empty job", spec: `{"shutdown":"Stop"}`, phase: fournosv1.PhaseStopped, message: []string{fournosv1.MessageStopped}},
		{name: "shutdown of a wrong template", spec: `{"shutdown":"Terminate","schedule":"daily"}`, phase: fournosv1.PhaseStopped, message: []string{fournosv1.MessageStopped}},
		{name: "shutdown of a job for later", spec: laterJSON(`"shutdown":"Stop"`), phase: fournosv1.PhaseStopped, message: []string{fournosv1.MessageStopped}},
	}
}

// quote writes a text in JSON.
func quote(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// digits maps hexadecimal digits to decimal ones.
func digits(hex string) string {
	return strings.Map(func(r rune) rune { return '0' + r%10 }, hex)
}
