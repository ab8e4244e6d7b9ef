package dev.snarl.snapshot;

/**
 * A line of the application, and what it called there.
 *
 * @param site {@code Class.method(File.java:line)}, or {@code other}
 * @param call the JDK's or library's method that it called, empty if none
 * @param application whether the site is the application's; a library's if no application frame is
 *     on the stack
 */
public record CallSite(String site, String call, boolean application) {
  /** A stack without a nameable frame. */
  public static final CallSite OTHER = new CallSite("other", "", false);
}
