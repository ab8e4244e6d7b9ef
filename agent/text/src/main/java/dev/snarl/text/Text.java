package dev.snarl.text;

/**
 * Makes text from outside fit for one line of a terminal or a log. Allocates only what it returns.
 */
public final class Text {
  private static final String HEX = "0123456789abcdef";

  private Text() {}

  /**
   * The text with control characters, line separators, direction marks and halves of surrogate
   * pairs written as {@code \}{@code uXXXX}, cut to a length with {@code …} at the end.
   */
  public static String oneLine(String text, int limit) {
    StringBuilder line = new StringBuilder(Math.min(text.length(), limit) + 8);
    for (int i = 0; i < text.length(); i++) {
      if (line.length() >= limit) {
        return line.append('…').toString();
      }
      char c = text.charAt(i);
      int whole = text.codePointAt(i);
      if (whole != c && !isHostile(whole)) {
        line.appendCodePoint(whole);
        i++;
      } else if (isHostile(whole)) {
        line.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          line.append(HEX.charAt((c >> shift) & 0xf));
        }
      } else {
        line.append(c);
      }
    }
    return line.toString();
  }

  /**
   * At most so many characters, with each run of digits as {@code #}: names that differ by a
   * counter or a time become one. The names that the JDK gives, as {@code pool-7-thread-2}, keep
   * the number of the pool, which alone tells one unnamed pool from another: while it is below 100,
   * so that a program that builds a pool for each call has no name for each.
   */
  public static String folded(String name, int limit) {
    int length = Math.min(name.length(), limit);
    StringBuilder folded = new StringBuilder(length);
    int kept =
        Math.min(
            length,
            Math.max(end(name, "pool-", "-thread-"), end(name, "ForkJoinPool-", "-worker-")));
    folded.append(name, 0, kept);
    boolean digits = false;
    for (int i = kept; i < length; i++) {
      char c = name.charAt(i);
      boolean digit = isDigit(c);
      if (!digit) {
        folded.append(c);
      } else if (!digits) {
        folded.append('#');
      }
      digits = digit;
    }
    return folded.toString();
  }

  /** Where the number after this beginning ends; 0 if there is none of one or two digits. */
  private static int end(String name, String beginning, String next) {
    if (!name.startsWith(beginning)) {
      return 0;
    }
    int end = beginning.length();
    while (end < name.length() && isDigit(name.charAt(end))) {
      end++;
    }
    int digits = end - beginning.length();
    return (digits == 1 || digits == 2) && name.startsWith(next, end) ? end : 0;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isHostile(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
