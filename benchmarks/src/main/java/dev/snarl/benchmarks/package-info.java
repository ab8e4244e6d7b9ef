/** Pairs to be run with and without the agent; {@code benchmarks/run} does so and compares. */
@NullMarked
package dev.snarl.benchmarks;

import org.jspecify.annotations.NullMarked;
