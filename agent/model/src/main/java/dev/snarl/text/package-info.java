/** Text from outside made fit for a line. Needs nothing and may be used everywhere. */
@NullMarked
package dev.snarl.text;

import org.jspecify.annotations.NullMarked;
