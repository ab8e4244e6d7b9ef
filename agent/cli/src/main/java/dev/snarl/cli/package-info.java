/** The command line: {@code java -jar snarl.jar COMMAND}. No agent runs in its JVM. */
@NullMarked
package dev.snarl.cli;

import org.jspecify.annotations.NullMarked;
