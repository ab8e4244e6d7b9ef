/** The objects of a dump as a graph of dense numbers, its dominators and retained sizes. */
@NullMarked
package dev.snarl.heap.graph;

import org.jspecify.annotations.NullMarked;
