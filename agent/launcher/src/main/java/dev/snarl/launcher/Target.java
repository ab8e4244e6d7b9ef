package dev.snarl.launcher;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Properties;

/**
 * Another JVM, reached through the attach API. By reflection, since that API is in a module that a
 * runtime image may lack, and this class must load on one that does.
 */
final class Target {

  private Target() {}

  /** Where the agent leaves its ready line for us: the JVM's agent properties. */
  private static final String STATE = "dev.snarl.state";

  /**
   * Loads the agent into the JVM with this process id, and waits until it is past its start.
   *
   * @return its ready line; null where nothing of it is active any more, or it did not start
   */
  static String load(String pid, String jar, String options) throws Exception {
    Class<?> type = Class.forName("com.sun.tools.attach.VirtualMachine");
    try {
      Object machine = type.getMethod("attach", String.class).invoke(null, pid);
      try {
        type.getMethod("loadAgent", String.class, String.class).invoke(machine, jar, options);
        return settled(type, machine);
      } finally {
        type.getMethod("detach").invoke(machine);
      }
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw cause instanceof Exception ? (Exception) cause : e;
    }
  }

  private static String settled(Class<?> type, Object machine) throws Exception {
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (true) {
      Properties properties = (Properties) type.getMethod("getAgentProperties").invoke(machine);
      String state = properties.getProperty(STATE);
      if (state == null || !state.isEmpty()) {
        return state;
      }
      if (System.nanoTime() > deadline) {
        throw new IOException("the agent was loaded, but is not ready after 20 s");
      }
      Thread.sleep(50);
    }
  }
}
