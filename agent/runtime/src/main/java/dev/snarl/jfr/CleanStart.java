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
      // Once before: without memory it could not be linked, and the JVM would say that.
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
      // Whoever needs the flight recorder next starts it, and then keeps more than it should.
    }
  }

  /**
   * Without memory, or while the JVM ends, the recorder does not start; whoever needs it next fails
   * too, and says so. Caught within: <a
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
