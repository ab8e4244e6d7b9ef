/** What a stack trace says: the line to open, and what blocks. Of a live thread or of a dump. */
@NullMarked
package dev.snarl.stacks;

import org.jspecify.annotations.NullMarked;
