/** The JVM's own counters, as jstat reads them. */
@NullMarked
package dev.snarl.jvm;

import org.jspecify.annotations.NullMarked;
