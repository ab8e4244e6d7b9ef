/** The exporter for OpenTelemetry's protocol, loaded from a jar of its own. */
@NullMarked
package dev.snarl.otlp.send;

import org.jspecify.annotations.NullMarked;
