/** What is kept of one thread beside its slot: its waits, and those that are over. */
@NullMarked
package dev.snarl.observe.slots;

import org.jspecify.annotations.NullMarked;
