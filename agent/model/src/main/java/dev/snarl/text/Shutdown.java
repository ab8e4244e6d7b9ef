package dev.snarl.text;

/** Whether the JVM is ending, from its own state. Costs some 50 ns while it is not. */
public final class Shutdown {
  private Shutdown() {}

  /**
   * True from the moment at which the JVM accepts no more shutdown hooks. The flight recorder and
   * other parts of the JDK register one when they start, and fail with {@code
   * IllegalStateException} from then on. A hook of the agent that sets a flag would be later than
   * that, because hooks run in any order.
   */
  public static boolean inProgress() {
    try {
      Runtime.getRuntime().removeShutdownHook(Thread.currentThread()); // which is none
      return false;
    } catch (IllegalStateException begun) {
      return true;
    } catch (SecurityException unknown) {
      return false;
    }
  }
}
