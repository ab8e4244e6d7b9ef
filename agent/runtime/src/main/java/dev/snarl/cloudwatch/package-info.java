/** Sends a small, fixed set of metrics to Amazon CloudWatch, on separate threads. */
@NullMarked
package dev.snarl.cloudwatch;

import org.jspecify.annotations.NullMarked;
