/** Delivers what was measured to receivers that may fail, on threads of its own. */
@NullMarked
package dev.snarl.delivery;

import org.jspecify.annotations.NullMarked;
