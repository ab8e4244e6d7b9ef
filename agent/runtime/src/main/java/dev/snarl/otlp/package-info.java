/** Sends metrics, findings and chains in OpenTelemetry's protocol, by an optional jar. */
@NullMarked
package dev.snarl.otlp;

import org.jspecify.annotations.NullMarked;
