// Copyright The OpenTelemetry Authors
// SPDX-License-Identifier: Apache-2.0

package runtime // import "go.opentelemetry.io/contrib/instrumentation/runtime"

// Version is the current release version of the runtime instrumentation.
const Version = "0.69.0"
