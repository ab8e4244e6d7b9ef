package dev.snarl.launcher;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;

/**
 * The process's standard error, beside {@code System.err}, which the application may replace: for
 * good, and then lines of the agent would run its code, or for a moment, as Vert.x does while it
 * looks for SLF4J, and then they would be lost. Once for a JVM, here where classes stay after a
 * detach: a descriptor holds on to <a
 * href="https://github.com/openjdk/jdk17u/blob/master/src/java.base/share/classes/java/io/FileDescriptor.java">each
 * stream that was opened for it</a>.
 */
final class StandardError {

  private static final int LINE = 8192;

  static final PrintStream STREAM = open();

  private StandardError() {}

  private static PrintStream open() {
    try {
      return new PrintStream(
          new BufferedOutputStream(new FileOutputStream(FileDescriptor.err), LINE),
          true,
          encoding());
    } catch (SecurityException | UnsupportedEncodingException refused) {
      return System.err;
    }
  }

  /** That of {@code System.err}: a property since Java 19, the default before. */
  private static String encoding() {
    String ofTheJvm = System.getProperty("stderr.encoding");
    if (ofTheJvm != null) { // a name that is not known makes the JDK load all charsets that it has
      try {
        return Charset.forName(ofTheJvm).name();
      } catch (IllegalArgumentException none) {
        // Then the default.
      }
    }
    return Charset.defaultCharset().name();
  }
}
