/*
 Copyright 2022 The Tekton Authors

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

package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"knative.dev/pkg/apis"
)

// RunObject is implemented by Run, CustomRun, TaskRun and PipelineRun
type RunObject interface {
	// Object requires GetObjectKind() and DeepCopyObject()
	runtime.Object

	// ObjectMetaAccessor requires a GetObjectMeta that returns the ObjectMeta
	metav1.ObjectMetaAccessor

	// GetStatusCondition returns a ConditionAccessor
	GetStatusCondition() apis.ConditionAccessor

	IsSuccessful() bool
	IsCancelled() bool
	HasStarted() bool
	IsDone() bool
}

// RunObjectWithRetries is implemented by Run and CustomRun
type RunObjectWithRetries interface {
	RunObject

	GetRetryCount() int
}
