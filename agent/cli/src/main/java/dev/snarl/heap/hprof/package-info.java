/** The HPROF format: bytes in, records out. Knows nothing of graphs. */
@NullMarked
package dev.snarl.heap.hprof;

import org.jspecify.annotations.NullMarked;
