package dev.snarl.tests.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.concurrent.FutureTask;

/**
 * An agent of its own beside the one under test: says of each class that is transformed again
 * whether the bytes it is handed call the probe. Agents work in the order in which they came:
 * loaded again, it goes behind those that came meanwhile, whose work it sees from then on. A line
 * on standard input has one class transformed.
 */
public final class Watched {
  @SuppressWarnings("NullAway") // premain comes first.
  private static Instrumentation instrumentation;

  private static final ClassFileTransformer WATCHER =
      new ClassFileTransformer() {
        @Override
        @SuppressWarnings("NullAway") // null says that nothing was changed
        public byte[] transform(
            ClassLoader loader,
            String name,
            Class<?> again,
            ProtectionDomain domain,
            byte[] bytes) {
          if (again != null) {
            boolean woven =
                new String(bytes, StandardCharsets.ISO_8859_1).contains("util/concurrent/Snarl");
            System.out.println((woven ? "woven " : "plain ") + name);
          }
          return null;
        }
      };

  private Watched() {}

  /** Where the JVM hands over what it lets agents do. */
  public static void premain(String arguments, Instrumentation given) {
    instrumentation = given;
    given.addTransformer(WATCHER, true);
  }

  /** Takes the place behind all agents that are there. */
  public static void agentmain(String arguments, Instrumentation given) {
    instrumentation.removeTransformer(WATCHER);
    premain(arguments, given);
  }

  public static void main(String[] args) throws IOException, UnmodifiableClassException {
    new FutureTask<>(() -> "loaded").run();
    System.out.println("watching");
    BufferedReader told =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = told.readLine(); line != null; line = told.readLine()) {
      instrumentation.retransformClasses(FutureTask.class);
      System.out.println("done " + line);
    }
    System.exit(0);
  }
}
