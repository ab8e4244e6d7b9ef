package dev.snarl.junit;

import java.io.File;
import java.security.CodeSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which lines are the application's: those of classes that are compiled into a folder other than
 * that of the test. Jars are libraries, and a class that cannot be found is nobody's.
 */
record Application(List<String> prefixes, boolean testCode) {

  boolean owns(Tangle tangle, List<Execution> suspects) {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    for (Execution suspect : suspects) {
      String tests = source(suspect.type());
      String source = source(tangle.type(), suspect.type().getClassLoader());
      source = source == null ? source(tangle.type(), context) : source;
      if (source == null || (!testCode && Objects.equals(source, tests))) {
        return false;
      }
      boolean counts =
          prefixes.isEmpty()
              ? new File(source).isDirectory()
              : prefixes.stream().anyMatch(tangle.type()::startsWith);
      if (!counts) {
        return false;
      }
    }
    return !suspects.isEmpty();
  }

  private static @Nullable String source(String type, @Nullable ClassLoader loader) {
    try {
      return source(Class.forName(type, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  private static @Nullable String source(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null ? null : source.getLocation().getPath();
  }
}
