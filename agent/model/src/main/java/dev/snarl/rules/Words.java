package dev.snarl.rules;

import dev.snarl.text.Figures;
import org.jspecify.annotations.Nullable;

/** How rules word calls, classes, numbers and times. */
public final class Words {
  static final double NANOS = 1e9;

  private Words() {}

  /** {@code java.lang.Process.waitFor} as {@code Process.waitFor()}. */
  public static String call(String qualified) {
    int method = qualified.lastIndexOf('.');
    int type = method < 0 ? -1 : qualified.lastIndexOf('.', method - 1);
    return parentheses(qualified.substring(type + 1));
  }

  /** {@code CompletableFuture.get} as {@code get()}. */
  public static String method(String qualified) {
    return parentheses(qualified.substring(qualified.lastIndexOf('.') + 1));
  }

  private static String parentheses(String call) {
    return call.endsWith(")") ? call : call + "()";
  }

  /** {@code java.util.concurrent.FutureTask} as {@code FutureTask}. */
  static String type(String qualified) {
    return qualified.substring(qualified.lastIndexOf('.') + 1);
  }

  static String at(@Nullable String site) {
    return site == null ? "" : " at " + site;
  }

  /** One decimal below 10, none above; thousands in groups. */
  static String number(double value) {
    return Figures.number(value);
  }

  static String number(long value) {
    return Figures.number(value);
  }

  /** {@code 230 ms}, {@code 4.1 s}, {@code 12 min}. */
  static String time(double seconds) {
    return Figures.time(seconds);
  }

  /** {@code 640 KB}, {@code 12.5 MB}, {@code 3.1 GB}; 1 KB is 1,024 bytes. */
  static String bytes(long bytes) {
    double kilobytes = bytes / 1024.0;
    if (kilobytes < 1024) {
      return Math.round(kilobytes) + " KB";
    }
    double megabytes = kilobytes / 1024;
    return megabytes < 1024
        ? number(megabytes < 10 ? megabytes : Math.rint(megabytes)) + " MB"
        : number(megabytes / 1024) + " GB";
  }

  static String percent(double share) {
    return Math.round(share * 100) + " %";
  }

  static String plural(long count, String noun) {
    return Figures.plural(count, noun);
  }
}
