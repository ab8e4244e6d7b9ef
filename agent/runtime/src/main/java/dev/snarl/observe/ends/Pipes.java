package dev.snarl.observe.ends;

import dev.snarl.observe.code.TaskCode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's pipes between threads: who waits at one end looks again each second, for as long as
 * nobody uses the other. Pure.
 */
final class Pipes {
  /** Their writing ends wait in methods of these, too. */
  private static final Set<String> TYPES =
      Set.of("java.io.PipedInputStream", "java.io.PipedReader");

  private static final Set<String> FILLS = Set.of("receive", "awaitSpace");

  /** How methods begin that may read or write a pipe, whatever stream or reader is around it. */
  private static final List<String> USES =
      List.of(
          "append",
          "available",
          "copy",
          "flush",
          "format",
          "hasNext",
          "lines",
          "load",
          "newLine",
          "next",
          "parse",
          "print",
          "read",
          "skip",
          "store",
          "transfer",
          "write");

  private Pipes() {}

  /** The class of the pipe; null if it waits at none. */
  static @Nullable String at(StackTraceElement[] stack) {
    StackTraceElement waits = waits(stack);
    return waits == null ? null : waits.getClassName();
  }

  /** Whether it waits for somebody to read. */
  static boolean full(StackTraceElement[] stack) {
    StackTraceElement waits = waits(stack);
    return waits != null && FILLS.contains(waits.getMethodName());
  }

  private static @Nullable StackTraceElement waits(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (!frame.getClassName().equals(StandingWait.OBJECT)) {
        return TYPES.contains(frame.getClassName()) ? frame : null;
      }
    }
    return null;
  }

  /** Whether that code may use the other end. */
  static boolean used(TaskCode code) {
    return !code.complete()
        || code.calls().keySet().stream()
            .anyMatch(call -> USES.stream().anyMatch(call::startsWith));
  }
}
