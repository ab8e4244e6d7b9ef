/** Where the time of waiting threads goes: the chains of waits, summed over time. */
@NullMarked
package dev.snarl.chains;

import org.jspecify.annotations.NullMarked;
