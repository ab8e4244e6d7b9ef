/** Waits for locks, permits, monitors and initializers, read from their owners. */
@NullMarked
package dev.snarl.observe.locks;

import org.jspecify.annotations.NullMarked;
