/** What fills the heap, in the words of those who wrote the program: executors, tasks, futures. */
@NullMarked
package dev.snarl.heap.triage;

import org.jspecify.annotations.NullMarked;
