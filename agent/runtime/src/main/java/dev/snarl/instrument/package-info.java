/** Weaves the probe into a few JDK classes, on their slow paths. */
@NullMarked
package dev.snarl.instrument;

import org.jspecify.annotations.NullMarked;
