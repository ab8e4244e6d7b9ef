/**
 * Who waits for whom, which of these waits can never end, and the circles that they close. The only
 * definition of both: rules, pages and the triage of thread dumps render its answers.
 */
@NullMarked
package dev.snarl.graph;

import org.jspecify.annotations.NullMarked;
