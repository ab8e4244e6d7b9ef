package dev.snarl.observe;

/**
 * A thread of the agent: a daemon, named {@code snarl-...}, and never part of what is observed.
 * What ends it is one line: the application's own handler of such things may end the JVM.
 */
public final class AgentThread extends Thread {
  public AgentThread(Runnable target, String name) {
    super(root(), target, name, 0, false); // inherits no thread-locals of the application
    setDaemon(true);
    setContextClassLoader(null);
    setUncaughtExceptionHandler(
        (thread, thrown) ->
            System.err.println("snarl: its thread " + thread.getName() + " ended: " + thrown));
  }

  /** Not the application's group: it counts and interrupts the threads of its own. */
  static ThreadGroup root() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }
}
