/** How many threads a pool needs: pure functions of what was measured. docs/sizing.md */
@NullMarked
package dev.snarl.sizing;

import org.jspecify.annotations.NullMarked;
