/** The executors: which there are, what they do now, how long their tasks wait. */
@NullMarked
package dev.snarl.observe.pools;

import org.jspecify.annotations.NullMarked;
