// Copyright The OpenTelemetry Authors
// SPDX-License-Identifier: Apache-2.0

package internal // import "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp/internal"

// Version is the current release version of the OpenTelemetry OTLP HTTP metric
// exporter in use.
const Version = "1.44.0"
