/** The catalogue of metrics, and the registry that it feeds. */
@NullMarked
package dev.snarl.metrics;

import org.jspecify.annotations.NullMarked;
