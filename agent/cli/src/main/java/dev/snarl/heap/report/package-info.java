/** A report as a screen of text, as JSON and as a page. */
@NullMarked
package dev.snarl.heap.report;

import org.jspecify.annotations.NullMarked;
