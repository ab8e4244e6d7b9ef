/** Coroutines, their dispatchers, and the threads that loop. */
@NullMarked
package dev.snarl.observe.coroutines;

import org.jspecify.annotations.NullMarked;
