/** The pools of connections and what else clients hold. */
@NullMarked
package dev.snarl.observe.connections;

import org.jspecify.annotations.NullMarked;
