package dev.snarl.agent;

/**
 * Work to do when the JVM exits, on a thread that the JVM starts for that; it delays the exit by
 * the time that takes. Costs nothing before.
 */
final class AtExit implements AutoCloseable {
  private final Thread hook;

  AtExit(Runnable work, String name) {
    hook = new Thread(null, work, name, 0, false);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Forgets the work, so that a detached agent can be collected. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      // the JVM is on its way out, and the work is being done
    }
  }
}
