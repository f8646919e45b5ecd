package v1

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
)

func engines(names ...string) map[string]runtime.RawExtension {
	all := map[string]runtime.RawExtension{}
	for _, name := range names {
		all[name] = runtime.RawExtension{Raw: []byte(`{}`)}
	}
	return all
}

// valid is a spec that is shared on any cluster, changed by the options.
func valid(options ...func(*FournosJobSpec)) *FournosJob {
	job := &FournosJob{Spec: FournosJobSpec{ExecutionEngine: engines("forge"), Exclusive: ptr.To(false)}}
	for _, option := range options {
		option(&job.Spec)
	}
	return job
}

func cluster(s *FournosJobSpec)     { s.Cluster = "oslo" }
func exclusive(s *FournosJobSpec)   { s.Exclusive = ptr.To(true) }
func byDefault(s *FournosJobSpec)   { s.Exclusive = nil }
func clusterless(s *FournosJobSpec) { s.Clusterless = true }
func lock(s *FournosJobSpec)        { s.LockOnly = true }
func hardware(s *FournosJobSpec)    { s.Hardware = &Hardware{GPUType: "a100", GPUCount: 1} }
func noEngine(s *FournosJobSpec)    { s.ExecutionEngine = nil }

func lockUntil(at string) func(*FournosJobSpec) {
	return func(s *FournosJobSpec) { s.LockUntil = at }
}

func start(at string) func(*FournosJobSpec) {
	return func(s *FournosJobSpec) { s.ScheduledStartTime = at }
}

func schedule(expression, zone string) func(*FournosJobSpec) {
	return func(s *FournosJobSpec) { s.Schedule, s.TimeZone = expression, zone }
}

func refs(refs ...SecretRef) func(*FournosJobSpec) {
	return func(s *FournosJobSpec) { s.SecretRefs = refs }
}

