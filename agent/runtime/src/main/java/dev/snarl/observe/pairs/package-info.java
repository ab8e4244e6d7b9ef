/** Two threads that are held for one job, proved or only likely. */
@NullMarked
package dev.snarl.observe.pairs;

import org.jspecify.annotations.NullMarked;
