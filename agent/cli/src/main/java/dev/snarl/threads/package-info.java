/** Thread dumps: read from files, judged without an agent. Confined to the calling thread. */
@NullMarked
package dev.snarl.threads;

import org.jspecify.annotations.NullMarked;
