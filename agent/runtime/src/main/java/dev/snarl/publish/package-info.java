/** Renders what the rules found: stderr, file, HTTP. */
@NullMarked
package dev.snarl.publish;

import org.jspecify.annotations.NullMarked;
