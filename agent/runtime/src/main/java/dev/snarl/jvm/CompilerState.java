package dev.snarl.jvm;

import dev.snarl.snapshot.Memory.Segment;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the compiler was switched off for lack of space, which only the JVM's own report on the
 * code cache contains. It is requested only while a segment is nearly full, and then every ten
 * seconds. The agent's thread only.
 */
final class CompilerState {
  private static final double NEARLY = 0.8;
  private static final long EVERY = 10_000_000_000L;

  private final Instrumentation instrumentation;
  private boolean asked;
  private long next;
  private @Nullable Boolean stopped;

  CompilerState(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  @Nullable Boolean read(List<Segment> segments, long nanos) {
    if (segments.stream().noneMatch(s -> s.max() > 0 && s.used() >= NEARLY * s.max())) {
      stopped = null;
    } else if (!asked || nanos - next >= 0) {
      asked = true;
      next = nanos + EVERY;
      stopped = stopped(report());
    }
    return stopped;
  }

  static @Nullable Boolean stopped(@Nullable String report) {
    if (report == null || !report.contains("ompilation: ")) {
      return null;
    }
    return report.contains("ompilation: disabled");
  }

  private @Nullable String report() {
    try {
      Class<?> type = Class.forName("com.sun.management.internal.DiagnosticCommandImpl");
      instrumentation.redefineModule(
          type.getModule(),
          Set.of(),
          Map.of(),
          Map.of(type.getPackageName(), Set.of(CompilerState.class.getModule())),
          Set.of(),
          Map.of());
      Method find = type.getDeclaredMethod("getDiagnosticCommandMBean");
      find.setAccessible(true);
      Method execute = type.getDeclaredMethod("executeDiagnosticCommand", String.class);
      execute.setAccessible(true);
      return execute.invoke(find.invoke(null), "Compiler.codecache") instanceof String text
          ? text
          : null;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unavailable) {
      return null;
    }
  }
}
