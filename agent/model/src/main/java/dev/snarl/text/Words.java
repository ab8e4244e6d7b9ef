package dev.snarl.text;

import org.jspecify.annotations.Nullable;

/** The wording of calls, classes and sites. */
public final class Words {
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
  public static String type(String qualified) {
    return qualified.substring(qualified.lastIndexOf('.') + 1);
  }

  /** The same with its article. */
  public static String a(String qualified) {
    String type = type(qualified);
    return ("AEIO".indexOf(type.charAt(0)) < 0 ? "a " : "an ") + type;
  }

  public static String at(@Nullable String site) {
    return site == null ? "" : " at " + site;
  }

  /** {@code 640 KB}, {@code 12.5 MB}, {@code 3.1 GB}; 1 KB is 1,024 bytes. */
  public static String bytes(long bytes) {
    double kilobytes = bytes / 1024.0;
    if (kilobytes < 1024) {
      return Math.round(kilobytes) + " KB";
    }
    double megabytes = kilobytes / 1024;
    return megabytes < 1024
        ? Figures.number(megabytes < 10 ? megabytes : Math.rint(megabytes)) + " MB"
        : Figures.number(megabytes / 1024) + " GB";
  }
}
