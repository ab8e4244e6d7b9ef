/** Who ended such waits before, as the threads that did so tell. */
@NullMarked
package dev.snarl.observe.wakes;

import org.jspecify.annotations.NullMarked;
