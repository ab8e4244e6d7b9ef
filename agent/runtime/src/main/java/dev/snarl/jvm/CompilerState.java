package dev.snarl.jvm;

import dev.snarl.snapshot.Memory.Segment;
import java.lang.instrument.Instrumentation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the compiler was switched off for lack of space, which only the JVM's own report on the
 * code cache contains. It is requested only while a segment is nearly full, and then every ten
 * seconds. The agent's thread only.
 */
final class CompilerState {
  private static final double NEARLY = 0.8;
  private static final long EVERY = 10_000_000_000L;

  private final DiagnosticCommand commands;
  private boolean asked;
  private long next;
  private @Nullable Boolean stopped;

  CompilerState(Instrumentation instrumentation) {
    this.commands = new DiagnosticCommand(instrumentation);
  }

  @Nullable Boolean read(List<Segment> segments, long nanos) {
    if (segments.stream().noneMatch(s -> s.max() > 0 && s.used() >= NEARLY * s.max())) {
      stopped = null;
    } else if (!asked || nanos - next >= 0) {
      asked = true;
      next = nanos + EVERY;
      stopped = stopped(commands.run("Compiler.codecache"));
    }
    return stopped;
  }

  static @Nullable Boolean stopped(@Nullable String report) {
    if (report == null || !report.contains("ompilation: ")) {
      return null;
    }
    return report.contains("ompilation: disabled");
  }
}
