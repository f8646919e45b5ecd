package resources

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fournosv1 "fournos.dev/fournos/pkg/apis/fournos/v1"
)

func TestRecurringJob(t *testing.T) {
	template := bake(a100, urgent, func(j *fournosv1.FournosJob) {
		j.Labels = map[string]string{"team": "bakery", "fournos.dev/recurring-parent": "overwritten"}
		j.Annotations = map[string]string{"fournos.dev/trigger-now": "true", "fournos.dev/creator": "ann"}
		j.Finalizers = []string{"somebody/keep"}
		j.Spec.Recurrence = fournosv1.Recurrence{
			Schedule: "0 20 * * *", TimeZone: "Europe/Athens", ConcurrencyPolicy: fournosv1.ConcurrencyForbid, Suspend: true,
			StartingDeadlineSeconds: ptr.To[int64](60), SuccessfulJobsHistoryLimit: ptr.To[int32](1), FailedJobsHistoryLimit: ptr.To[int32](1),
		}
		j.Spec.ScheduledStartTime, j.Spec.Shutdown = "2030-01-31T18:00:00Z", fournosv1.ShutdownStop
		j.Spec.TTLSecondsAfterFinished = ptr.To[int32](3600)
		j.Spec.OnEviction = fournosv1.EvictionFail
	})
	before := template.DeepCopy()

	want := bake(a100, urgent)
	want.ObjectMeta = of("bake-1773500400")
	want.GenerateName = "bake-"
	want.Labels = map[string]string{"fournos.dev/job-name": "bake-1773500400", "app.kubernetes.io/managed-by": "fournos", "fournos.dev/recurring-parent": "bake"}
	want.Annotations = map[string]string{"fournos.dev/creator": "ann"}
	want.Status = fournosv1.FournosJobStatus{}
	want.Spec.TTLSecondsAfterFinished = ptr.To[int32](3600)
	want.Spec.OnEviction = fournosv1.EvictionFail

	got := RecurringJob(template, "bake-1773500400")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("RecurringJob (-want, +got):\n%s", diff)
	}
	got.Spec.Hardware.GPUCount = 1
	if diff := cmp.Diff(before, template); diff != "" {
		t.Errorf("RecurringJob changed, or shares, the template (-before, +after):\n%s", diff)
	}
	if !metav1.IsControlledBy(got, template) {
		t.Error("The job is not the template's")
	}
}
