/**
 * Joins what the probe stored into snapshots; the only package, with its rooms, that reads the live
 * JVM.
 */
@NullMarked
package dev.snarl.observe;

import org.jspecify.annotations.NullMarked;
