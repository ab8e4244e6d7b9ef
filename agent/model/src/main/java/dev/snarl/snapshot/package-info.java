/**
 * What the observer saw at one moment, as plain immutable values. Nothing in this package, and
 * nothing after it, touches the live JVM: rules, metrics and publishers work on these records
 * alone.
 */
@NullMarked
package dev.snarl.snapshot;

import org.jspecify.annotations.NullMarked;
