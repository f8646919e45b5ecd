package fournos

// Params of the custom task AdmissionKind. All are strings and all may be left out.
const (
	// ParamCluster pins the Workload to one cluster, by the name of its ResourceFlavor.
	ParamCluster = "cluster"
	// ParamGPUType and ParamGPUCount ask for GPUs: both or neither.
	ParamGPUType = "gpu-type"
	// ParamGPUCount is a whole number of at least 1.
	ParamGPUCount = "gpu-count"
	// ParamExclusive is "true" to ask for all slots of the cluster, "false" (the default) for one.
	ParamExclusive = "exclusive"
	// ParamPriority names a Kueue WorkloadPriorityClass.
	ParamPriority = "priority"
	// ParamQueue names the LocalQueue; the default is the setting KUEUE_LOCAL_QUEUE_NAME.
	ParamQueue = "queue"
	// ParamResources asks for other resources than clusters: "name=quantity,…". Without any of ParamCluster, ParamGPUType
	// and ParamExclusive the Workload asks for these alone, and for no cluster.
	ParamResources = "resources"
	// ParamNodeSelector takes only flavors that have these node labels: "key=value,…".
	ParamNodeSelector = "node-selector"
	// ParamOnEviction is EvictionCancel (the default) or EvictionIgnore.
	ParamOnEviction = "on-eviction"
)

// Values of ParamOnEviction: what becomes of the PipelineRun around a run that has passed when Kueue wants the quota back.
const (
	// EvictionCancel stops it gracefully, and hands the quota back when it has ended.
	EvictionCancel = "Cancel"
	// EvictionIgnore lets it run to its end, however long others wait.
	EvictionIgnore = "Ignore"
)

// Results of the custom task AdmissionKind. A run that fails sets them to "", so that finally tasks that use them run.
const (
	// ResultCluster is the cluster that Kueue gave, "" if none was asked for.
	ResultCluster = "cluster"
	// ResultFlavor is the ResourceFlavor that Kueue gave; if there are several, they are joined with ",".
	ResultFlavor = "flavor"
	// ResultWorkload is the name of the Workload that holds it.
	ResultWorkload = "workload"
)

// Reasons of the condition Succeeded of a run of the custom task AdmissionKind, beside Tekton's own for a run that was
// cancelled or timed out.
const (
	// ReasonPending: the Workload waits. The message tells for what.
	ReasonPending = "Pending"
	// ReasonAdmitted: the Workload is admitted, the results are set.
	ReasonAdmitted = "Admitted"
	// ReasonAdmissionRejected: Kueue deactivated the Workload, and will not admit it.
	ReasonAdmissionRejected = "AdmissionRejected"
	// ReasonNoFlavorAssigned: the Workload is admitted without a flavor for ClusterSlotResource.
	ReasonNoFlavorAssigned = "NoFlavorAssigned"
	// ReasonInvalidParams: a param is unknown or has a bad value.
	ReasonInvalidParams = "InvalidParams"
	// ReasonNameConflict: an object that somebody else made has the name that ours must have.
	ReasonNameConflict = "NameConflict"
)
