/** Heap dumps: what fills a heap, said in the words of those who wrote the program. */
@NullMarked
package dev.snarl.heap;

import org.jspecify.annotations.NullMarked;
