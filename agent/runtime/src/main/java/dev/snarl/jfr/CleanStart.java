package dev.snarl.jfr;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;
import jdk.jfr.FlightRecorder;

/**
 * Starts the flight recorder on a thread, and from frames, that belong to the JDK alone. The
 * recorder's threads live as long as the JVM, and before Java 24 a thread keeps the access-control
 * context of its creator. Created by the agent, they would keep its loader for ever after a detach.
 * Everything else works without this class.
 */
final class CleanStart {
  /** <a href="https://openjdk.org/jeps/486">JEP 486</a>: threads inherit no context any more. */
  private static final int NO_CONTEXTS = 24;

  private CleanStart() {}

  static void begin(Instrumentation instrumentation) throws InterruptedException {
    if (Runtime.version().feature() >= NO_CONTEXTS || FlightRecorder.isInitialized()) {
      return;
    }
    try {
      instrumentation.redefineModule(
          Object.class.getModule(),
          Set.of(),
          Map.of("jdk.internal.misc", Set.of(CleanStart.class.getModule())),
          Map.of(),
          Set.of(),
          Map.of());
      MethodHandle start =
          MethodHandles.publicLookup()
              .findStatic(
                  FlightRecorder.class,
                  "getFlightRecorder",
                  MethodType.methodType(FlightRecorder.class));
      // Called once before: without memory it could not be linked later, and the JVM would report
      // that.
      silent(
              MethodHandles.throwException(void.class, IllegalStateException.class)
                  .bindTo(new IllegalStateException()))
          .run();
      Thread thread =
          (Thread)
              Class.forName("jdk.internal.misc.InnocuousThread")
                  .getMethod("newSystemThread", String.class, Runnable.class)
                  .invoke(
                      null,
                      "snarl-jfr-start",
                      silent(start.asType(MethodType.methodType(void.class))));
      thread.setDaemon(true);
      thread.start();
      thread.join();
    } catch (ReflectiveOperationException | RuntimeException e) {
      // The next user of the flight recorder starts it, which then retains more than it should.
    }
  }

  /**
   * Without memory, or while the JVM ends, the recorder does not start; its next user fails too,
   * and reports that. Caught here: <a
   * href="https://github.com/openjdk/jdk17u/blob/master/src/java.base/share/classes/jdk/internal/misc/InnocuousThread.java">these
   * threads</a> take no handler, so that the application's own would get it, or standard error.
   */
  private static Runnable silent(MethodHandle work) {
    return MethodHandleProxies.asInterfaceInstance(
        Runnable.class,
        MethodHandles.catchException(
            work,
            Throwable.class,
            MethodHandles.empty(MethodType.methodType(void.class, Throwable.class))));
  }
}
