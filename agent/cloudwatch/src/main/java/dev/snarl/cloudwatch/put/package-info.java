/** The client for PutMetricData, loaded from a jar of its own. */
@NullMarked
package dev.snarl.cloudwatch.put;

import org.jspecify.annotations.NullMarked;
