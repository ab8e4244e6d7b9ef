/** Rules judge immutable timelines and say what is wrong, with the evidence. */
@NullMarked
package dev.snarl.rules;

import org.jspecify.annotations.NullMarked;
