/** Which request a thread works on: read from its thread-locals, else from its stack. */
@NullMarked
package dev.snarl.observe.requests;

import org.jspecify.annotations.NullMarked;
