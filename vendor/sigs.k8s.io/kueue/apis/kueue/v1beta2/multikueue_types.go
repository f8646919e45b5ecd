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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const (
	MultiKueueConfigSecretKey = "kubeconfig"
	MultiKueueClusterActive   = "Active"

	// MultiKueueOriginLabel is a label used to track the creator
	// of multikueue remote objects.
	MultiKueueOriginLabel = "kueue.x-k8s.io/multikueue-origin"

	// MultiKueueOriginUIDAnnotation stores the UID of the original object from
	// the management cluster on remote objects.
	MultiKueueOriginUIDAnnotation = "kueue.x-k8s.io/multikueue-origin-uid"

	// MultiKueueControllerName is the name used by the MultiKueue
	// admission check controller.
	MultiKueueControllerName = "kueue.x-k8s.io/multikueue"

	// MultiKueueWorkerWorkloadPodLabel indicates that pod is running on the MK worker
	// cluster and has MultiKueue origin.
	MultiKueueWorkerWorkloadPodLabel = "kueue.x-k8s.io/multikueue-worker-workload-pod"

	// MultiKueueWorkerWorkloadPodValue is the value of MultiKueueWorkerWorkloadPodLabel.
	MultiKueueWorkerWorkloadPodValue = "true"
)

type LocationType string

const (
	// PathLocationType is the path on the disk of kueue-controller-manager.
	PathLocationType LocationType = "Path"

	// SecretLocationType is the name of the secret inside the namespace in which the kueue controller
	// manager is running. The config should be stored in the "kubeconfig" key.
	SecretLocationType LocationType = "Secret"
)

type KubeConfig struct {
	// location of the KubeConfig.
	//
	// If LocationType is Secret then Location is the name of the secret inside the namespace in
	// which the kueue controller manager is running. The config should be stored in the "kubeconfig" key.
	// +kubebuilder:validation:MaxLength=256
	// +kubebuilder:validation:MinLength=1
	// +required
	Location string `json:"location"`

	// locationType of the KubeConfig.
	//
	// +kubebuilder:default=Secret
	// +optional
	// +kubebuilder:validation:Enum=Secret;Path
	LocationType LocationType `json:"locationType,omitempty"`
}

type MultiKueueClusterSpec struct {
	// clusterSource is the source to connect to the cluster.
	// +required
	ClusterSource ClusterSource `json:"clusterSource,omitempty"`
}

// +kubebuilder:validation:ExactlyOneOf=kubeConfig;clusterProfileRef
type ClusterSource struct {
	// kubeConfig is information on how to connect to the cluster.
	// +optional
	KubeConfig *KubeConfig `json:"kubeConfig,omitempty,omitzero"`

	// clusterProfileRef is the reference to the ClusterProfile object used to connect to the cluster.
	// +optional
	ClusterProfileRef *ClusterProfileReference `json:"clusterProfileRef,omitempty"`
}

type ClusterProfileReference struct {
	// name of the ClusterProfile.
	// +kubebuilder:validation:MaxLength=256
	// +kubebuilder:validation:MinLength=1
	// +required
	Name string `json:"name,omitempty"`
}

type MultiKueueClusterStatus struct {
	// conditions hold the latest available observations of the MultiKueueCluster
	// current state.
	// conditions are limited to 16 elements.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +patchStrategy=merge
	// +patchMergeKey=type
	// +kubebuilder:validation:MaxItems=16
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type"`
}

// +genclient
// +genclient:nonNamespaced
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:resource:scope=Cluster,shortName={mkc}

// +kubebuilder:printcolumn:name="Connected",JSONPath=".status.conditions[?(@.type=='Active')].status",type="string",description="MultiKueueCluster is connected"
// +kubebuilder:printcolumn:name="Age",JSONPath=".metadata.creationTimestamp",type="date",description="Time this workload was created"
// MultiKueueCluster is the Schema for the multikueue API
type MultiKueueCluster struct {
	metav1.TypeMeta `json:",inline"`
	// metadata is the metadata of the MultiKueueCluster.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the specification of the MultiKueueCluster.
	// +optional
	Spec MultiKueueClusterSpec `json:"spec,omitempty,omitzero"`

	// status is the status of the MultiKueueCluster.
	// +optional
	Status MultiKueueClusterStatus `json:"status,omitempty"`
}

// +kubebuilder:object:root=true

// MultiKueueClusterList contains a list of MultiKueueCluster
type MultiKueueClusterList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []MultiKueueCluster `json:"items"`
}

// MultiKueueConfigSpec defines the desired state of MultiKueueConfig
type MultiKueueConfigSpec struct {
	// clusters is a list of MultiKueueClusters names where the workloads from the ClusterQueue should be distributed.
	// The order of the list is significant: the Incremental dispatcher nominates clusters
	// following this order, so the most preferred clusters should be listed first.
	//
	// +listType=atomic
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=20
	// +kubebuilder:validation:items:MaxLength=256
	// +kubebuilder:validation:XValidation:rule="size(self.filter(i, size(self.filter(j, j == i)) > 1)) == 0",message="must be unique"
	// +required
	Clusters []string `json:"clusters,omitempty,omitzero"`

	// quotaManagement specifies the management of ClusterQueue quotas
	// in the manager cluster.
	// Supported modes:
	// - `Manual`: Quota automation is manual.
	// - `Automated`: Quota automation is enabled (provided that the MultiKueueManagerQuotaAutomation feature gate is enabled).
	// If unspecified, defaults to `Manual`.
	// +optional
	QuotaManagement *MultiKueueConfigQuotaManagementMode `json:"quotaManagement,omitempty"`
}

// MultiKueueConfigQuotaManagementMode specifies the automation mode.
// Supported modes:
// - `Manual`: Quota automation is manual.
// - `Automated`: Quota automation is enabled (provided that the MultiKueueManagerQuotaAutomation feature gate is enabled).
// +kubebuilder:validation:Enum=Manual;Automated
type MultiKueueConfigQuotaManagementMode string

const (
	QuotaManagementManual    MultiKueueConfigQuotaManagementMode = "Manual"
	QuotaManagementAutomated MultiKueueConfigQuotaManagementMode = "Automated"
)

// +genclient
// +genclient:nonNamespaced
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:scope=Cluster,shortName={mkconf}

// MultiKueueConfig is the Schema for the multikueue API
type MultiKueueConfig struct {
	metav1.TypeMeta `json:",inline"`
	// metadata is the metadata of the MultiKueueConfig.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the specification of the MultiKueueConfig.
	// +optional
	Spec MultiKueueConfigSpec `json:"spec,omitempty"`
}

// +kubebuilder:object:root=true

// MultiKueueConfigList contains a list of MultiKueueConfig
type MultiKueueConfigList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []MultiKueueConfig `json:"items"`
}

func (*MultiKueueCluster) Hub() {}
