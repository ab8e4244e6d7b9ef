/** The process and the machine around it. */
@NullMarked
package dev.snarl.host;

import org.jspecify.annotations.NullMarked;
