// Copyright The OpenTelemetry Authors
// SPDX-License-Identifier: Apache-2.0

package otlpmetricgrpc // import "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"

// Version is the current release version of the OpenTelemetry OTLP over gRPC metrics exporter in use.
func Version() string {
	return "1.44.0"
}
