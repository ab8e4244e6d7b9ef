package dev.snarl.agent;

import dev.snarl.observe.live.AgentThread;

/**
 * Work at the exit of the JVM, on a thread that the JVM starts for it; it delays the exit by its
 * duration. Costs nothing before.
 */
final class AtExit implements AutoCloseable {
  private final Thread hook;

  /** If the JVM is already exiting, the work runs at once. */
  AtExit(Runnable work, String name) {
    hook = new AgentThread(work, name);
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      work.run();
    }
  }

  /** Drops the work, so that a detached agent can be collected. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      // the JVM is exiting, and the work is running
    }
  }
}
