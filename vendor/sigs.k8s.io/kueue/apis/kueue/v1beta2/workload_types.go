/*
Copyright The Kubernetes Authors.

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

package v1beta2

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// WorkloadSpec defines the desired state of Workload
// +kubebuilder:validation:XValidation:rule="!has(self.priorityClassRef) || has(self.priority)", message="priority should not be nil when priorityClassRef is set"
type WorkloadSpec struct {
	// podSets is a list of sets of homogeneous pods, each described by a Pod spec
	// and a count.
	// There must be at least one element and at most 18.
	// podSets cannot be changed.
	//
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=18
	// +kubebuilder:validation:MinItems=1
	// +optional
	PodSets []PodSet `json:"podSets"`

	// queueName is the name of the LocalQueue the Workload is associated with.
	// queueName cannot be changed while .status.admission is not null.
	// +optional
	QueueName LocalQueueName `json:"queueName,omitempty"`

	// priorityClassRef references a PriorityClass object that defines the workload's priority.
	//
	// +optional
	PriorityClassRef *PriorityClassRef `json:"priorityClassRef,omitempty"`

	// priority determines the order of access to the resources managed by the
	// ClusterQueue where the workload is queued.
	// The priority value is populated from the referenced PriorityClass (via priorityClassRef).
	// The higher the value, the higher the priority.
	// If priorityClassRef is specified, priority must not be null.
	// +optional
	Priority *int32 `json:"priority,omitempty"`

	// active determines if a workload can be admitted into a queue.
	// Changing active from true to false will evict any running workloads.
	// Possible values are:
	//
	//   - false: indicates that a workload should never be admitted and evicts running workloads
	//   - true: indicates that a workload can be evaluated for admission into it's respective queue.
	//
	// Defaults to true
	// +kubebuilder:default=true
	Active *bool `json:"active,omitempty"`

	// maximumExecutionTimeSeconds if provided, determines the maximum time, in seconds,
	// the workload can be admitted before it's automatically deactivated.
	//
	// If unspecified, no execution time limit is enforced on the Workload.
	//
	// +optional
	// +kubebuilder:validation:Minimum=1
	MaximumExecutionTimeSeconds *int32 `json:"maximumExecutionTimeSeconds,omitempty"`

	// preemptionGates is a list of gates governing whether the workload
	// can trigger preemptions.
	// The gates are closed by default.
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=8
	// +optional
	PreemptionGates []PreemptionGate `json:"preemptionGates,omitempty"`
}

// PriorityClassGroup indicates the API group of the PriorityClass object.
//
// +enum
// +kubebuilder:validation:Enum=kueue.x-k8s.io;scheduling.k8s.io
type PriorityClassGroup string

const (
	// PodPriorityClassGroup represents the core Kubernetes scheduling group.
	PodPriorityClassGroup PriorityClassGroup = "scheduling.k8s.io"

	// WorkloadPriorityClassGroup represents the Kueue-specific priority group.
	WorkloadPriorityClassGroup PriorityClassGroup = "kueue.x-k8s.io"
)

// PriorityClassKind is the kind of the PriorityClass object.
//
// +enum
// +kubebuilder:validation:Enum=WorkloadPriorityClass;PriorityClass
type PriorityClassKind string

const (
	// PodPriorityClassKind represents the core Kubernetes PriorityClass kind.
	PodPriorityClassKind PriorityClassKind = "PriorityClass"

	// WorkloadPriorityClassKind represents the Kueue WorkloadPriorityClass kind.
	WorkloadPriorityClassKind PriorityClassKind = "WorkloadPriorityClass"
)

// NewPriorityClassRef creates a new PriorityClassRef with the specified group, kind, and name.
func NewPriorityClassRef(group PriorityClassGroup, kind PriorityClassKind, name string) *PriorityClassRef {
	return &PriorityClassRef{Group: group, Kind: kind, Name: name}
}

// NewWorkloadPriorityClassRef creates a PriorityClassRef for a WorkloadPriorityClass.
func NewWorkloadPriorityClassRef(name string) *PriorityClassRef {
	return NewPriorityClassRef(WorkloadPriorityClassGroup, WorkloadPriorityClassKind, name)
}

// NewPodPriorityClassRef creates a PriorityClassRef for a core Kubernetes PriorityClass.
func NewPodPriorityClassRef(name string) *PriorityClassRef {
	return NewPriorityClassRef(PodPriorityClassGroup, PodPriorityClassKind, name)
}

// PriorityClassRef references a PriorityClass in a specific API group.
//
// +kubebuilder:validation:XValidation:rule="(self.group == 'scheduling.k8s.io') ? self.kind == 'PriorityClass' : true", message="only the PriorityClass kind is allowed for the scheduling.k8s.io group"
// +kubebuilder:validation:XValidation:rule="(self.group == 'kueue.x-k8s.io') ? self.kind == 'WorkloadPriorityClass' : true", message="only the WorkloadPriorityClass kind is allowed for the kueue.x-k8s.io group"
type PriorityClassRef struct {
	// group is the API group of the PriorityClass object.
	// Use "kueue.x-k8s.io" for WorkloadPriorityClass.
	// Use "scheduling.k8s.io" for Pod PriorityClass.
	//
	// +required
	Group PriorityClassGroup `json:"group,omitempty"`

	// kind is the kind of the PriorityClass object.
	//
	// +required
	Kind PriorityClassKind `json:"kind,omitempty"`

	// name is the name of the PriorityClass the Workload is associated with.
	// If specified, indicates the workload's priority.
	// "system-node-critical" and "system-cluster-critical" are two special
	// keywords which indicate the highest priorities with the former being
	// the highest priority. Any other name must be defined by creating a
	// PriorityClass object with that name. If not specified, the workload
	// priority will be default or zero if there is no default.
	//
	// +required
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"
	Name string `json:"name,omitempty"`
}

// PodSetTopologyRequest defines the topology request for a PodSet.
type PodSetTopologyRequest struct {
	// required indicates the topology level required by the PodSet, as
	// indicated by the `kueue.x-k8s.io/podset-required-topology` PodSet
	// annotation.
	// This is limited to 63 characters.
	//
	// +optional
	// +kubebuilder:validation:MaxLength=63
	Required *string `json:"required,omitempty"`

	// preferred indicates the topology level preferred by the PodSet, as
	// indicated by the `kueue.x-k8s.io/podset-preferred-topology` PodSet
	// annotation.
	// This is limited to 63 characters.
	//
	// +optional
	// +kubebuilder:validation:MaxLength=63
	Preferred *string `json:"preferred,omitempty"`

	// unconstrained indicates that Kueue has the freedom to schedule the PodSet within
	// the entire available capacity, without constraints on the compactness of the placement.
	// This is indicated by the `kueue.x-k8s.io/podset-unconstrained-topology` PodSet annotation.
	//
	// +optional
	// +kubebuilder:validation:Type=boolean
	Unconstrained *bool `json:"unconstrained,omitempty"`

	// podIndexLabel indicates the name of the label indexing the pods.
	// For example, in the context of
	// - kubernetes job this is: kubernetes.io/job-completion-index
	// - JobSet: kubernetes.io/job-completion-index (inherited from Job)
	// - Kubeflow: training.kubeflow.org/replica-index
	// 	This is limited to 317 characters.
	// +kubebuilder:validation:MaxLength=317
	// +optional
	PodIndexLabel *string `json:"podIndexLabel,omitempty"`

	// subGroupIndexLabel indicates the name of the label indexing the instances of replicated Jobs (groups)
	// within a PodSet. For example, in the context of JobSet this is jobset.sigs.k8s.io/job-index.
	// 	This is limited to 317 characters.
	// +kubebuilder:validation:MaxLength=317
	// +optional
	SubGroupIndexLabel *string `json:"subGroupIndexLabel,omitempty"`

	// subGroupCount indicates the count of replicated Jobs (groups) within a PodSet.
	// For example, in the context of JobSet this value is read from jobset.sigs.k8s.io/replicatedjob-replicas.
	// +optional
	SubGroupCount *int32 `json:"subGroupCount,omitempty"`

	// podSetGroupName indicates the name of the group of PodSets to which this PodSet belongs to.
	// PodSets with the same `PodSetGroupName` should be assigned the same ResourceFlavor
	//
	// +optional
	// +kubebuilder:validation:MaxLength=256
	PodSetGroupName *string `json:"podSetGroupName,omitempty"`

	// podSetSliceRequiredTopology indicates the topology level required by the PodSet slice, as
	// indicated by the `kueue.x-k8s.io/podset-slice-required-topology` annotation.
	//
	// This is limited to 63
	// +optional
	// +kubebuilder:validation:MaxLength=63
	PodSetSliceRequiredTopology *string `json:"podSetSliceRequiredTopology,omitempty"`

	// podSetSliceSize indicates the size of a subgroup of pods in a PodSet for which
	// Kueue finds a requested topology domain on a level defined
	// in `kueue.x-k8s.io/podset-slice-required-topology` annotation.
	//
	// +optional
	PodSetSliceSize *int32 `json:"podSetSliceSize,omitempty"`

	// podsetSliceRequiredTopologyConstraints defines all layers of slice
	// topology constraints. Each entry specifies a topology level and slice
	// size, from the outermost (coarsest) to the innermost (finest) layer.
	// At most 3 layers are supported.
	// This field is mutually exclusive with podSetSliceRequiredTopology and
	// podSetSliceSize.
	//
	// This annotation is alpha-level for the TASMultiLayerTopology feature gate.
	//
	// +optional
	// +listType=atomic
	// +kubebuilder:validation:MaxItems=3
	PodsetSliceRequiredTopologyConstraints []PodsetSliceRequiredTopologyConstraint `json:"podsetSliceRequiredTopologyConstraints,omitempty"`
}

// PodsetSliceRequiredTopologyConstraint defines a single slice topology constraint layer.
type PodsetSliceRequiredTopologyConstraint struct {
	// topology indicates the topology level required for this slice layer.
	//
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	Topology string `json:"topology,omitempty"`

	// size indicates the number of pods in each group at this slice layer.
	//
	// +required
	// +kubebuilder:validation:Minimum=1
	Size int32 `json:"size,omitempty"`
}

type Admission struct {
	// clusterQueue is the name of the ClusterQueue that admitted this workload.
	// +optional
	ClusterQueue ClusterQueueReference `json:"clusterQueue"`

	// podSetAssignments hold the admission results for each of the .spec.podSets entries.
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=18
	// +optional
	PodSetAssignments []PodSetAssignment `json:"podSetAssignments"`
}

// PodSetReference is the name of a PodSet.
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
type PodSetReference string

func NewPodSetReference(name string) PodSetReference {
	return PodSetReference(strings.ToLower(name))
}

type PodSetAssignment struct {
	// name is the name of the podSet. It should match one of the names in .spec.podSets.
	// +kubebuilder:default=main
	// +optional
	Name PodSetReference `json:"name"`

	// flavors are the flavors assigned to the workload for each resource.
	// +optional
	Flavors map[corev1.ResourceName]ResourceFlavorReference `json:"flavors,omitempty"`

	// resourceUsage keeps track of the total resources all the pods in the podset need to run.
	//
	// Beside what is provided in podSet's specs, this calculation takes into account
	// the LimitRange defaults and RuntimeClass overheads at the moment of admission.
	// This field will not change in case of quota reclaim.
	// +optional
	ResourceUsage corev1.ResourceList `json:"resourceUsage,omitempty"`

	// count is the number of pods taken into account at admission time.
	// This field will not change in case of quota reclaim.
	// Value could be missing for Workloads created before this field was added,
	// in that case spec.podSets[*].count value will be used.
	//
	// +optional
	// +kubebuilder:validation:Minimum=0
	Count *int32 `json:"count,omitempty"`

	// topologyAssignment indicates the topology assignment divided into
	// topology domains corresponding to the lowest level of the topology.
	// The assignment specifies the number of Pods to be scheduled per topology
	// domain and specifies the node selectors for each topology domain, in the
	// following way:
	// * `levels` specifies the node selector keys (same for all domains).
	//   - If the TopologySpec.Levels field contains "kubernetes.io/hostname" label,
	//     topologyAssignment will contain data only for this label,
	//     and omit higher levels in the topology.
	// * `slices` specifies the node selector values and pod counts for all domains
	//   (which may be partitioned into separate slices).
	//   - The node selector values are arranged first by topology level, only then by domain.
	//     (This allows "optimizing" similar values; see below).
	// * The format of `slices` supports the following variations
	//   (aimed to optimize the total bytesize for very large number of domains; see examples below):
	//   - When all node selector values (at a given topology level, in a given slice)
	//     share a common prefix and/or suffix, these may be stored
	//     in dedicated `prefix`/`suffix` fields.
	//     If so, the array of `roots` will only store the remaining parts of these strings.
	//   - When all node selector values (at a given topology level, in a given slice)
	//     are identical, this may be represented by `universal` value.
	//   - When all pod counts (in a given slice) are identical,
	//     this may be represented by `universal` pod count.
	//
	// Example 1:
	//
	// The following represents an assignment in which:
	// * 4 Pods are to be scheduled on nodes matching the node selector:
	//   - cloud.provider.com/topology-block: block-1
	//   - cloud.provider.com/topology-rack: rack-1
	// * 2 Pods are to be scheduled on nodes matching the node selector:
	//   - cloud.provider.com/topology-block: block-1
	//   - cloud.provider.com/topology-rack: rack-2
	//
	// topologyAssignment:
	//   levels:
	//   - cloud.provider.com/topology-block
	//   - cloud.provider.com/topology-rack
	//   slices:
	//   - domainCount: 2
	//     valuesPerLevel:
	//     - individual:
	//         roots: [block-1, block-1]
	//     - individual:
	//         roots: [rack-1, rack-2]
	//     podCounts:
	//       individual: [4, 2]
	//
	// Example 2:
	//
	// The following is equivalent to Example 1 - but using extracted prefix and universalValue.
	//
	// topologyAssignment:
	//   levels:
	//   - cloud.provider.com/topology-block
	//   - cloud.provider.com/topology-rack
	//   slices:
	//   - domainCount: 2
	//     valuesPerLevel:
	//     - universal: block-1
	//     - individual:
	//         prefix: rack-
	// 		   roots: [1, 2]
	//     podCounts:
	//       individual: [4, 2]
	//
	// Example 3:
	//
	// Now suppose that:
	// - the Topology object defines kubernetes.io/hostname as the lowest level
	//   (and hence, in the topologyAssignment, we omit all other levels
	//   since the hostname label suffices to explicitly identify a proper node),
	// - we assign 1 Pod per each node,
	// - the node naming scheme is `block-{blockId}-rack-{rackId}-node-{nodeId}`.
	// Then, using the "extraction of commons", the assignment from Examples 1-2 would look as follows:
	//
	// topologyAssignment:
	//   levels:
	//   - kubernetes.io/hostname
	//   slices:
	//   - domainCount: 6
	//     valuesPerLevel:
	//     - individual:
	//         prefix: block-1-rack-
	// 		   roots: [1-node-1, 1-node-2, 1-node-3, 1-node-4, 2-node-1, 2-node-2]
	//     podCounts:
	//       universal: 1
	//
	// Example 4:
	//
	// By using multiple slices, we can afford even longer common prefixes.
	// The assignment from Example 3 can be alternatively represented as follows:
	//
	// topologyAssignment:
	//   levels:
	//   - kubernetes.io/hostname
	//   slices:
	//   - domainCount: 4
	//     valuesPerLevel:
	//     - individual:
	//         prefix: block-1-rack-1-node-
	// 		   roots: [1, 2, 3, 4]
	//     podCounts:
	//       universal: 1
	//   - domainCount: 2
	//     valuesPerLevel:
	//     - individual:
	//         prefix: block-1-rack-2-node-
	// 		   roots: [1, 2]
	//     podCounts:
	//       universal: 1
	//
	// +optional
	TopologyAssignment *TopologyAssignment `json:"topologyAssignment,omitempty"`

	// delayedTopologyRequest indicates the topology assignment is delayed.
	// Topology assignment might be delayed in case there is ProvisioningRequest
	// AdmissionCheck used.
	// Kueue schedules the second pass of scheduling for each workload with at
	// least one PodSet which has delayedTopologyRequest=true and without
	// topologyAssignment.
	//
	// +optional
	DelayedTopologyRequest *DelayedTopologyRequestState `json:"delayedTopologyRequest,omitempty"`
}

// DelayedTopologyRequestState indicates the state of the delayed TopologyRequest.
// +enum
// +kubebuilder:validation:Enum=Pending;Ready
// +kubebuilder:validation:MaxLength=7
type DelayedTopologyRequestState string

const (
	// DelayedTopologyRequestStatePending indicates the delayed TopologyRequest is waiting for determining.
	DelayedTopologyRequestStatePending DelayedTopologyRequestState = "Pending"

	// DelayedTopologyRequestStateReady indicates the delayed TopologyRequest is was requested and completed.
	DelayedTopologyRequestStateReady DelayedTopologyRequestState = "Ready"
)

// +kubebuilder:validation:XValidation:rule="self.slices.all(x, size(x.valuesPerLevel) == size(self.levels))", message="valuesPerLevel must have the same length as the number of levels in this TopologyAssignment"
type TopologyAssignment struct {
	// levels is an ordered list of keys denoting the levels of the assigned
	// topology (i.e. node label keys), from the highest to the lowest level of
	// the topology.
	//
	// +required
	// +listType=atomic
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=16
	// +kubebuilder:validation:items:MaxLength=317
	Levels []string `json:"levels,omitempty"`

	// slices represent topology assignments for subsets of pods of a workload.
	// The full assignment is obtained as a union of all slices.
	// +required
	// +listType=atomic
	// +kubebuilder:validation:MaxItems=1000
	Slices []TopologyAssignmentSlice `json:"slices,omitempty"`
}

// +kubebuilder:validation:XValidation:rule="!has(self.podCounts.individual) || size(self.podCounts.individual) == self.domainCount", message="podCounts.individual must have length equal to domainCount"
// +kubebuilder:validation:XValidation:rule="self.valuesPerLevel.all(x, !has(x.individual) || size(x.individual.roots) == self.domainCount)", message="valuesPerLevel.individual, if set, must have roots of length equal to domainCount of this TopologyAssignmentSlice"
type TopologyAssignmentSlice struct {
	// domainCount is the number of domains covered by this slice.
	// +required
	// +kubebuilder:validation:Minimum=1
	DomainCount int32 `json:"domainCount,omitempty"`

	// valuesPerLevel has one entry for each of the Levels specified in the TopologyAssignment.
	// The entry corresponding to a particular level specifies the placement of pods at that level.
	// +required
	// +listType=atomic
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=16
	ValuesPerLevel []TopologyAssignmentSliceLevelValues `json:"valuesPerLevel,omitempty"`

	// podCounts specifies the number of pods allocated per each domain.
	// +required
	PodCounts TopologyAssignmentSlicePodCounts `json:"podCounts,omitempty"`
}

// +kubebuilder:validation:XValidation:rule="has(self.universal) != has(self.individual)", message="exactly one of the fields in [universal individual] must be set"
type TopologyAssignmentSliceLevelValues struct {
	// universal - if set - specifies a single topology placement value (at a particular topology level)
	// that applies to all pods in the current TopologyAssignmentSlice.
	// Exactly one of universal, individual must be set.
	// +optional
	// +kubebuilder:validation:MaxLength=63
	Universal *string `json:"universal,omitempty"`

	// individual - if set - specifies multiple topology placement values (at a particular topology level)
	// that apply to the pods in the current TopologyAssignmentSlice.
	// Exactly one of universal, individual must be set.
	// +optional
	Individual *TopologyAssignmentSliceLevelIndividualValues `json:"individual,omitempty"`
}

type TopologyAssignmentSliceLevelIndividualValues struct {
	// prefix specifies a common prefix for all values in this slice assignment.
	// It must be either nil pointer or a non-empty string.
	// +optional
	// +kubebuilder:validation:MaxLength=63
	Prefix *string `json:"prefix,omitempty"`
	// suffix specifies a common suffix for all values in this slice assignment.
	// It must be either nil pointer or a non-empty string.
	// +optional
	// +kubebuilder:validation:MaxLength=63
	Suffix *string `json:"suffix,omitempty"`

	// roots specifies the values in this assignment (excluding prefix and suffix, if non-empty).
	// Its length must be equal to the "domainCount" field of the TopologyAssignmentSlice.
	// +required
	// +listType=atomic
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=100000
	// +kubebuilder:validation:items:MaxLength=63
	Roots []string `json:"roots,omitempty"`
}

// +kubebuilder:validation:ExactlyOneOf=universal;individual
type TopologyAssignmentSlicePodCounts struct {
	// universal - if set - specifies the number of pods allocated in every domain in this slice.
	// Exactly one of universal, individual must be set.
	// +optional
	// +kubebuilder:validation:Minimum=1
	Universal *int32 `json:"universal,omitempty"`

	// individual - if set - specifies the number of pods allocated in each domain in this slice.
	// If set, its length must be equal to the "domainCount" field of the TopologyAssignmentSlice.
	// Exactly one of universal, individual must be set.
	// +optional
	// +listType=atomic
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=100000
	// +kubebuilder:validation:items:Minimum=1
	Individual []int32 `json:"individual,omitempty"`
}

// +kubebuilder:validation:XValidation:rule="has(self.minCount) ? self.minCount <= self.count : true", message="minCount should be positive and less or equal to count"
type PodSet struct {
	// name is the PodSet name.
	// +kubebuilder:default=main
	// +optional
	Name PodSetReference `json:"name,omitempty"`

	// template is the Pod template.
	//
	// The only allowed fields in template.metadata are labels and annotations.
	//
	// If requests are omitted for a container or initContainer,
	// they default to the limits if they are explicitly specified for the
	// container or initContainer.
	//
	// During admission, the rules in nodeSelector and
	// nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution that match
	// the keys in the nodeLabels from the ResourceFlavors considered for this
	// Workload are used to filter the ResourceFlavors that can be assigned to
	// this podSet.
	// +required
	Template corev1.PodTemplateSpec `json:"template,omitempty"`

	// count is the number of pods for the spec.
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=0
	// +optional
	Count int32 `json:"count"`

	// minCount is the minimum number of pods for the spec acceptable
	// if the workload supports partial admission.
	//
	// If not provided, partial admission for the current PodSet is not
	// enabled.
	//
	// Only one podSet within the workload can use this.
	//
	// This is an alpha field and requires enabling PartialAdmission feature gate.
	//
	// +optional
	// +kubebuilder:validation:Minimum=1
	MinCount *int32 `json:"minCount,omitempty"`

	// topologyRequest defines the topology request for the PodSet.
	//
	// +optional
	TopologyRequest *PodSetTopologyRequest `json:"topologyRequest,omitempty"`
}

type PreemptionGate struct {
	// name identifies the preemption gate.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +required
	Name string `json:"name"`
}

// WorkloadStatus defines the observed state of Workload
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.clusterName) || !has(self.clusterName) || oldSelf.clusterName == self.clusterName", message="clusterName is immutable once set"
// +kubebuilder:validation:XValidation:rule="!has(self.clusterName) || (!has(self.nominatedClusterNames) || (has(self.nominatedClusterNames) && size(self.nominatedClusterNames) == 0))", message="clusterName and nominatedClusterNames are mutually exclusive"
type WorkloadStatus struct {
	// conditions hold the latest available observations of the Workload
	// current state.
	//
	// The type of the condition could be:
	//
	// - Admitted: the Workload was admitted through a ClusterQueue.
	// - Finished: the associated workload finished running (failed or succeeded).
	// - PodsReady: at least `.spec.podSets[*].count` Pods are ready or have
	// succeeded.
	// conditions are limited to 16 items.
	//
	// +optional
	// +listType=map
	// +listMapKey=type
	// +patchStrategy=merge
	// +patchMergeKey=type
	// +kubebuilder:validation:MaxItems=16
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type"`

	// admission holds the parameters of the admission of the workload by a
	// ClusterQueue. admission can be set back to null, but its fields cannot be
	// changed once set.
	// +optional
	Admission *Admission `json:"admission,omitempty"`

	// requeueState holds the re-queue state
	// when a workload meets Eviction with PodsReadyTimeout reason.
	//
	// +optional
	RequeueState *RequeueState `json:"requeueState,omitempty"`

	// reclaimablePods keeps track of the number pods within a podset for which
	// the resource reservation is no longer needed.
	// +optional
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=18
	ReclaimablePods []ReclaimablePod `json:"reclaimablePods,omitempty"`

	// admissionChecks list all the admission checks required by the workload and the current status
	// +optional
	// +listType=map
	// +listMapKey=name
	// +patchStrategy=merge
	// +patchMergeKey=name
	// +kubebuilder:validation:MaxItems=8
	AdmissionChecks []AdmissionCheckState `json:"admissionChecks,omitempty" patchStrategy:"merge" patchMergeKey:"name"`

	// resourceRequests provides a detailed view of the resources that were
	// requested by a non-admitted workload when it was considered for admission.
	// If admission is non-null, resourceRequests will be empty because
	// admission.resourceUsage contains the detailed information.
	//
	// +optional
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=18
	ResourceRequests []PodSetRequest `json:"resourceRequests,omitempty"`

	// accumulatedPastExecutionTimeSeconds holds the total time, in seconds, the workload spent
	// in Admitted state, in the previous `Admit` - `Evict` cycles.
	//
	// +optional
	AccumulatedPastExecutionTimeSeconds *int32 `json:"accumulatedPastExecutionTimeSeconds,omitempty"`

	// schedulingStats tracks scheduling statistics
	//
	// +optional
	SchedulingStats *SchedulingStats `json:"schedulingStats,omitempty"`

	// nominatedClusterNames specifies the list of cluster names that have been nominated for scheduling.
	// This field is mutually exclusive with the `.status.clusterName` field, and is reset when
	// `status.clusterName` is set.
	// This field is optional.
	//
	// +listType=atomic
	// +kubebuilder:validation:MaxItems=20
	// +kubebuilder:validation:items:MaxLength=256
	// +optional
	NominatedClusterNames []string `json:"nominatedClusterNames,omitempty"`

	// clusterName is the name of the cluster where the workload is currently assigned.
	//
	// With ElasticJobs, this field may also indicate the cluster where the original (old) workload
	// was assigned, providing placement context for new scaled-up workloads. This supports
	// affinity or propagation policies across workload slices.
	//
	// This field is reset after the Workload is evicted.
	// +optional
	// +kubebuilder:validation:MaxLength=256
	ClusterName *string `json:"clusterName,omitempty"`

	// unhealthyNodes holds the failed nodes running at least one pod of this workload
	// when Topology-Aware Scheduling is used. This field should not be set by the users.
	// It indicates Kueue's scheduler is searching for replacements of the failed nodes.
	// Requires enabling the TASFailedNodeReplacement feature gate.
	//
	// +optional
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=8
	UnhealthyNodes []UnhealthyNode `json:"unhealthyNodes,omitempty"`

	// preemptionGates is a list of states of gates governing whether the workload
	// can trigger preemptions.
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=8
	// +optional
	PreemptionGates []PreemptionGateState `json:"preemptionGates,omitempty"`
}

type SchedulingStats struct {
	// evictions tracks eviction statistics by reason and underlyingCause.
	//
	// +optional
	// +listType=map
	// +listMapKey=reason
	// +listMapKey=underlyingCause
	// +patchStrategy=merge
	// +patchMergeKey=reason
	// +patchMergeKey=underlyingCause
	// +kubebuilder:validation:MaxItems=256
	Evictions []WorkloadSchedulingStatsEviction `json:"evictions,omitempty"`
}

// EvictionUnderlyingCause represents the underlying cause of a workload eviction.
// +kubebuilder:validation:MaxLength=316
type EvictionUnderlyingCause string

type WorkloadSchedulingStatsEviction struct {
	// reason specifies the programmatic identifier for the eviction cause.
	//
	// +required
	// +kubebuilder:validation:MaxLength=316
	Reason string `json:"reason"`

	// underlyingCause specifies a finer-grained explanation that complements the eviction reason.
	// This may be an empty string.
	//
	// +required
	UnderlyingCause EvictionUnderlyingCause `json:"underlyingCause"`

	// count tracks the number of evictions for this reason and detailed reason.
	//
	// +required
	// +kubebuilder:validation:Minimum=0
	Count int32 `json:"count"`
}

type UnhealthyNode struct {
	// name is the name of the unhealthy node.
	//
	// +required
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
}

type RequeueState struct {
	// count records the number of times a workload has been re-queued
	// When a deactivated (`.spec.activate`=`false`) workload is reactivated (`.spec.activate`=`true`),
	// this count would be reset to null.
	//
	// +optional
	// +kubebuilder:validation:Minimum=0
	Count *int32 `json:"count,omitempty"`

	// requeueAt records the time when a workload will be re-queued.
	// When a deactivated (`.spec.activate`=`false`) workload is reactivated (`.spec.activate`=`true`),
	// this time would be reset to null.
	//
	// +optional
	RequeueAt *metav1.Time `json:"requeueAt,omitempty"`
}

// AdmissionCheckReference is the name of an AdmissionCheck.
// +kubebuilder:validation:MaxLength=316
// +kubebuilder:validation:MinLength=1
type AdmissionCheckReference string

type AdmissionCheckState struct {
	// name identifies the admission check.
	// +required
	Name AdmissionCheckReference `json:"name,omitempty"`
	// state of the admissionCheck, one of Pending, Ready, Retry, Rejected
	// +required
	// +kubebuilder:validation:Enum=Pending;Ready;Retry;Rejected
	State CheckState `json:"state,omitempty"`
	// lastTransitionTime is the last time the condition transitioned from one status to another.
	// This should be when the underlying condition changed.  If that is not known, then using the time when the API field changed is acceptable.
	// +required
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Format=date-time
	LastTransitionTime metav1.Time `json:"lastTransitionTime,omitempty,omitzero"`
	// message is a human readable message indicating details about the transition.
	// This may be an empty string.
	// +required
	// +kubebuilder:validation:MaxLength=32768
	Message string `json:"message" protobuf:"bytes,6,opt,name=message"`
	// requeueAfterSeconds indicates how long to wait at least before
	// retrying to admit the workload.
	// The admission check controllers can set this field when State=Retry
	// to implement delays between retry attempts.
	//
	// If nil when State=Retry, Kueue will retry immediately.
	// If set, Kueue will add the workload back to the queue after
	//   lastTransitionTime + RequeueAfterSeconds is over.
	//
	// +optional
	// +kubebuilder:validation:Minimum=0
	RequeueAfterSeconds *int32 `json:"requeueAfterSeconds,omitempty"`
	// retryCount tracks retry attempts for this admission check.
	// Kueue automatically increments the counter whenever the
	// state transitions to Retry.
	// +optional
	// +kubebuilder:validation:Minimum=0
	RetryCount *int32 `json:"retryCount,omitempty"`

	// podSetUpdates contains a list of pod set modifications suggested by AdmissionChecks.
	// +optional
	// +listType=atomic
	// +kubebuilder:validation:MaxItems=18
	PodSetUpdates []PodSetUpdate `json:"podSetUpdates,omitempty"`
}

// PodSetUpdate contains a list of pod set modifications suggested by AdmissionChecks.
// The modifications should be additive only - modifications of already existing keys
// or having the same key provided by multiple AdmissionChecks is not allowed and will
// result in failure during workload admission.
type PodSetUpdate struct {
	// name of the PodSet to modify. Should match to one of the Workload's PodSets.
	// +required
	Name PodSetReference `json:"name"`

	// labels of the PodSet to modify.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`

	// annotations of the PodSet to modify.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`

	// nodeSelector of the PodSet to modify.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`

	// tolerations of the PodSet to modify.
	// +optional
	// +kubebuilder:validation:MaxItems=8
	// +listType=atomic
	// +kubebuilder:validation:XValidation:rule="self.all(x, !has(x.key) ? x.operator == 'Exists' : true)", message="operator must be Exists when 'key' is empty, which means 'match all values and all keys'"
	// +kubebuilder:validation:XValidation:rule="self.all(x, has(x.tolerationSeconds) ? x.effect == 'NoExecute' : true)", message="effect must be 'NoExecute' when 'tolerationSeconds' is set"
	// +kubebuilder:validation:XValidation:rule="self.all(x, !has(x.operator) || x.operator in ['Equal', 'Exists'])", message="supported toleration values: 'Equal'(default), 'Exists'"
	// +kubebuilder:validation:XValidation:rule="self.all(x, has(x.operator) && x.operator == 'Exists' ? !has(x.value) : true)", message="a value must be empty when 'operator' is 'Exists'"
	// +kubebuilder:validation:XValidation:rule="self.all(x, !has(x.effect) || x.effect in ['NoSchedule', 'PreferNoSchedule', 'NoExecute'])", message="supported taint effect values: 'NoSchedule', 'PreferNoSchedule', 'NoExecute'"
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
}

type ReclaimablePod struct {
	// name is the PodSet name.
	// +required
	Name PodSetReference `json:"name"`

	// count is the number of pods for which the requested resources are no longer needed.
	// +kubebuilder:validation:Minimum=0
	// +required
	Count int32 `json:"count"`
}

type PodSetRequest struct {
	// name is the name of the podSet. It should match one of the names in .spec.podSets.
	// +required
	Name PodSetReference `json:"name"`

	// resources is the total resources all the pods in the podset need to run.
	//
	// Beside what is provided in podSet's specs, this value also takes into account
	// the LimitRange defaults and RuntimeClass overheads at the moment of consideration
	// and the application of resource.excludeResourcePrefixes and resource.transformations.
	// +optional
	Resources corev1.ResourceList `json:"resources,omitempty"`
}

type PreemptionGatePosition string

const (
	// PreemptionGatePositionClosed means that the gate is blocking the workload from preempting.
	PreemptionGatePositionClosed PreemptionGatePosition = "Closed"

	// PreemptionGatePositionOpen means that the gate is not blocking the workload from preempting.
	PreemptionGatePositionOpen PreemptionGatePosition = "Open"
)

type PreemptionGateState struct {
	// name identifies the preemption gate.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +required
	Name string `json:"name"`

	// position of the preemption gate. One of
	// +kubebuilder:validation:Enum=Closed;Open
	// +required
	Position PreemptionGatePosition `json:"position,omitempty"`

	// lastTransitionTime is the last time the gate transitioned from one status to another.
	// +required
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Format=date-time
	LastTransitionTime metav1.Time `json:"lastTransitionTime,omitempty,omitzero"`
}

const (
	// WorkloadAdmitted means that the Workload has reserved quota and all the admissionChecks
	// defined in the ClusterQueue are satisfied.
	WorkloadAdmitted = "Admitted"

	// WorkloadBlockedOnPreemptionGates means that the Workload attempted to reserve quota via a preemption, but was blocked.
	// The possible reasons for this condition are:
	// - "PreemptionGated": the preemptor workload could not preempt the preemption targets to acquire quota due to a preemption gate.
	WorkloadBlockedOnPreemptionGates = "BlockedOnPreemptionGates"

	// WorkloadQuotaReserved means that the Workload has reserved quota a ClusterQueue.
	WorkloadQuotaReserved = "QuotaReserved"

	// Reasons for the WorkloadQuotaReserved condition.

	// WorkloadQuotaReservedReasonNoMatchingFlavor indicates that the workload cannot be scheduled
	// because no resource flavor matches its nodeSelector or taints.
	WorkloadQuotaReservedReasonNoMatchingFlavor = "NoMatchingFlavor"

	// WorkloadQuotaReservedReasonWaitingForQuota indicates that the workload is waiting for
	// sufficient unused quota to become available in the ClusterQueue/Cohort.
	WorkloadQuotaReservedReasonWaitingForQuota = "WaitingForQuota"

	// WorkloadQuotaReservedReasonExceedsMaxQuota indicates that the workload requests resources
	// exceeding the maximum capacity limits of the ClusterQueue or Cohort.
	// This also includes exceeding ClusterQueue nominal + borrowingLimit constraints.
	WorkloadQuotaReservedReasonExceedsMaxQuota = "ExceedsMaxQuota"

	// WorkloadQuotaReservedReasonTopologyPlacementFailed indicates that the workload has topology
	// requirements that cannot be satisfied with the current cluster topology usage.
	WorkloadQuotaReservedReasonTopologyPlacementFailed = "TopologyPlacementFailed"

	// WorkloadQuotaReservedReasonWaitingForPreemptedWorkloads indicates that the workload is waiting
	// for preempted workloads to release their quota or topology resources (in case of topology-driven preemptions).
	WorkloadQuotaReservedReasonWaitingForPreemptedWorkloads = "WaitingForPreemptedWorkloads"

	// WorkloadQuotaReservedReasonMisconfigured indicates that the workload is inadmissible due to
	// misconfiguration, such as missing LocalQueue or ClusterQueue.
	WorkloadQuotaReservedReasonMisconfigured = "Misconfigured"

	// WorkloadQuotaReservedReasonSuspended indicates that the workload is inadmissible because
	// the LocalQueue or ClusterQueue StopPolicy is active.
	WorkloadQuotaReservedReasonSuspended = "Suspended"

	// WorkloadQuotaReservedReasonPendingEvaluation indicates that the workload is pending evaluation in the scheduling queue.
	WorkloadQuotaReservedReasonPendingEvaluation = "PendingEvaluation"

	// WorkloadQuotaReservedReasonWaitingForPodsReady indicates that the workload is waiting
	// for previously admitted workloads to reach PodsReady condition under waitForPodsReady configuration.
	WorkloadQuotaReservedReasonWaitingForPodsReady = "WaitingForPodsReady"

	// WorkloadAdmittedReasonNoReservation indicates that the workload has no reservation.
	WorkloadAdmittedReasonNoReservation = "NoReservation"

	// WorkloadAdmittedReasonUnsatisfiedAdmissionChecks indicates that the workload has not all checks ready.
	WorkloadAdmittedReasonUnsatisfiedAdmissionChecks = "UnsatisfiedAdmissionChecks"

	// WorkloadAdmittedReasonPendingDelayedTopologyRequests indicates that there are pending delayed topology requests.
	WorkloadAdmittedReasonPendingDelayedTopologyRequests = "PendingDelayedTopologyRequests"

	// WorkloadFinished means that the workload associated to the
	// ResourceClaim finished running (failed or succeeded).
	WorkloadFinished = "Finished"

	// WorkloadPodsReady means that at least `.spec.podSets[*].count` Pods are
	// ready or have succeeded.
	WorkloadPodsReady = "PodsReady"

	// WorkloadEvicted means that the Workload was evicted. The possible reasons
	// for this condition are:
	// - "Preempted": the workload was preempted
	// - "PodsReadyTimeout": the workload exceeded the PodsReady timeout
	// - "AdmissionCheck": at least one admission check transitioned to False
	// - "ClusterQueueStopped": the ClusterQueue is stopped
	// - "Deactivated": the workload has spec.active set to false
	// When a workload is preempted, this condition is accompanied by the "Preempted"
	// condition which contains a more detailed reason for the preemption.
	WorkloadEvicted = "Evicted"

	// WorkloadPreempted means that the Workload was preempted.
	// The possible values of the reason field are "InClusterQueue", "InCohort".
	// In the future more reasons can be introduced, including those conveying
	// more detailed information. The more detailed reasons should be prefixed
	// by one of the "base" reasons.
	WorkloadPreempted = "Preempted"

	// WorkloadRequeued means that the Workload was requeued due to eviction.
	WorkloadRequeued = "Requeued"

	// WorkloadDeactivationTarget means that the Workload should be deactivated.
	// This condition is temporary, so it should be removed after deactivation.
	WorkloadDeactivationTarget = "DeactivationTarget"

	// WorkloadWaitingForReplacementPods means that Kueue doesn't observe all
	// the Pods declared for the group.
	WorkloadWaitingForReplacementPods = "WaitingForReplacementPods"
)

// Reasons for the WorkloadPreemptionBlocked condition.
const (
	// PreemptionGated indicates the Workload could free up quota via
	// preemption, but was prevented from doing so by a preemption gate.
	PreemptionGated string = "PreemptionGated"
)

// Reasons for the WorkloadPreempted condition.
const (
	// InClusterQueueReason indicates the Workload was preempted due to
	// prioritization in the ClusterQueue.
	InClusterQueueReason string = "InClusterQueue"

	// InCohortReclamationReason indicates the Workload was preempted due to
	// reclamation within the Cohort.
	InCohortReclamationReason string = "InCohortReclamation"

	// InCohortFairSharingReason indicates the Workload was preempted due to
	// Fair Sharing within the cohort.
	InCohortFairSharingReason string = "InCohortFairSharing"

	// InCohortReclaimWhileBorrowingReason indicates the Workload was preempted
	// due to reclamation within the cohort while borrowing.
	InCohortReclaimWhileBorrowingReason string = "InCohortReclaimWhileBorrowing"
)

const (
	// WorkloadInadmissible means that the Workload can't reserve quota
	// due to LocalQueue or ClusterQueue doesn't exist or inactive.
	WorkloadInadmissible = "Inadmissible"

	// WorkloadOnHold is the QuotaReserved=False reason used when a Workload's
	// quota reservation is intentionally released and the workload should not be
	// requeued. It is currently used by StatefulSet scale-to-zero, and other
	// integrations may reuse the same reason in the future.
	WorkloadOnHold = "OnHold"

	// WorkloadPending indicates that the workload is pending evaluation or scheduling.
	//
	// Deprecated: Use the more granular WorkloadQuotaReservedReason* reasons (e.g.,
	// WorkloadQuotaReservedReasonWaitingForQuota, WorkloadQuotaReservedReasonPendingEvaluation)
	// instead when the UnadmittedWorkloadsObservability feature gate is enabled.
	// See KEP-10852 for details.
	WorkloadPending = "Pending"

	// WorkloadWaiting indicates that the workload is waiting for pods to be ready.
	//
	// Deprecated: Use WorkloadQuotaReservedReasonWaitingForPodsReady instead when the
	// UnadmittedWorkloadsObservability feature gate is enabled.
	WorkloadWaiting = "Waiting"

	// WorkloadAdmissionGated indicates that the workload is inadmissible
	// due to an AdmissionGatedBy annotation.
	WorkloadAdmissionGated = "AdmissionGated"

	// WorkloadEvictedByPreemption indicates that the workload was evicted
	// in order to free resources for a workload with a higher priority.
	WorkloadEvictedByPreemption = "Preempted"

	// WorkloadEvictedByFlavorMigration indicates the Workload was evicted due to
	// admission of more favorable Variant of the same Parent Workload.
	// This is part of Concurrent Admission feature.
	WorkloadEvictedByFlavorMigration string = "FlavorMigration"

	// WorkloadEvictedByPodsReadyTimeout indicates that the eviction took
	// place due to a PodsReady timeout.
	WorkloadEvictedByPodsReadyTimeout = "PodsReadyTimeout"

	// WorkloadEvictedByAdmissionCheck indicates that the workload was evicted
	// because at least one admission check transitioned to False.
	WorkloadEvictedByAdmissionCheck = "AdmissionCheck"

	// WorkloadEvictedByClusterQueueStopped indicates that the workload was evicted
	// because the ClusterQueue is Stopped.
	WorkloadEvictedByClusterQueueStopped = "ClusterQueueStopped"

	// WorkloadEvictedByLocalQueueStopped indicates that the workload was evicted
	// because the LocalQueue is Stopped.
	WorkloadEvictedByLocalQueueStopped = "LocalQueueStopped"

	// WorkloadEvictedDueToNodeFailures indicates that the workload was evicted
	// due to non-recoverable node failures.
	WorkloadEvictedDueToNodeFailures = "NodeFailures"

	// WorkloadEvictedOnManagerCluster indicates the workload was evicted on the
	// manager cluster.
	WorkloadEvictedOnManagerCluster = "EvictedOnManagerCluster"

	// WorkloadSliceReplaced indicates that the workload instance was
	// replaced with a new workload slice.
	WorkloadSliceReplaced = "WorkloadSliceReplaced"

	// WorkloadDeactivated indicates that the workload was evicted
	// because spec.active is set to false.
	WorkloadDeactivated = "Deactivated"

	// WorkloadReactivated indicates that the workload was requeued because
	// spec.active is set to true after deactivation.
	WorkloadReactivated = "Reactivated"

	// WorkloadBackoffFinished indicates that the workload was requeued because
	// backoff finished.
	WorkloadBackoffFinished = "BackoffFinished"

	// WorkloadClusterQueueRestarted indicates that the workload was requeued because
	// cluster queue was restarted after being stopped.
	WorkloadClusterQueueRestarted = "ClusterQueueRestarted"

	// WorkloadLocalQueueRestarted indicates that the workload was requeued because
	// local queue was restarted after being stopped.
	WorkloadLocalQueueRestarted = "LocalQueueRestarted"

	// WorkloadRequeuingLimitExceeded indicates that the workload exceeded max number
	// of re-queuing retries.
	WorkloadRequeuingLimitExceeded = "RequeuingLimitExceeded"

	// WorkloadMaximumExecutionTimeExceeded indicates that the workload exceeded its
	// maximum execution time.
	WorkloadMaximumExecutionTimeExceeded = "MaximumExecutionTimeExceeded"

	// WorkloadWaitForStart indicates the reason for PodsReady=False condition
	// when the pods have not been ready since admission, or the workload is not admitted.
	WorkloadWaitForStart = "WaitForStart"

	// WorkloadWaitForRecovery indicates the reason for the PodsReady=False condition
	// when the Pods were ready since the workload admission, but some pod has failed,
	// and workload waits for recovering.
	WorkloadWaitForRecovery = "WaitForRecovery"

	// WorkloadStarted indicates that all Pods are ready and the Workload has successfully started
	WorkloadStarted = "Started"

	// WorkloadRecovered indicates that after at least one Pod has failed, the Workload has recovered and is running
	WorkloadRecovered = "Recovered"
)

const (
	// WorkloadFinishedReasonSucceeded indicates that the workload's job finished successfully.
	WorkloadFinishedReasonSucceeded = "Succeeded"

	// WorkloadFinishedReasonFailed indicates that the workload's job finished with an error.
	WorkloadFinishedReasonFailed = "Failed"

	// WorkloadFinishedReasonOutOfSync indicates that the prebuilt workload is not in sync with its parent job.
	WorkloadFinishedReasonOutOfSync = "OutOfSync"

	// WorkloadFinishedReasonOwnerNotFound indicates that the workload's owner
	// no longer exists (e.g., a pod deleted after PodsReady timeout eviction).
	WorkloadFinishedReasonOwnerNotFound = "OwnerNotFound"
)

// +genclient
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Queue",JSONPath=".spec.queueName",type="string",description="Name of the queue this workload was submitted to"
// +kubebuilder:printcolumn:name="Reserved in",JSONPath=".status.admission.clusterQueue",type="string",description="Name of the ClusterQueue where the workload is reserving quota"
// +kubebuilder:printcolumn:name="Admitted",JSONPath=".status.conditions[?(@.type=='Admitted')].status",type="string",description="Admission status"
// +kubebuilder:printcolumn:name="Finished",JSONPath=".status.conditions[?(@.type=='Finished')].status",type="string",description="Workload finished"
// +kubebuilder:printcolumn:name="Age",JSONPath=".metadata.creationTimestamp",type="date",description="Time this workload was created"
// +kubebuilder:resource:shortName={kwl,kueueworkload,kueueworkloads}
// +kubebuilder:selectablefield:JSONPath=.status.admission.clusterQueue

// Workload is the Schema for the workloads API
// +kubebuilder:validation:XValidation:rule="has(self.status) && has(self.status.conditions) && self.status.conditions.exists(c, c.type == 'QuotaReserved' && c.status == 'True') && has(self.status.admission) ? size(self.spec.podSets) == size(self.status.admission.podSetAssignments) : true", message="podSetAssignments must have the same number of podSets as the spec"
// +kubebuilder:validation:XValidation:rule="(has(oldSelf.status) && has(oldSelf.status.conditions) && oldSelf.status.conditions.exists(c, c.type == 'QuotaReserved' && c.status == 'True')) ? (!has(oldSelf.spec.priorityClassRef) && !has(self.spec.priorityClassRef)) || (has(oldSelf.spec.priorityClassRef) && has(self.spec.priorityClassRef)) : true",message="priorityClassRef is immutable while workload quota reserved"
// +kubebuilder:validation:XValidation:rule="(has(oldSelf.status) && has(oldSelf.status.conditions) && oldSelf.status.conditions.exists(c, c.type == 'QuotaReserved' && c.status == 'True') && has(oldSelf.spec.priorityClassRef) && has(self.spec.priorityClassRef)) ? oldSelf.spec.priorityClassRef.group == self.spec.priorityClassRef.group : true",message="priorityClassRef.group is immutable while workload quota reserved"
// +kubebuilder:validation:XValidation:rule="(has(oldSelf.status) && has(oldSelf.status.conditions) && oldSelf.status.conditions.exists(c, c.type == 'QuotaReserved' && c.status == 'True') && has(oldSelf.spec.priorityClassRef) && has(self.spec.priorityClassRef)) ? oldSelf.spec.priorityClassRef.kind == self.spec.priorityClassRef.kind : true",message="priorityClassRef.kind is immutable while workload quota reserved"
// +kubebuilder:validation:XValidation:rule="(has(oldSelf.status) && has(oldSelf.status.conditions) && oldSelf.status.conditions.exists(c, c.type == 'QuotaReserved' && c.status == 'True') && has(oldSelf.spec.priorityClassRef) && has(self.spec.priorityClassRef) && self.spec.priorityClassRef.group == 'scheduling.k8s.io' && self.spec.priorityClassRef.kind == 'PriorityClass') ? oldSelf.spec.priorityClassRef.name == self.spec.priorityClassRef.name : true",message="priorityClassRef.name is immutable for scheduling.k8s.io/priorityclass while workload quota reserved"
// +kubebuilder:validation:XValidation:rule="((has(oldSelf.status) && has(oldSelf.status.conditions) && oldSelf.status.conditions.exists(c, c.type == 'QuotaReserved' && c.status == 'True')) && (has(self.status) && has(self.status.conditions) && self.status.conditions.exists(c, c.type == 'QuotaReserved' && c.status == 'True'))) ? ((has(oldSelf.spec.queueName) == has(self.spec.queueName)) && (!has(oldSelf.spec.queueName) || oldSelf.spec.queueName == self.spec.queueName)) : true", message="queueName is immutable while workload quota reserved"
// +kubebuilder:validation:XValidation:rule="((has(oldSelf.status) && has(oldSelf.status.conditions) && oldSelf.status.conditions.exists(c, c.type == 'Admitted' && c.status == 'True')) && (has(self.status) && has(self.status.conditions) && self.status.conditions.exists(c, c.type == 'Admitted' && c.status == 'True')))?((has(oldSelf.spec.maximumExecutionTimeSeconds)?oldSelf.spec.maximumExecutionTimeSeconds:0) ==  (has(self.spec.maximumExecutionTimeSeconds)?self.spec.maximumExecutionTimeSeconds:0)):true", message="maximumExecutionTimeSeconds is immutable while workload quota reserved"
type Workload struct {
	metav1.TypeMeta `json:",inline"`
	// metadata is the metadata of the Workload.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the specification of the Workload.
	// +optional
	Spec WorkloadSpec `json:"spec"`
	// status is the status of the Workload.
	// +optional
	Status WorkloadStatus `json:"status,omitempty"`
}

// +kubebuilder:object:root=true

// WorkloadList contains a list of ResourceClaim
type WorkloadList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Workload `json:"items"`
}

func (*Workload) Hub() {}
