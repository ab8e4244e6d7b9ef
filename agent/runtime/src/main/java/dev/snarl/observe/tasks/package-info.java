/** Tasks that run too long, begin too late or at the wrong place. */
@NullMarked
package dev.snarl.observe.tasks;

import org.jspecify.annotations.NullMarked;
