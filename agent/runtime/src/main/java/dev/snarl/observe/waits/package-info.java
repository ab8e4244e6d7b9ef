/** Who completes what a thread waits for. */
@NullMarked
package dev.snarl.observe.waits;

import org.jspecify.annotations.NullMarked;
