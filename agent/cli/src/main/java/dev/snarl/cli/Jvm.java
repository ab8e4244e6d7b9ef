package dev.snarl.cli;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Another JVM, reached through the attach API. By reflection and the system loader: that API is in
 * a module that a runtime image may lack and that the platform loader does not see. Each call opens
 * a new connection; a target that does not answer costs its time-out.
 *
 * @param pid its process id
 * @param name its main class, or the file name of its jar; empty if unknown
 */
record Jvm(String pid, String name) {
  /** Where the agent publishes its ready line: the JVM's agent properties. */
  private static final String STATE = "dev.snarl.state";

  private static final int OLDEST = 17;

  /** Loading an agent prints a warning from here on: https://openjdk.org/jeps/451. */
  private static final int FIRST_THAT_WARNS = 21;

  private static final long PATIENCE_NANOS = 20_000_000_000L;

  static Jvm of(String pid) {
    return new Jvm(pid, "");
  }

  /**
   * The JVMs of this user, except this one. Files list them, and a file may outlive its JVM, whose
   * process id then means nothing or another program.
   */
  static List<Jvm> all() throws Failure {
    List<Jvm> all = new ArrayList<>();
    String own = Long.toString(ProcessHandle.current().pid());
    try {
      Class<?> type = machine();
      for (Object each : (List<?>) type.getMethod("list").invoke(null)) {
        Class<?> descriptor = each.getClass();
        String pid = String.valueOf(descriptor.getMethod("id").invoke(each));
        String said = String.valueOf(descriptor.getMethod("displayName").invoke(each));
        if (!pid.equals(own) && new Jvm(pid, "").isThere()) {
          all.add(new Jvm(pid, MainClass.of(said)));
        }
      }
    } catch (ReflectiveOperationException e) {
      throw Failure.unreachable("cannot list JVMs: " + e);
    }
    return all;
  }

  /** Refuses a process that is gone, of another user or no JVM; asks nothing of it. */
  void check() throws Failure {
    String obstacle = OtherProcess.of(pid).obstacle(null);
    if (obstacle != null) {
      throw unreachable(obstacle);
    }
  }

  /** Whether its process lives and is a JVM. */
  boolean isThere() {
    OtherProcess process = OtherProcess.of(pid);
    boolean ended =
        process.hasEnded()
            || ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isEmpty();
    return !ended && !process.isNoJvm();
  }

  /**
   * The result of loading the agent.
   *
   * @param ready its ready line; null if nothing of it is active
   * @param fresh whether it was loaded, and not active before
   * @param warned whether the JVM printed a warning for that
   */
  record Loaded(@Nullable String ready, boolean fresh, boolean warned) {}

  /** The agent's ready line, empty while it starts, null if it is not active. */
  @Nullable String state() throws Failure {
    return with(null, (type, machine) -> new Loaded(state(type, machine), false, false)).ready();
  }

  /** Loads the agent into it if it is not active there, and waits until it has started. */
  Loaded load(Path jar, String options) throws Failure {
    return with(
        jar,
        (type, machine) -> {
          if (state(type, machine) != null) {
            return new Loaded(settled(type, machine), false, false);
          }
          Properties system = properties(type, machine, "getSystemProperties");
          int feature = feature(system);
          if (feature < OLDEST) {
            throw unreachable("it runs Java " + feature + ", Snarl needs " + OLDEST + " or newer");
          }
          boolean warned =
              feature >= FIRST_THAT_WARNS
                  && !jvmArguments(type, machine).contains("-XX:+EnableDynamicAgentLoading");
          load(type, machine, jar, options);
          return new Loaded(settled(type, machine), true, warned);
        });
  }

  /**
   * Makes the agent leave. A JVM that cannot have one is left alone.
   *
   * @param how {@code detach} or {@code disable}
   * @return whether it has left
   */
  boolean unload(Path jar, String how) throws Failure {
    return with(
        jar,
        (type, machine) -> {
          if (state(type, machine) == null
              && !jvmArguments(type, machine).contains("-javaagent:")) {
            return true;
          }
          load(type, machine, jar, how);
          return settled(type, machine) == null;
        });
  }

  private static void load(Class<?> type, Object machine, Path jar, String options)
      throws ReflectiveOperationException {
    type.getMethod("loadAgent", String.class, String.class)
        .invoke(machine, jar.toString(), options);
  }

  /** The options of the JVM itself, also those from the environment. */
  private static String jvmArguments(Class<?> type, Object machine)
      throws ReflectiveOperationException {
    return properties(type, machine, "getAgentProperties").getProperty("sun.jvm.args", "");
  }

  private static int feature(Properties system) {
    String version = system.getProperty("java.specification.version", "");
    String digits = version.replaceFirst("^1[.]", "");
    return digits.matches("[0-9]{1,4}") ? Integer.parseInt(digits) : OLDEST;
  }

  /**
   * The answer of a diagnostic command of the JVM, as {@code jcmd} prints it. The launcher's
   * manifest opens the attach API's package for this.
   */
  void diagnose(String command, Answer answer) throws Failure {
    with(
        null,
        (type, machine) -> {
          Class<?> own =
              Class.forName(
                  "sun.tools.attach.HotSpotVirtualMachine",
                  true,
                  ClassLoader.getSystemClassLoader());
          InputStream stream =
              (InputStream) own.getMethod("executeJCmd", String.class).invoke(machine, command);
          try (InputStream in = new AnswerStream(stream)) {
            answer.read(in);
          }
          return true;
        });
  }

  private <T> T with(@Nullable Path jar, Work<T> work) throws Failure {
    OtherProcess process = OtherProcess.of(pid);
    String obstacle = process.obstacle(jar);
    if (obstacle != null) {
      throw unreachable(obstacle);
    }
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
      throw unreachable(
          process.hasEnded()
              ? "it ended meanwhile"
              : words(String.valueOf(cause.getMessage()), jar));
    } catch (ReflectiveOperationException | IOException e) {
      throw unreachable(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted");
    }
  }

  /** The JDK's message if it helps, otherwise a better one. */
  private static String words(String said, @Nullable Path jar) {
    if (said.contains("does not support the attach mechanism")) {
      return OtherProcess.NO_ATTACH;
    }
    if (said.contains("Dynamic agent loading is not enabled")) {
      return "it was started with -XX:-EnableDynamicAgentLoading and takes no agent while it runs;"
          + " start it with -javaagent or without that option";
    }
    if (said.contains("Agent JAR not found")) {
      return "it may not read " + jar + "; put the jar where its user can read it";
    }
    if (said.contains("Unable to open socket file")) {
      return "it does not answer: it is stopped or hangs, or was started with"
          + " -XX:+DisableAttachMechanism";
    }
    return said;
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
    return properties(type, machine, "getAgentProperties").getProperty(STATE);
  }

  private static Properties properties(Class<?> type, Object machine, String which)
      throws ReflectiveOperationException {
    return (Properties) type.getMethod(which).invoke(machine);
  }

  /** Refuses a Java in which nothing can be attached. */
  static Class<?> machine() throws Failure {
    try {
      return Class.forName(
          "com.sun.tools.attach.VirtualMachine", true, ClassLoader.getSystemClassLoader());
    } catch (ClassNotFoundException e) {
      throw Failure.unreachable("this Java has no module jdk.attach; run the command with a JDK");
    }
  }

  /** Reads a JVM's answer. */
  interface Answer {
    void read(InputStream in) throws IOException;
  }

  private interface Work<T> {
    T on(Class<?> type, Object machine)
        throws ReflectiveOperationException, IOException, InterruptedException, Failure;
  }
}
