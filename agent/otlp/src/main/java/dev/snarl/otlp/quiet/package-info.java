/**
 * What the build puts in the place of two packages of the JDK, in the classes of protobuf-java: the
 * loggers that would create a LogManager, and the memory access of which the JVM warns.
 */
@NullMarked
package dev.snarl.otlp.quiet;

import org.jspecify.annotations.NullMarked;
