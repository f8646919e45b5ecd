// Package v1 has the FournosJob, the one kind that people who run benchmarks write.
//
// +k8s:deepcopy-gen=package
// +groupName=fournos.dev
package v1
