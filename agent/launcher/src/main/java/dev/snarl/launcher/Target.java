package dev.snarl.launcher;

import java.lang.reflect.InvocationTargetException;

/**
 * Another JVM, reached through the attach API. By reflection, since that API is in a module that a
 * runtime image may lack, and this class must load on one that does.
 */
final class Target {

  private Target() {}

  /** Loads the agent into the JVM with this process id. */
  static void load(String pid, String jar, String options) throws Exception {
    Class<?> type = Class.forName("com.sun.tools.attach.VirtualMachine");
    try {
      Object machine = type.getMethod("attach", String.class).invoke(null, pid);
      try {
        type.getMethod("loadAgent", String.class, String.class).invoke(machine, jar, options);
      } finally {
        type.getMethod("detach").invoke(machine);
      }
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw cause instanceof Exception ? (Exception) cause : e;
    }
  }
}
