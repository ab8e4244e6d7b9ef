/**
 * What a stack trace shows: the line to open, and what blocks. From a live thread or from a dump.
 */
@NullMarked
package dev.snarl.stacks;

import org.jspecify.annotations.NullMarked;
