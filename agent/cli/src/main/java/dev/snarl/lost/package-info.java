/** Which threads of a heap dump can never go on, whatever the others do: docs/lost.md. */
@NullMarked
package dev.snarl.lost;

import org.jspecify.annotations.NullMarked;
