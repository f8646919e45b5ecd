package v1

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
	"knative.dev/pkg/apis"
)

// Validate checks what the schema cannot: fields that exclude or need each other, and values that must parse. It
// implements apis.Validatable. Each error names the fields and what to do.
func (j *FournosJob) Validate(context.Context) *apis.FieldError {
	s := &j.Spec
	return s.validateEngine().
		Also(s.validateTarget()).
		Also(s.validateTimes()).
		Also(s.validateSecretRefs()).
		ViaField("spec")
}

func (s *FournosJobSpec) validateEngine() *apis.FieldError {
	switch {
	case len(s.ExecutionEngine) == 0 && !s.LockOnly:
		return apis.ErrGeneric("an execution engine is required; name one, such as `executionEngine: {forge: {…}}`, or set lockOnly", "executionEngine")
	case len(s.ExecutionEngine) > 1:
		var engines []string
		for engine := range s.ExecutionEngine {
			engines = append(engines, engine)
		}
		slices.Sort(engines)
		return apis.ErrGeneric("exactly one execution engine is expected, got "+strings.Join(engines, ", ")+"; keep one", "executionEngine")
	}
	return nil
}

func (s *FournosJobSpec) validateTarget() (errs *apis.FieldError) {
	if s.Clusterless {
		if s.Cluster != "" {
			errs = errs.Also(apis.ErrGeneric("a clusterless job has no cluster; remove one of the two", "cluster", "clusterless"))
		}
		if s.IsExclusive() {
			errs = errs.Also(apis.ErrGeneric("a clusterless job takes no cluster for itself; set exclusive: false", "clusterless", "exclusive"))
		}
		if s.LockOnly {
			errs = errs.Also(apis.ErrGeneric("a clusterless job has nothing to lock; remove one of the two", "clusterless", "lockOnly"))
		}
		return errs
	}
	if s.Cluster != "" {
		return nil
	}
	if s.LockOnly {
		return apis.ErrGeneric("lockOnly needs the name of the cluster to lock", "cluster", "lockOnly")
	}
	if s.IsExclusive() {
		return apis.ErrGeneric("an exclusive job (exclusive is true by default) needs the name of its cluster; set cluster, or exclusive: false", "cluster", "exclusive")
	}
	return nil
}

func (s *FournosJobSpec) validateTimes() (errs *apis.FieldError) {
	if s.Schedule != "" && s.ScheduledStartTime != "" {
		errs = errs.Also(apis.ErrGeneric("a job starts once or recurs; remove one of the two", "schedule", "scheduledStartTime"))
	}
	if s.Schedule != "" {
		errs = errs.Also(s.validateSchedule())
	}
	errs = errs.Also(validateTime(s.ScheduledStartTime, "scheduledStartTime"))
	if s.LockUntil != "" && !s.LockOnly {
		errs = errs.Also(apis.ErrGeneric("lockUntil ends the lock of a lockOnly job; set lockOnly: true or remove it", "lockUntil", "lockOnly"))
	}
	return errs.Also(validateTime(s.LockUntil, "lockUntil"))
}

func (s *FournosJobSpec) validateSchedule() (errs *apis.FieldError) {
	// The parser takes a zone within the expression, which timeZone would then contradict.
	if strings.Contains(s.Schedule, "TZ=") {
		errs = errs.Also(apis.ErrGeneric("the time zone belongs in timeZone, not in schedule", "schedule", "timeZone"))
	} else if err := parseSchedule(s.Schedule); err != nil {
		errs = errs.Also(apis.ErrGeneric(fmt.Sprintf("%q is no cron expression such as \"0 20 * * *\" (%v)", s.Schedule, err), "schedule"))
	}
	// "Local" would mean whatever zone the controller's machine has.
	if _, err := time.LoadLocation(s.TimeZone); err != nil || strings.EqualFold(s.TimeZone, "Local") {
		errs = errs.Also(apis.ErrGeneric(fmt.Sprintf("%q is no time zone such as Europe/Athens", s.TimeZone), "timeZone"))
	}
	return errs
}

func parseSchedule(schedule string) error {
	// The parser makes a second of less than one, and of less than none.
	if delay, err := time.ParseDuration(strings.TrimPrefix(schedule, "@every ")); err == nil && delay < time.Second {
		return errors.New("the delay must be 1s or more")
	}
	_, err := cron.ParseStandard(schedule)
	return err
}

var rfc3339 = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`)

func validateTime(value, field string) *apis.FieldError {
	if value == "" {
		return nil
	}
	// Go takes more than RFC 3339, such as hours of one digit.
	if _, err := time.Parse(time.RFC3339, value); err != nil || !rfc3339.MatchString(value) {
		return apis.ErrGeneric(fmt.Sprintf("%q is no RFC 3339 time such as 2030-01-31T18:00:00Z", value), field)
	}
	return nil
}

func (s *FournosJobSpec) validateSecretRefs() *apis.FieldError {
	// Copies are named <job>-<ref>, and <job>-kubeconfig is the copy of the cluster's kubeconfig.
	if slices.Contains(s.SecretRefs, "kubeconfig") && !s.Clusterless {
		return apis.ErrGeneric("'kubeconfig' is the name of the job's own copy of its cluster's kubeconfig; give the vault entry another name", "secretRefs")
	}
	return nil
}
