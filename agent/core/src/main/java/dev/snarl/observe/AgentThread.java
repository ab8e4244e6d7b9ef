package dev.snarl.observe;

/** A thread of the agent: a daemon, named {@code snarl-...}, and never part of what is observed. */
public final class AgentThread extends Thread {
  public AgentThread(Runnable target, String name) {
    super(null, target, name, 0, false); // inherits no thread-locals of the application
    setDaemon(true);
    setContextClassLoader(null);
  }
}
