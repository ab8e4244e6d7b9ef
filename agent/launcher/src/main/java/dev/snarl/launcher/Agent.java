package dev.snarl.launcher;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.util.function.BiFunction;

/**
 * Where the JVM enters, in the system loader, on the main thread before {@code main} or on the
 * attach thread. It only checks that this JVM is new enough and hands over to the core in a loader
 * of its own. Compiled for Java 8, so that an older JVM gets a line rather than a class-file error.
 * It never throws: the application always starts.
 */
public final class Agent {

  static final int OLDEST = 17;

  private static Runnable running;
  private static CoreLoader loader;

  /** Those that the agent was last started with; given anew after a disable, they come second. */
  private static String options;

  private Agent() {}

  public static void premain(String arguments, Instrumentation instrumentation) {
    start(arguments, instrumentation);
  }

  public static void agentmain(String arguments, Instrumentation instrumentation) {
    if ("detach".equals(arguments)) {
      stop();
      options = null;
    } else if ("disable".equals(arguments)) {
      stop();
    } else {
      start(withEarlier(arguments), instrumentation);
    }
  }

  private static synchronized String withEarlier(String arguments) {
    if (options == null || options.equals(arguments) || options.startsWith(arguments + ',')) {
      return options == null ? arguments : options;
    }
    return arguments + ',' + options;
  }

  private static synchronized void start(String arguments, Instrumentation instrumentation) {
    try {
      int feature = feature(System.getProperty("java.specification.version"));
      if (feature < OLDEST) {
        say("Java " + feature + " is too old, Snarl needs " + OLDEST + " or newer; doing nothing");
        return;
      }
      if (running != null) {
        say("already active in this JVM, the second copy does nothing");
        return;
      }
      running = launch(arguments, instrumentation);
      options = arguments;
      if (running == null) {
        stop();
      }
    } catch (Throwable t) {
      say("could not start, the application goes on without it: " + t);
    }
  }

  @SuppressWarnings("unchecked")
  private static Runnable launch(String arguments, Instrumentation instrumentation)
      throws ReflectiveOperationException, URISyntaxException, IOException {
    File jar = new File(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    loader = new CoreLoader(jar);
    BiFunction<String, Instrumentation, Runnable> core =
        (BiFunction<String, Instrumentation, Runnable>)
            loader
                .loadClass("dev.snarl.agent.Core")
                .getDeclaredConstructor(PrintStream.class)
                .newInstance(StandardError.STREAM);
    return core.apply(arguments, instrumentation);
  }

  private static synchronized void stop() {
    Runnable core = running;
    running = null;
    if (core != null) {
      core.run();
    }
    if (loader != null) {
      try {
        loader.close();
      } catch (IOException e) {
        say("could not close the agent's jar: " + e.getMessage());
      }
      loader = null;
    }
  }

  /** 8 for {@code 1.8}, 17 for {@code 17}. */
  static int feature(String specification) {
    String digits = specification.startsWith("1.") ? specification.substring(2) : specification;
    int end = 0;
    while (end < digits.length() && Character.isDigit(digits.charAt(end))) {
      end++;
    }
    return end == 0 ? 0 : Integer.parseInt(digits.substring(0, end));
  }

  static void say(String line) {
    StandardError.STREAM.println("snarl: " + line);
  }
}
