package dev.snarl.text;

/**
 * Makes text from outside fit for one line of a terminal or a log. Allocates only what it returns.
 */
public final class Text {
  private static final String HEX = "0123456789abcdef";

  /** That end with a number which counts nothing. */
  private static final String[] WORDS = {
    "h2", "s3", "ec2", "db2", "dbcp2", "log4j2", "http2", "http3", "ipv4", "ipv6", "oauth2", "utf8",
    "utf16", "base64", "md5", "sha1", "sha256", "sha512"
  };

  /** The lengths of the parts of a UUID after its first. */
  private static final int[] UUID_PARTS = {4, 4, 4, 12};

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
   * A limited number of characters, with each counter as {@code #}: names that differ by a counter
   * or a time become one. Each run of digits is a counter, except in a part of the name, between
   * separators, that is a word with a digit in it: {@code neo4j}, {@code H2-nio}, {@code
   * s3-upload}. Default names of the JDK, such as {@code pool-7-thread-2}, keep the number of the
   * pool, which alone distinguishes unnamed pools. They keep it only below 100, so that a program
   * that builds a pool for each call does not get a name for each. A hash code in hexadecimal, as
   * in {@code Worker@3f1c2ab}, is a counter with its letters, and so is a UUID.
   */
  public static String folded(String name, int limit) {
    int length = Math.min(name.length(), limit);
    StringBuilder folded = new StringBuilder(length);
    int at =
        Math.min(
            length,
            Math.max(end(name, "pool-", "-thread-"), end(name, "ForkJoinPool-", "-worker-")));
    folded.append(name, 0, at);
    while (at < length) {
      int end = at;
      while (end < length && (Character.isLetter(name.charAt(end)) || isDigit(name.charAt(end)))) {
        end++;
      }
      if (end == at) {
        folded.append(name.charAt(at));
        at++;
      } else if (isHash(name, at, end)) {
        folded.append('#');
        at = endOfUuid(name, end);
      } else if (isWord(name, at, end, end == length)) {
        folded.append(name, at, end);
        at = end;
      } else {
        at = fold(folded, name, at, end);
      }
    }
    return folded.toString();
  }

  private static int fold(StringBuilder folded, String name, int begin, int end) {
    for (int i = begin; i < end; i++) {
      if (!isDigit(name.charAt(i))) {
        folded.append(name.charAt(i));
      } else if (i == begin || !isDigit(name.charAt(i - 1))) {
        folded.append('#');
      }
    }
    return end;
  }

  /** Whether a part of a name is hexadecimal, and no word that a number follows. */
  private static boolean isHash(String name, int begin, int end) {
    int numbers = 0;
    for (int i = begin; i < end; i++) {
      char c = name.charAt(i);
      if (!isHex(c)) {
        return false;
      }
      numbers += isDigit(c) && (i == begin || !isDigit(name.charAt(i - 1))) ? 1 : 0;
    }
    boolean identity = begin > 0 && name.charAt(begin - 1) == '@' && end - begin >= 4;
    return identity
        || (end - begin >= 6 && (numbers >= 2 || (numbers == 1 && isDigit(name.charAt(begin)))));
  }

  /** The end of a UUID of which this is the end of the first part; else that end. */
  private static int endOfUuid(String name, int end) {
    int at = end;
    for (int length : UUID_PARTS) {
      int next = at + 1;
      if (at >= name.length() || name.charAt(at) != '-') {
        return end;
      }
      at = next;
      while (at < name.length() && isHex(name.charAt(at))) {
        at++;
      }
      if (at - next != length) {
        return end;
      }
    }
    return at;
  }

  private static boolean isHex(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f');
  }

  /**
   * Whether a part of a name has no counter: one digit between letters, as in {@code k8s}, unless
   * all are of a hexadecimal number or another word follows, as in {@code Group1Worker}; or it is
   * well known and not the last, where {@code http2} may be the second of several.
   */
  private static boolean isWord(String name, int begin, int end, boolean last) {
    int digits = 0;
    int digit = -1;
    boolean hex = true;
    for (int i = begin; i < end; i++) {
      char c = name.charAt(i);
      hex &= Character.digit(c, 16) >= 0;
      if (isDigit(c)) {
        digits++;
        digit = i;
      }
    }
    if (digits == 0) {
      return true;
    }
    if (digits == 1 && !hex && digit > begin && digit < end - 1) {
      return Character.isUpperCase(name.charAt(digit - 1))
          || !Character.isUpperCase(name.charAt(digit + 1));
    }
    return !last && isKnown(name, begin, end - begin);
  }

  private static boolean isKnown(String name, int begin, int length) {
    for (String word : WORDS) {
      if (word.length() == length && name.regionMatches(true, begin, word, 0, length)) {
        return true;
      }
    }
    return false;
  }

  /** The end of the number after this prefix; 0 if there is none of one or two digits. */
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
