/** Eclipse MAT as a second opinion, run as a program of its own. */
@NullMarked
package dev.snarl.heap.mat;

import org.jspecify.annotations.NullMarked;
