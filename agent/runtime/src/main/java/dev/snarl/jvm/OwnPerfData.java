package dev.snarl.jvm;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The performance data of this JVM, through the JDK's own access, whose package is exported only to
 * the agent's loader. The first attach takes 8 to 15 ms, so it belongs on the agent's thread.
 */
final class OwnPerfData {

  private OwnPerfData() {}

  /** Null if this JVM has none, or does not provide it. */
  static @Nullable PerfData attach(Instrumentation instrumentation) {
    try {
      instrumentation.redefineModule(
          Object.class.getModule(),
          Set.of(),
          Map.of("jdk.internal.perf", Set.of(OwnPerfData.class.getModule())),
          Map.of(),
          Set.of(),
          Map.of());
      Class<?> type = Class.forName("jdk.internal.perf.Perf");
      Object perf = type.getMethod("getPerf").invoke(null);
      return own(type, perf) instanceof ByteBuffer buffer ? PerfData.of(buffer) : null;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unavailable) {
      return null;
    }
  }

  /** Process 0 is this one; up to Java 20 the method also takes a mode. */
  private static Object own(Class<?> type, Object perf) throws ReflectiveOperationException {
    for (Method method : type.getMethods()) {
      if (method.getName().equals("attach")) {
        Class<?>[] parameters = method.getParameterTypes();
        if (parameters.length == 1) {
          return method.invoke(perf, 0);
        }
        if (parameters.length == 2 && parameters[0] == int.class) {
          return method.invoke(perf, 0, "r");
        }
      }
    }
    throw new NoSuchMethodException("attach");
  }
}
