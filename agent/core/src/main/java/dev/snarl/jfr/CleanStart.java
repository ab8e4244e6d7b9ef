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
 * Starts the flight recorder on a thread, and from frames, that belong to the JDK alone. Its own
 * threads stay for the life of the JVM, and before Java 24 a thread keeps the access-control
 * context of whoever made it: made by us, they would keep the agent's loader for ever after a
 * detach. Without it, all else works.
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
      Thread thread =
          (Thread)
              Class.forName("jdk.internal.misc.InnocuousThread")
                  .getMethod("newSystemThread", String.class, Runnable.class)
                  .invoke(
                      null,
                      "snarl-jfr-start",
                      MethodHandleProxies.asInterfaceInstance(Runnable.class, start));
      // Without memory it fails; whoever needs the recorder next fails too, and says so. Called
      // once before: without memory it could not be linked, and the JVM would say that.
      Thread.UncaughtExceptionHandler silent =
          MethodHandleProxies.asInterfaceInstance(
              Thread.UncaughtExceptionHandler.class,
              MethodHandles.empty(
                  MethodType.methodType(void.class, Thread.class, Throwable.class)));
      silent.uncaughtException(thread, new IllegalStateException());
      thread.setUncaughtExceptionHandler(silent);
      thread.setDaemon(true);
      thread.start();
      thread.join();
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Whoever needs the flight recorder next starts it, and then keeps more than it should.
    }
  }
}
