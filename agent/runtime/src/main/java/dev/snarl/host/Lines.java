package dev.snarl.host;

import dev.snarl.snapshot.Host;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds values in the kernel's text files. */
final class Lines {

  private Lines() {}

  /** The rest of the line that begins with this, trimmed; null if there is none. */
  static @Nullable String after(@Nullable String text, String begin) {
    if (text == null) {
      return null;
    }
    int at = text.startsWith(begin) ? 0 : text.indexOf('\n' + begin);
    if (at < 0) {
      return null;
    }
    int from = (at == 0 && text.startsWith(begin) ? 0 : at + 1) + begin.length();
    int end = text.indexOf('\n', from);
    return text.substring(from, end < 0 ? text.length() : end).strip();
  }

  /** The first number of that line; -1 if there is none. */
  static long numberAfter(@Nullable String text, String begin) {
    String rest = after(text, begin);
    return rest == null ? -1 : number(rest);
  }

  /**
   * The number at the beginning, {@link Host#UNLIMITED} for words with that meaning, -1 for others.
   */
  static long number(String text) {
    if (text.startsWith("max") || text.startsWith("unlimited")) {
      return Host.UNLIMITED;
    }
    int end = text.startsWith("-") ? 1 : 0;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    try {
      return Long.parseLong(text.substring(0, end));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Words between blanks; one that is empty if there is nothing else. */
  static String[] words(String line) {
    List<String> words = new ArrayList<>();
    int from = 0;
    for (int at = 0; at <= line.length(); at++) {
      if (at == line.length() || Character.isWhitespace(line.charAt(at))) {
        if (at > from) {
          words.add(line.substring(from, at));
        }
        from = at + 1;
      }
    }
    return words.isEmpty() ? new String[] {""} : words.toArray(new String[0]);
  }
}
