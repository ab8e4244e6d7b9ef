package dev.snarl.observe.live;

import dev.snarl.text.Say;

/**
 * A thread of the agent: a daemon, named {@code snarl-...}, and never part of what is observed. In
 * the JVM's root group: the application counts, enumerates and interrupts the threads of its own
 * groups. What ends it is one line: the application's own handler of such things may end the JVM.
 */
public final class AgentThread extends Thread {
  public AgentThread(Runnable target, String name) {
    super(rootGroup(), target, name, 0, false); // inherits no thread-locals of the application
    setDaemon(true);
    setContextClassLoader(null);
    setUncaughtExceptionHandler(new Ended());
  }

  /** No lambda, which a thread of the application's would link. */
  private static final class Ended implements UncaughtExceptionHandler {
    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
      Say.failure("its thread " + thread.getName() + " ended: " + thrown);
    }
  }

  /** The JVM's own group, or the highest that a security manager lets be seen. */
  private static ThreadGroup rootGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    try {
      for (ThreadGroup above = group; above != null; above = above.getParent()) {
        group = above;
      }
    } catch (SecurityException refused) {
      // then this one
    }
    return group;
  }
}