func TestValidate(t *testing.T) {
	for name, job := range map[string]*FournosJob{
		"shared, any cluster":              valid(),
		"shared, pinned":                   valid(cluster),
		"hardware only":                    valid(hardware),
		"exclusive":                        valid(cluster, exclusive),
		"exclusive by default":             valid(cluster, byDefault),
		"clusterless":                      valid(clusterless),
		"clusterless with hardware":        valid(clusterless, hardware),
		"lock":                             valid(cluster, exclusive, lock, noEngine),
		"lock with an engine":              valid(cluster, exclusive, lock),
		"lock until":                       valid(cluster, exclusive, lock, noEngine, lockUntil("2030-01-31T18:00:00+02:00")),
		"lock that recurs":                 valid(cluster, exclusive, lock, noEngine, schedule("0 20 * * *", "")),
		"scheduled":                        valid(start("2030-01-31T18:00:00Z")),
		"recurring":                        valid(schedule("0 20 * * *", "")),
		"recurring in a time zone":         valid(schedule("*/5 8-18 * * MON-FRI", "Europe/Athens")),
		"recurring by a name":              valid(schedule("@daily", "UTC")),
		"vault entries":                    valid(refs("hf", "s3")),
		"kubeconfig, which no copy is for": valid(clusterless, refs("kubeconfig")),
	} {
		t.Run(name, func(t *testing.T) {
			if err := job.Validate(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestValidateRefuses(t *testing.T) {
	for _, test := range []struct {
		name string
		job  *FournosJob
		want string
	}{{
		"no engine", valid(noEngine),
		"an execution engine is required; name one, such as `executionEngine: {forge: {…}}`, or set lockOnly: spec.executionEngine",
	}, {
		"two engines", valid(func(s *FournosJobSpec) { s.ExecutionEngine = engines("forge", "bench") }),
		"exactly one execution engine is expected, got bench, forge; keep one: spec.executionEngine",
	}, {
		"lock with two engines", valid(cluster, lock, func(s *FournosJobSpec) { s.ExecutionEngine = engines("forge", "bench") }),
		"exactly one execution engine is expected, got bench, forge; keep one: spec.executionEngine",
	}, {
		"exclusive without cluster", valid(exclusive),
		"an exclusive job (exclusive is true by default) needs the name of its cluster; set cluster, or exclusive: false: spec.cluster, spec.exclusive",
	}, {
		"exclusive by default without cluster", valid(byDefault, hardware),
		"an exclusive job (exclusive is true by default) needs the name of its cluster; set cluster, or exclusive: false: spec.cluster, spec.exclusive",
	}, {
		"clusterless with cluster", valid(clusterless, cluster),
		"a clusterless job has no cluster; remove one of the two: spec.cluster, spec.clusterless",
	}, {
		"clusterless and exclusive", valid(clusterless, exclusive),
		"a clusterless job takes no cluster for itself; set exclusive: false: spec.clusterless, spec.exclusive",
	}, {
		"clusterless and exclusive by default", valid(clusterless, byDefault),
		"a clusterless job takes no cluster for itself; set exclusive: false: spec.clusterless, spec.exclusive",
	}, {
		"clusterless lock", valid(clusterless, lock),
		"a clusterless job has nothing to lock; remove one of the two: spec.clusterless, spec.lockOnly",
	}, {
		"lock without cluster", valid(lock, noEngine, exclusive),
		"lockOnly needs the name of the cluster to lock: spec.cluster, spec.lockOnly",
	}, {
		"end of a lock without lock", valid(cluster, lockUntil("2030-01-31T18:00:00Z")),
		"lockUntil ends the lock of a lockOnly job; set lockOnly: true or remove it: spec.lockOnly, spec.lockUntil",
	}, {
		"end of a lock that does not parse", valid(cluster, lock, lockUntil("2030-01-31")),
		`"2030-01-31" is no RFC 3339 time such as 2030-01-31T18:00:00Z: spec.lockUntil`,
	}, {
		"start that does not parse", valid(start("2030-01-31 18:00")),
		`"2030-01-31 18:00" is no RFC 3339 time such as 2030-01-31T18:00:00Z: spec.scheduledStartTime`,
	}, {
		"scheduled and recurring", valid(start("2030-01-31T18:00:00Z"), schedule("0 20 * * *", "")),
		"a job starts once or recurs; remove one of the two: spec.schedule, spec.scheduledStartTime",
	}, {
		"schedule that does not parse", valid(schedule("0 20 * *", "")),
		`"0 20 * *" is no cron expression such as "0 20 * * *" (expected exactly 5 fields, found 4: [0 20 * *]): spec.schedule`,
	}, {
		"schedule out of range", valid(schedule("0 25 * * *", "")),
		`"0 25 * * *" is no cron expression such as "0 20 * * *" (end of range (25) above maximum (23): 25): spec.schedule`,
	}, {
		"schedule with seconds", valid(schedule("0 0 20 * * *", "")),
		`"0 0 20 * * *" is no cron expression such as "0 20 * * *" (expected exactly 5 fields, found 6: [0 0 20 * * *]): spec.schedule`,
	}, {
		"schedule with a delay of nothing", valid(schedule("@every 0s", "")),
		`"@every 0s" is no cron expression such as "0 20 * * *" (the delay must be 1s or more): spec.schedule`,
	}, {
		"schedule with a delay of less", valid(schedule("@every -1h", "")),
		`"@every -1h" is no cron expression such as "0 20 * * *" (the delay must be 1s or more): spec.schedule`,
	}, {
		"start with an hour of one digit", valid(start("2030-01-31T8:00:00Z")),
		`"2030-01-31T8:00:00Z" is no RFC 3339 time such as 2030-01-31T18:00:00Z: spec.scheduledStartTime`,
	}, {
		"start with a comma", valid(start("2030-01-31T18:00:00,5Z")),
		`"2030-01-31T18:00:00,5Z" is no RFC 3339 time such as 2030-01-31T18:00:00Z: spec.scheduledStartTime`,
	}, {
		"time zone in the schedule", valid(schedule("TZ=Europe/Athens 0 20 * * *", "")),
		"the time zone belongs in timeZone, not in schedule: spec.schedule, spec.timeZone",
	}, {
		"time zone in the schedule, and nothing else", valid(schedule("CRON_TZ=Europe/Athens", "")),
		"the time zone belongs in timeZone, not in schedule: spec.schedule, spec.timeZone",
	}, {
		"unknown time zone", valid(schedule("0 20 * * *", "Europe/Atens")),
		`"Europe/Atens" is no time zone such as Europe/Athens: spec.timeZone`,
	}, {
		"the machine's time zone", valid(schedule("0 20 * * *", "Local")),
		`"Local" is no time zone such as Europe/Athens: spec.timeZone`,
	}, {
		"time zone that is a path", valid(schedule("0 20 * * *", "../Athens")),
		`"../Athens" is no time zone such as Europe/Athens: spec.timeZone`,
	}, {
		"vault entry by the kubeconfig's name", valid(refs("hf", "kubeconfig")),
		"'kubeconfig' is the name of the job's own copy of its cluster's kubeconfig; give the vault entry another name: spec.secretRefs",
	}, {
		"all at once", valid(noEngine, clusterless, cluster, exclusive, lock, refs("kubeconfig"), start("noon"), schedule("daily", "Here")),
		strings.Join([]string{
			`"Here" is no time zone such as Europe/Athens: spec.timeZone`,
			`"daily" is no cron expression such as "0 20 * * *" (expected exactly 5 fields, found 1: [daily]): spec.schedule`,
			`"noon" is no RFC 3339 time such as 2030-01-31T18:00:00Z: spec.scheduledStartTime`,
			"a clusterless job has no cluster; remove one of the two: spec.cluster, spec.clusterless",
			"a clusterless job has nothing to lock; remove one of the two: spec.clusterless, spec.lockOnly",
			"a clusterless job takes no cluster for itself; set exclusive: false: spec.clusterless, spec.exclusive",
			"a job starts once or recurs; remove one of the two: spec.schedule, spec.scheduledStartTime",
		}, "\n"),
	}} {
		t.Run(test.name, func(t *testing.T) {
			err := test.job.Validate(context.Background())
			if err == nil {
				t.Fatal("No error")
			}
			if got := err.Error(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// FuzzValidate checks that no spec makes Validate panic, that it changes nothing, and that each error names fields that
// a spec has.
func FuzzValidate(f *testing.F) {
	f.Add("forge", "oslo", "", "", "", "", "hf", true, false, false)
	f.Add("forge,bench", "", "TZ=UTC 0 20 * * *", "Local", "noon", "noon", "kubeconfig", true, true, true)
	f.Add("", "oslo", "@every 1h", "Europe/Athens", "2030-01-31T18:00:00Z", "2030-01-31T18:00:00Z", "", false, false, true)
	f.Add("forge", "", "*/0 1-0 ? L 8", "../../etc/passwd", "", "", "a,b", false, true, false)
	f.Add("a:b\n%s%d", "%!v", "@", "UTC\x00", "\n", "%", "%", false, false, false)
	known := map[string]bool{}
	collectFields(reflect.TypeFor[FournosJobSpec](), known)

	f.Fuzz(func(t *testing.T, engine, cluster, schedule, zone, start, until, secrets string, exclusive, clusterless, lock bool) {
		job := &FournosJob{Spec: FournosJobSpec{
			Cluster: cluster, ScheduledStartTime: start, LockUntil: until,
			Exclusive: ptr.To(exclusive), Clusterless: clusterless, LockOnly: lock,
			Recurrence: Recurrence{Schedule: schedule, TimeZone: zone},
		}}
		if engine != "" {
			job.Spec.ExecutionEngine = engines(strings.Split(engine, ",")...)
		}
		if secrets != "" {
			for ref := range strings.SplitSeq(secrets, ",") {
				job.Spec.SecretRefs = append(job.Spec.SecretRefs, SecretRef(ref))
			}
		}
		before := job.DeepCopy()
		err := job.Validate(context.Background())
		if !reflect.DeepEqual(before, job) {
			t.Errorf("Validate changed the job: %+v, was %+v", job, before)
		}
		for _, each := range err.WrappedErrors() {
			if len(each.Paths) == 0 {
				t.Errorf("Error names no field: %v", each)
			}
			for _, path := range each.Paths {
				field, found := strings.CutPrefix(path, "spec.")
				if !found || !known[field] {
					t.Errorf("Error names %q, which is no field of the spec: %v", path, each)
				}
			}
			if strings.TrimSpace(each.Message) == "" {
				t.Errorf("Error says nothing about %v", each.Paths)
			}
		}
	})
}

func collectFields(spec reflect.Type, known map[string]bool) {
	for i := range spec.NumField() {
		field := spec.Field(i)
		if field.Anonymous {
			collectFields(field.Type, known)
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		known[name] = true
	}
}
