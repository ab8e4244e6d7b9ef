package dev.snarl.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time on the command line: {@code 250ms}, {@code 0.30s}, {@code 10m}, {@code 2h}. */
record Seconds(double value) {
  private static final Pattern TIME = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(ms|s|m|h)");

  /** Waits so long, or not at all if that is not above zero. */
  static void sleep(double seconds) throws Failure {
    try {
      Thread.sleep(Math.max(0, (long) (seconds * 1_000)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failure.unreachable("interrupted");
    }
  }

  /** Reads one. */
  static final class Reader implements ITypeConverter<Seconds> {
    @Override
    public Seconds convert(String given) {
      Matcher time = TIME.matcher(given);
      if (!time.matches()) {
        throw bad(given);
      }
      double number = Double.parseDouble(time.group(1));
      double seconds =
          switch (time.group(2)) {
            case "ms" -> number / 1_000;
            case "s" -> number;
            case "m" -> number * 60;
            default -> number * 3_600;
          };
      if (seconds <= 0) {
        throw bad(given);
      }
      return new Seconds(seconds);
    }

    private static TypeConversionException bad(String given) {
      return new TypeConversionException(
          "'" + given + "' is no time above zero, such as 250ms, 0.3s, 10m or 2h");
    }
  }
}
