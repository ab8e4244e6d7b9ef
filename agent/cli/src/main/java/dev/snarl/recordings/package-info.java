/** Flight recordings: read with JMC's parser, judged without an agent. Confined to one thread. */
@NullMarked
package dev.snarl.recordings;

import org.jspecify.annotations.NullMarked;
