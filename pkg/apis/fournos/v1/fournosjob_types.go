package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	duckv1 "knative.dev/pkg/apis/duck/v1"
)

// FournosJob is one benchmark: what to run, on which kind of cluster, and how far it has come.
//
// Tekton takes no dots in the names of runs and at most 63 characters, and "<job>-admission" is the run that waits
// for Kueue: so the name of a job is a DNS-1123 label that does not end like that.
//
// Once a job is being resolved, what it runs and where it runs must stand still. Only the resolve Job fills hardware
// and secretRefs then, while the phase is Resolving.
//
// +genclient
// +genreconciler
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=fournosjobs,singular=fournosjob,shortName=fj;fjob;fjobs,categories=fournos
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Owner",type=string,JSONPath=`.spec.owner`
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`
// +kubebuilder:printcolumn:name="Cluster",type=string,JSONPath=`.status.cluster`
// +kubebuilder:printcolumn:name="Message",type=string,JSONPath=`.status.message`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:printcolumn:name="Display Name",type=string,priority=1,JSONPath=`.spec.displayName`
// +kubebuilder:printcolumn:name="Exclusive",type=boolean,priority=1,JSONPath=`.spec.exclusive`
// +kubebuilder:printcolumn:name="Schedule",type=string,priority=1,JSONPath=`.spec.schedule`
// +kubebuilder:printcolumn:name="Last Schedule",type=date,priority=1,JSONPath=`.status.lastScheduledTime`
// +kubebuilder:validation:XValidation:rule="self.metadata.name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$') && self.metadata.name.size() <= 63",message="metadata.name must be a DNS-1123 label (lower case letters, digits and '-', at most 63 characters), for Tekton's runs are named after it"
// +kubebuilder:validation:XValidation:rule="!self.metadata.name.endsWith('-admission')",message="metadata.name must not end in '-admission', for the run that waits for a cluster is named like that"
// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() || !has(self.spec) || has(self.spec.schedule) || !has(self.spec.timeZone)",message="spec.timeZone is for the jobs that a schedule makes; set spec.schedule, too, or leave it out",optionalOldSelf=true
// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() || !has(self.spec) || has(self.spec.schedule) || !has(self.spec.concurrencyPolicy)",message="spec.concurrencyPolicy is for the jobs that a schedule makes; set spec.schedule, too, or leave it out",optionalOldSelf=true
// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() || !has(self.spec) || has(self.spec.schedule) || !(has(self.spec.suspend) && self.spec.suspend)",message="spec.suspend is for the jobs that a schedule makes; set spec.schedule, too, or leave it out",optionalOldSelf=true
// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() || !has(self.spec) || has(self.spec.schedule) || !has(self.spec.startingDeadlineSeconds)",message="spec.startingDeadlineSeconds is for the jobs that a schedule makes; set spec.schedule, too, or leave it out",optionalOldSelf=true
// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() || !has(self.spec) || has(self.spec.schedule) || !has(self.spec.successfulJobsHistoryLimit)",message="spec.successfulJobsHistoryLimit is for the jobs that a schedule makes; set spec.schedule, too, or leave it out",optionalOldSelf=true
// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() || !has(self.spec) || has(self.spec.schedule) || !has(self.spec.failedJobsHistoryLimit)",message="spec.failedJobsHistoryLimit is for the jobs that a schedule makes; set spec.schedule, too, or leave it out",optionalOldSelf=true
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.executionEngine) == has(oldSelf.spec.executionEngine) && (!has(self.spec.executionEngine) || self.spec.executionEngine == oldSelf.spec.executionEngine))",message="spec.executionEngine cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.env) == has(oldSelf.spec.env) && (!has(self.spec.env) || self.spec.env == oldSelf.spec.env))",message="spec.env cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.cluster) == has(oldSelf.spec.cluster) && (!has(self.spec.cluster) || self.spec.cluster == oldSelf.spec.cluster))",message="spec.cluster cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.exclusive) == has(oldSelf.spec.exclusive) && (!has(self.spec.exclusive) || self.spec.exclusive == oldSelf.spec.exclusive))",message="spec.exclusive cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.clusterless) == has(oldSelf.spec.clusterless) && (!has(self.spec.clusterless) || self.spec.clusterless == oldSelf.spec.clusterless))",message="spec.clusterless cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.lockOnly) == has(oldSelf.spec.lockOnly) && (!has(self.spec.lockOnly) || self.spec.lockOnly == oldSelf.spec.lockOnly))",message="spec.lockOnly cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.pipeline) == has(oldSelf.spec.pipeline) && (!has(self.spec.pipeline) || self.spec.pipeline == oldSelf.spec.pipeline))",message="spec.pipeline cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.priority) == has(oldSelf.spec.priority) && (!has(self.spec.priority) || self.spec.priority == oldSelf.spec.priority))",message="spec.priority cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.onEviction) == has(oldSelf.spec.onEviction) && (!has(self.spec.onEviction) || self.spec.onEviction == oldSelf.spec.onEviction))",message="spec.onEviction cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.scheduledStartTime) == has(oldSelf.spec.scheduledStartTime) && (!has(self.spec.scheduledStartTime) || self.spec.scheduledStartTime == oldSelf.spec.scheduledStartTime))",message="spec.scheduledStartTime cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.owner) == has(oldSelf.spec.owner) && (!has(self.spec.owner) || self.spec.owner == oldSelf.spec.owner))",message="spec.owner cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring'] || (has(self.spec.displayName) == has(oldSelf.spec.displayName) && (!has(self.spec.displayName) || self.spec.displayName == oldSelf.spec.displayName))",message="spec.displayName cannot change once the job is being resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring', 'Resolving'] || (has(self.spec.hardware) == has(oldSelf.spec.hardware) && (!has(self.spec.hardware) || self.spec.hardware == oldSelf.spec.hardware))",message="spec.hardware cannot change once the job has been resolved; create another job instead"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.status) || !has(oldSelf.status.phase) || oldSelf.status.phase in ['Scheduled', 'Recurring', 'Resolving'] || (has(self.spec.secretRefs) == has(oldSelf.spec.secretRefs) && (!has(self.spec.secretRefs) || self.spec.secretRefs == oldSelf.spec.secretRefs))",message="spec.secretRefs cannot change once the job has been resolved; create another job instead"
type FournosJob struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What to run and where.
	// +optional
	// +kubebuilder:default={}
	Spec FournosJobSpec `json:"spec,omitempty"`
	// How far the job has come. Fournos writes it, except engineStatus.
	// +optional
	Status FournosJobStatus `json:"status,omitempty"`
}

// FournosJobSpec is what the author of a job asks for.
//
// Its numbers are bounded to what the Go types hold: one job with a larger number would keep the controller from reading
// any, for the API server does not check the format int32.
type FournosJobSpec struct {
	// The execution engine and its configuration: exactly one key, the engine's name, whose value is handed to the
	// engine as it is. Required unless lockOnly is set.
	// +optional
	// +kubebuilder:pruning:PreserveUnknownFields
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=object
	ExecutionEngine map[string]runtime.RawExtension `json:"executionEngine,omitempty"`

	// Variables for the engine, which reads them from here.
	// +optional
	// +kubebuilder:validation:MaxProperties=10000
	Env map[string]string `json:"env,omitempty"`

	// The cluster to run on, by the name of its Kueue ResourceFlavor. Absent: the first cluster that has room.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	Cluster string `json:"cluster,omitempty"`

	// The GPUs that the job needs. Filled by the resolve Job when absent.
	// +optional
	Hardware *Hardware `json:"hardware,omitempty"`

	// The team or person that the job belongs to.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	Owner string `json:"owner,omitempty"`

	// A label for people, need not be unique. Absent: the job's name.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	DisplayName string `json:"displayName,omitempty"`

	// The Tekton Pipeline to run. It must carry the annotation fournos.dev/resolve-image.
	// +optional
	// +kubebuilder:default=fournos-full
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	Pipeline string `json:"pipeline,omitempty"`

	// The Kueue WorkloadPriorityClass that orders the wait for a cluster. Absent: priority 0.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	Priority string `json:"priority,omitempty"`

	// The vault entries that the job may read, by name without the prefix "vault-". Each is mounted at <name>/<key>.
	// Filled by the resolve Job.
	// +optional
	// +listType=set
	// +kubebuilder:validation:MaxItems=1000
	SecretRefs []SecretRef `json:"secretRefs,omitempty"`

	// Whether the job takes the whole cluster. Needs cluster.
	// +optional
	// +kubebuilder:default=true
	Exclusive *bool `json:"exclusive,omitempty"`

	// Whether the job runs on the hub alone, with no target cluster, no kubeconfig and no wait. Needs exclusive: false;
	// excludes cluster and lockOnly.
	// +optional
	// +kubebuilder:default=false
	Clusterless bool `json:"clusterless,omitempty"`

	// Whether the job holds its cluster and runs nothing, until it is deleted, stopped, or lockUntil. Needs cluster.
	// +optional
	// +kubebuilder:default=false
	LockOnly bool `json:"lockOnly,omitempty"`

	// With lockOnly: when to release the cluster, in RFC 3339, such as 2030-01-31T18:00:00Z.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	LockUntil string `json:"lockUntil,omitempty"`

	// When to start, in RFC 3339. Excludes schedule.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	ScheduledStartTime string `json:"scheduledStartTime,omitempty"`

	Recurrence `json:",inline"`

	// What becomes of the job when Kueue takes its cluster back: Requeue or Fail.
	// +optional
	// +kubebuilder:default=Requeue
	OnEviction EvictionPolicy `json:"onEviction,omitempty"`

	// Delete the job this many seconds after it finished. Absent: keep it.
	// +optional
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=2147483647
	TTLSecondsAfterFinished *int32 `json:"ttlSecondsAfterFinished,omitempty"`

	// Ends the job: Stop lets its finally tasks run, Terminate does not. Stop may be raised to Terminate.
	// +optional
	Shutdown Shutdown `json:"shutdown,omitempty"`
}

// Hardware names GPUs by type and count.
type Hardware struct {
	// The model's short name, such as a100.
	// +kubebuilder:validation:Pattern=`^[a-z0-9]+$`
	// +kubebuilder:validation:MaxLength=63
	GPUType string `json:"gpuType"`
	// How many.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=2147483647
	GPUCount int32 `json:"gpuCount"`
}

// SecretRef is the name of a vault entry, a DNS-1123 label.
//
// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
// +kubebuilder:validation:MaxLength=63
type SecretRef string

// Recurrence makes a job a template from which a job is made at each tick of a schedule. Its fields mean what the
// fields of the same names mean in a CronJob.
type Recurrence struct {
	// A cron expression, such as "0 20 * * *": the job becomes a template that makes a job at each tick. Excludes
	// scheduledStartTime.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	Schedule string `json:"schedule,omitempty"`

	// The time zone of schedule, such as Europe/Athens. Absent: UTC.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	TimeZone string `json:"timeZone,omitempty"`

	// What a tick does while a job of an earlier tick is unfinished: Allow another, Forbid another before it has ended, or Replace it.
	// +optional
	ConcurrencyPolicy ConcurrencyPolicy `json:"concurrencyPolicy,omitempty"`

	// Whether ticks are skipped.
	// +optional
	Suspend bool `json:"suspend,omitempty"`

	// How many seconds late a tick may still start. Absent: any.
	// +optional
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=2147483647
	StartingDeadlineSeconds *int64 `json:"startingDeadlineSeconds,omitempty"`

	// How many succeeded jobs of this template to keep. Absent: 3.
	// +optional
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=2147483647
	SuccessfulJobsHistoryLimit *int32 `json:"successfulJobsHistoryLimit,omitempty"`

	// How many failed or stopped jobs of this template to keep. Absent: 1.
	// +optional
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=2147483647
	FailedJobsHistoryLimit *int32 `json:"failedJobsHistoryLimit,omitempty"`
}

// EvictionPolicy says what becomes of a job whose cluster Kueue takes back.
//
// +kubebuilder:validation:Enum=Requeue;Fail
type EvictionPolicy string

const (
	// EvictionRequeue puts the job back into the queue.
	EvictionRequeue EvictionPolicy = "Requeue"
	// EvictionFail ends the job.
	EvictionFail EvictionPolicy = "Fail"
)

// ConcurrencyPolicy says what a tick does while a job of an earlier tick is unfinished.
//
// +kubebuilder:validation:Enum=Allow;Forbid;Replace
type ConcurrencyPolicy string

const (
	// ConcurrencyAllow lets both run.
	ConcurrencyAllow ConcurrencyPolicy = "Allow"
	// ConcurrencyForbid skips the tick.
	ConcurrencyForbid ConcurrencyPolicy = "Forbid"
	// ConcurrencyReplace ends the earlier job.
	ConcurrencyReplace ConcurrencyPolicy = "Replace"
)

// Shutdown says how to end a job.
//
// +kubebuilder:validation:Enum=Stop;Terminate
type Shutdown string

const (
	// ShutdownStop cancels the run and lets its finally tasks run.
	ShutdownStop Shutdown = "Stop"
	// ShutdownTerminate cancels the run, finally tasks and all.
	ShutdownTerminate Shutdown = "Terminate"
)

// Phase is where a job stands in its life.
//
// +kubebuilder:validation:MaxLength=16
// +kubebuilder:validation:Enum=Scheduled;Recurring;Resolving;Pending;Admitted;Running;Succeeded;Failed;Stopping;Stopped
type Phase string

const (
	// PhaseScheduled waits for spec.scheduledStartTime.
	PhaseScheduled Phase = "Scheduled"
	// PhaseRecurring makes jobs by spec.schedule.
	PhaseRecurring Phase = "Recurring"
	// PhaseResolving runs the resolve Job and checks what it found.
	PhaseResolving Phase = "Resolving"
	// PhasePending waits for Kueue to give a cluster.
	PhasePending Phase = "Pending"
	// PhaseAdmitted has a cluster and nothing running on it yet.
	PhaseAdmitted Phase = "Admitted"
	// PhaseRunning has a PipelineRun.
	PhaseRunning Phase = "Running"
	// PhaseSucceeded is final: the PipelineRun succeeded, or the lock was held to its end.
	PhaseSucceeded Phase = "Succeeded"
	// PhaseFailed is final: status.message tells why.
	PhaseFailed Phase = "Failed"
	// PhaseStopping waits for a PipelineRun that was told to stop.
	PhaseStopping Phase = "Stopping"
	// PhaseStopped is final: spec.shutdown was set before the job had finished.
	PhaseStopped Phase = "Stopped"
)

// FournosJobStatus is how far a job has come.
//
// Engines may write to it, too. One time or number in it that an informer cannot read would keep it from reading any job,
// so the schema bounds them all; see also hack/update-codegen.sh.
type FournosJobStatus struct {
	duckv1.Status `json:",inline"`

	// Where the job stands in its life.
	// +optional
	Phase Phase `json:"phase,omitempty"`

	// What the job waits for or why it ended, for people.
	// +optional
	Message string `json:"message,omitempty"`

	// The cluster that Kueue gave, or [clusterless].
	// +optional
	Cluster string `json:"cluster,omitempty"`

	// The Tekton PipelineRun that does the work.
	// +optional
	PipelineRun string `json:"pipelineRun,omitempty"`

	// Where the Tekton Dashboard shows what the job does now.
	// +optional
	DashboardURL string `json:"dashboardURL,omitempty"`

	// How often a PipelineRun was begun.
	// +optional
	// +kubebuilder:validation:Maximum=2147483647
	Attempts int32 `json:"attempts,omitempty"`

	// When the last job of this template was made.
	// +optional
	LastScheduledTime *metav1.Time `json:"lastScheduledTime,omitempty"`

	// When the job left the state of waiting for its time, and began to be resolved.
	// +optional
	StartTime *metav1.Time `json:"startTime,omitempty"`

	// When the job reached its final phase.
	// +optional
	CompletionTime *metav1.Time `json:"completionTime,omitempty"`

	// What the engine has to say. The engine writes it; Fournos keeps it as it is.
	// +optional
	// +kubebuilder:pruning:PreserveUnknownFields
	// +kubebuilder:validation:Schemaless
	EngineStatus *runtime.RawExtension `json:"engineStatus,omitempty"`
}

// FournosJobList is a list of jobs.
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true
type FournosJobList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []FournosJob `json:"items"`
}
