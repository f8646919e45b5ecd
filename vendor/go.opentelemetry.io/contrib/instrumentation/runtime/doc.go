// Copyright The OpenTelemetry Authors
// SPDX-License-Identifier: Apache-2.0

// Package runtime implements the conventional runtime metrics specified by OpenTelemetry.
package runtime // import "go.opentelemetry.io/contrib/instrumentation/runtime"
