/** The embedded page: its files from the jar, and the hour of history that it draws. */
@NullMarked
package dev.snarl.console;

import org.jspecify.annotations.NullMarked;
