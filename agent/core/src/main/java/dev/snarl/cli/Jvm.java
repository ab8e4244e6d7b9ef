package dev.snarl.cli;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Another JVM, reached through the attach API. By reflection and the system loader: that API is in
 * a module that a runtime image may lack, and that the platform loader does not see. Each call
 * opens a connection of its own; a target that does not answer costs its time-out.
 *
 * @param pid its process id
 * @param name its main class or jar, as {@code jcmd} says it; empty where not known
 */
record Jvm(String pid, String name) {
  /** Where the agent leaves its ready line for us: the JVM's agent properties. */
  private static final String STATE = "dev.snarl.state";

  private static final long PATIENCE_NANOS = 20_000_000_000L;

  static Jvm of(String pid) {
    return new Jvm(pid, "");
  }

  /** The JVMs of this user, this one left out. */
  static List<Jvm> all() throws Failure {
    List<Jvm> all = new ArrayList<>();
    String own = Long.toString(ProcessHandle.current().pid());
    try {
      Class<?> type = machine();
      for (Object each : (List<?>) type.getMethod("list").invoke(null)) {
        Class<?> descriptor = each.getClass();
        String pid = String.valueOf(descriptor.getMethod("id").invoke(each));
        if (!pid.equals(own)) {
          all.add(new Jvm(pid, String.valueOf(descriptor.getMethod("displayName").invoke(each))));
        }
      }
    } catch (ReflectiveOperationException e) {
      throw Failure.unreachable("cannot list JVMs: " + e);
    }
    return all;
  }

  /** The agent's ready line, empty while it starts, null where it is not active. */
  @Nullable String state() throws Failure {
    return with((type, machine) -> state(type, machine));
  }

  /**
   * Loads the agent into it, and waits until it is past its start.
   *
   * @return its ready line; null where nothing of it is active any more, or it did not start
   */
  @Nullable String load(String jar, String options) throws Failure {
    return with(
        (type, machine) -> {
          type.getMethod("loadAgent", String.class, String.class).invoke(machine, jar, options);
          return settled(type, machine);
        });
  }

  /**
   * What a diagnostic command of the JVM answers, as {@code jcmd} prints it. The launcher's
   * manifest opens the attach API's own package for this.
   */
  void diagnose(String command, Answer answer) throws Failure {
    with(
        (type, machine) -> {
          Class<?> own =
              Class.forName(
                  "sun.tools.attach.HotSpotVirtualMachine",
                  true,
                  ClassLoader.getSystemClassLoader());
          try (InputStream in =
              (InputStream) own.getMethod("executeJCmd", String.class).invoke(machine, command)) {
            answer.read(in);
          }
          return null;
        });
  }

  private @Nullable String with(Work work) throws Failure {
    try {
      Class<?> type = machine();
      Object machine = type.getMethod("attach", String.class).invoke(null, pid);
      try {
        return work.on(type, machine);
      } finally {
        type.getMethod("detach").invoke(machine);
      }
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw unreachable(String.valueOf(cause.getMessage()));
    } catch (ReflectiveOperationException | IOException e) {
      throw unreachable(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted");
    }
  }

  private Failure unreachable(String why) {
    return Failure.unreachable("cannot reach JVM " + pid + ": " + why);
  }

  private static @Nullable String settled(Class<?> type, Object machine)
      throws ReflectiveOperationException, IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      String state = state(type, machine);
      if (state == null || !state.isEmpty()) {
        return state;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("the agent was loaded, but is not ready after 20 s");
      }
      Thread.sleep(50);
    }
  }

  private static @Nullable String state(Class<?> type, Object machine)
      throws ReflectiveOperationException {
    Properties properties = (Properties) type.getMethod("getAgentProperties").invoke(machine);
    return properties.getProperty(STATE);
  }

  private static Class<?> machine() throws Failure {
    try {
      return Class.forName(
          "com.sun.tools.attach.VirtualMachine", true, ClassLoader.getSystemClassLoader());
    } catch (ClassNotFoundException e) {
      throw Failure.unreachable("this Java has no module jdk.attach; run the command with a JDK");
    }
  }

  /** Reads what a JVM answers. */
  interface Answer {
    void read(InputStream in) throws IOException;
  }

  private interface Work {
    @Nullable String on(Class<?> type, Object machine)
        throws ReflectiveOperationException, IOException, InterruptedException;
  }
}
