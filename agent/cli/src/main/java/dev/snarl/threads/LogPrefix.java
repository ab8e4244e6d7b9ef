package dev.snarl.threads;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The prefix of a log before every line of a dump: a time, a container's name. Derived from the
 * dump's first line; numbers in it may differ from line to line.
 */
final class LogPrefix {
  private static final int LONGEST = 300;
  private static final Pattern DIGITS = Pattern.compile("\\d+");

  private final @Nullable Pattern pattern;

  private LogPrefix(@Nullable Pattern pattern) {
    this.pattern = pattern;
  }

  static LogPrefix of(String before) {
    if (before.isBlank() || before.length() > LONGEST) {
      return new LogPrefix(null);
    }
    StringBuilder regex = new StringBuilder();
    int at = 0;
    Matcher digits = DIGITS.matcher(before);
    while (digits.find()) {
      regex.append(quoted(before.substring(at, digits.start()))).append("\\d++");
      at = digits.end();
    }
    regex.append(quoted(before.substring(at)));
    return new LogPrefix(Pattern.compile(regex.toString()));
  }

  private static String quoted(String text) {
    return text.isEmpty() ? "" : Pattern.quote(text);
  }

  /** The line without it; null for a line of other output. */
  @Nullable String strip(String line) {
    if (pattern == null) {
      return line;
    }
    Matcher matcher = pattern.matcher(line);
    if (matcher.lookingAt()) {
      return line.substring(matcher.end());
    }
    // Loggers trim blanks at the end of an empty line.
    Matcher trimmed = pattern.matcher(line + ' ');
    if (trimmed.matches()) {
      return "";
    }
    boolean own = line.startsWith("\"") || line.startsWith("\tat ") || line.startsWith("\t- ");
    return own ? line : null;
  }
}
