/** Reads objects, stacks and states of the running application: no lock, no code of its own. */
@NullMarked
package dev.snarl.observe.live;

import org.jspecify.annotations.NullMarked;
