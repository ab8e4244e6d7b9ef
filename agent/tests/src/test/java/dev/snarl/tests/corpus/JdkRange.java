package dev.snarl.tests.corpus;

/** The feature releases from one to another, both included: {@code 21..}, {@code ..24}. */
record JdkRange(int low, int high) {
  static final JdkRange ALL = of("..");

  static JdkRange of(String text) {
    int dots = text.indexOf("..");
    String low = dots < 0 ? text : text.substring(0, dots);
    String high = dots < 0 ? "" : text.substring(dots + 2);
    return new JdkRange(
        low.isEmpty() ? 0 : Integer.parseInt(low),
        high.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(high));
  }

  boolean covers(int feature) {
    return low <= feature && feature <= high;
  }
}
