package dev.snarl.threads;

import org.jspecify.annotations.Nullable;

/**
 * Frames as HotSpot writes them: {@code a.B.m(java.base@17/B.java:3)} in its text, {@code
 * java.base/a.B.m(B.java:3)} in JSON, with or without a loader, a module and its version.
 */
final class FrameText {
  private static final int NATIVE = -2;

  private FrameText() {}

  static @Nullable StackTraceElement parse(String text) {
    int open = text.indexOf('(');
    int close = text.lastIndexOf(')');
    if (open <= 0 || close < open) {
      return null;
    }
    String left = withoutHidden(text.substring(0, open));
    left = left.substring(left.lastIndexOf('/') + 1);
    int dot = left.lastIndexOf('.');
    if (dot <= 0 || dot == left.length() - 1 || !name(left)) {
      return null;
    }
    String place = text.substring(open + 1, close);
    place = place.substring(place.lastIndexOf('/') + 1);
    String type = left.substring(0, dot);
    String method = left.substring(dot + 1);
    if (place.equals("Native Method")) {
      return new StackTraceElement(type, method, null, NATIVE);
    }
    int colon = place.lastIndexOf(':');
    String file = colon < 0 ? place : place.substring(0, colon);
    return new StackTraceElement(
        type,
        method,
        file.isEmpty() || file.equals("Unknown Source") ? null : file,
        colon < 0 ? -1 : number(place.substring(colon + 1)));
  }

  /** A hidden class has an address or a number behind its name, as no module and package has. */
  private static String withoutHidden(String left) {
    int slash = left.lastIndexOf('/');
    if (slash < 0 || slash + 1 == left.length() || !digit(left.charAt(slash + 1))) {
      return left;
    }
    int end = left.indexOf('.', slash);
    return end < 0 ? left : left.substring(0, slash) + left.substring(end);
  }

  private static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean name(String left) {
    for (int i = 0; i < left.length(); i++) {
      char c = left.charAt(i);
      // The virtual machine allows more in a name than the language; blanks are in no compiler's.
      if (c <= ' ' || c == '"' || c == ')') {
        return false;
      }
    }
    return true;
  }

  private static int number(String digits) {
    if (digits.isEmpty() || digits.length() > 7) {
      return -1;
    }
    int number = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (!digit(c)) {
        return -1;
      }
      number = number * 10 + (c - '0');
    }
    return number;
  }
}
