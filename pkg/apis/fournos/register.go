// Package fournos names the API group of Fournos, and the labels, annotations and resource names that belong to it.
package fournos

const (
	// GroupName is the API group of every Fournos kind.
	GroupName = "fournos.dev"

	// ManagedByLabelKey is set, to ManagedByLabelValue, on every object that Fournos makes.
	ManagedByLabelKey = "app.kubernetes.io/managed-by"
	// ManagedByLabelValue is the value of ManagedByLabelKey.
	ManagedByLabelValue = "fournos"

	// JobNameLabelKey carries the FournosJob's name on every object made for it. Tekton copies the labels of a
	// PipelineRun down to its TaskRuns, CustomRuns and Pods, so the Pods of a job are found by it, too.
	JobNameLabelKey = GroupName + "/job-name"

	// ClusterLabelKey is the node label by which a Kueue ResourceFlavor stands for a cluster, and so the key of the
	// node selector that pins a Workload to it. On a PipelineRun the annotation of this name tells the cluster.
	ClusterLabelKey = GroupName + "/cluster"

	// VaultEntryLabelKey marks, with the value "true", a Secret that a job may name in spec.secretRefs.
	VaultEntryLabelKey = GroupName + "/vault-entry"

	// AllowedCreatorsAnnotationKey keeps a vault entry for the jobs of some users, whom it lists with blanks or commas
	// between them. Without it, any job may name the entry.
	AllowedCreatorsAnnotationKey = GroupName + "/allowed-creators"
	// CreatorAnnotationKey is the annotation in which a job's author says who they are to the API server, which refuses
	// another's name.
	CreatorAnnotationKey = GroupName + "/creator"

	// ResolveImageAnnotationKey is the annotation of a Tekton Pipeline that names the image of its resolve Job.
	ResolveImageAnnotationKey = GroupName + "/resolve-image"

	// RecurringParentLabelKey carries, on each job that a template made, the template's name.
	RecurringParentLabelKey = GroupName + "/recurring-parent"
	// TriggerNowAnnotationKey is the annotation of a template that, set to "true", makes a job at once. It is "false" again
	// when that is done.
	TriggerNowAnnotationKey = GroupName + "/trigger-now"

	// EvictedAnnotationKey is the annotation of a PipelineRun that a gate has stopped, for Kueue took its quota back. It
	// tells why.
	EvictedAnnotationKey = GroupName + "/evicted"

	// QuotaFinalizer is on every Workload that we make: its quota is given back only when the Pods that work on it ended.
	QuotaFinalizer = GroupName + "/quota"

	// ClusterSlotResource is the Kueue resource of which each cluster has SlotsPerCluster. A job that shares a
	// cluster asks for one, an exclusive job for all, so Kueue's quota alone keeps exclusive jobs apart.
	ClusterSlotResource = "fournos/cluster-slot"
	// SlotsPerCluster is the quota of ClusterSlotResource that each flavor carries.
	SlotsPerCluster = 100

	// AdmissionKind is the kind of the custom task that waits for Kueue, in API version AdmissionAPIVersion.
	AdmissionKind = "KueueAdmission"
	// AdmissionAPIVersion is the apiVersion of a taskRef to AdmissionKind.
	AdmissionAPIVersion = GroupName + "/v1"
)
