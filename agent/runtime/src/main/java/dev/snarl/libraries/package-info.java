/** What is known of each library: one file each, of plain data where possible. */
@NullMarked
package dev.snarl.libraries;

import org.jspecify.annotations.NullMarked;
