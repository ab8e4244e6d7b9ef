package dev.snarl.agent;

import dev.snarl.observe.AgentThread;

/**
 * Work to do when the JVM exits, on a thread that the JVM starts for that; it delays the exit by
 * the time that takes. Costs nothing before.
 */
final class AtExit implements AutoCloseable {
  private final Thread hook;

  /** Where the JVM exits already, the work is done at once. */
  AtExit(Runnable work, String name) {
    hook = new AgentThread(work, name);
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      work.run();
    }
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
