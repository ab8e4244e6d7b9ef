package dev.snarl.agent;

import dev.snarl.text.Text;
import org.jspecify.annotations.Nullable;

/**
 * The application's default name from {@code sun.java.command}: the main class without its package,
 * or the jar without its folder and suffix. Arguments of the application are never part of it.
 */
final class ApplicationName {
  private static final String UNKNOWN = "unknown";

  private ApplicationName() {}

  static String of(@Nullable String command) {
    if (command == null) {
      return UNKNOWN;
    }
    String line = command.strip();
    int blank = line.indexOf(' ');
    String first = blank < 0 ? line : line.substring(0, blank);
    if (isPath(first) && !isJar(first)) {
      first = untilJar(line, first);
    }
    int cut = Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\'));
    String name = first.substring(cut + 1);
    if (isJar(name)) {
      name = name.substring(0, name.length() - ".jar".length());
    } else {
      name = name.substring(name.lastIndexOf('.') + 1);
    }
    String clean = Text.oneLine(name, 100);
    return clean.isEmpty() ? UNKNOWN : clean;
  }

  /** For a folder with blanks in its name, the path ends at the first {@code .jar}. */
  private static String untilJar(String line, String first) {
    int end = line.indexOf(".jar ");
    if (end < 0 && isJar(line)) {
      end = line.length() - ".jar".length();
    }
    return end < 0 ? first : line.substring(0, end + ".jar".length());
  }

  private static boolean isPath(String token) {
    return token.startsWith("/") || token.startsWith(".") || token.startsWith(":\\", 1);
  }

  private static boolean isJar(String token) {
    return token.endsWith(".jar");
  }
}
