/** Sends a small, fixed set of metrics to Amazon CloudWatch, on threads of its own. */
@NullMarked
package dev.snarl.cloudwatch;

import org.jspecify.annotations.NullMarked;
