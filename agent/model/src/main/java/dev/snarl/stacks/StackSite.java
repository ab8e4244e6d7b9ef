package dev.snarl.stacks;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The call site in a stack trace, by the rule of {@link SiteChoice}.
 *
 * @param frame the frame to open
 * @param call the JDK's or library's method that it called, such as {@code CompletableFuture.get}
 * @param application whether the frame is the application's
 */
public record StackSite(StackTraceElement frame, String call, boolean application) {
  private static final Set<String> PARKS =
      Set.of(
          "LockSupport.park",
          "LockSupport.parkNanos",
          "Object.wait",
          "CountDownLatch.await",
          "AbstractQueuedSynchronizer.acquireSharedInterruptibly",
          "AbstractQueuedSynchronizer.tryAcquireSharedNanos",
          "AbstractQueuedSynchronizer.await");

  /** The site in a stack, top first; null if every frame is the JDK's. */
  public static @Nullable StackSite in(
      StackTraceElement[] stack, Frames frames, Wrappers wrappers) {
    Choice choice = new Choice(frames, wrappers);
    for (StackTraceElement frame : stack) {
      if (choice.next(frame, frame.getClassName(), frame.getMethodName())) {
        break;
      }
    }
    StackTraceElement frame = choice.chosen();
    return frame == null ? null : new StackSite(frame, choice.call(), choice.application());
  }

  private static final class Choice extends SiteChoice<StackTraceElement> {
    private final Wrappers wrappers;

    Choice(Frames frames, Wrappers wrappers) {
      super(frames);
      this.wrappers = wrappers;
    }

    @Override
    protected boolean wrapper(StackTraceElement frame) {
      return wrappers.is(frame.getClassName());
    }
  }

  /** If a library parks itself, its own method is more informative than the park. */
  public static String waitingCall(String jdk, String library) {
    return !library.isEmpty() && parks(jdk) ? library : jdk;
  }

  /** Called by a woven library itself, there is no call of the JDK at all. */
  public static boolean parks(String jdk) {
    return jdk.isEmpty() || PARKS.contains(jdk);
  }

  /** {@code Class.method(File.java:line)}. */
  public String text() {
    return text(frame, frame.getFileName());
  }

  /** The same, of a frame whose file may be known from elsewhere. */
  public static String text(StackTraceElement frame, @Nullable String file) {
    String name = file == null ? "Unknown Source" : file;
    String where = frame.getLineNumber() > 0 ? name + ':' + frame.getLineNumber() : name;
    return frame.getClassName() + '.' + frame.getMethodName() + '(' + where + ')';
  }
}
