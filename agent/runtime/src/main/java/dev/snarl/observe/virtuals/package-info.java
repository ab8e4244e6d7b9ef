/** The carriers of virtual threads. */
@NullMarked
package dev.snarl.observe.virtuals;

import org.jspecify.annotations.NullMarked;
