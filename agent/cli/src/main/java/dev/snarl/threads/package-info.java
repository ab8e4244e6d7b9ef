/** Thread dumps: read from files, judged without an agent. Belongs to the thread that asks. */
@NullMarked
package dev.snarl.threads;

import org.jspecify.annotations.NullMarked;
