package dev.snarl.threads;

import java.lang.Thread.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a dump, as it was written.
 *
 * @param name its name; empty for most virtual threads
 * @param id the JVM's number for it, -1 where the dump has none (before Java 8)
 * @param mark what tells its JVM from another: an address or a process id
 * @param virtual whether it is a virtual thread
 * @param state null where the dump says none and the stack does not tell
 * @param cpuSeconds CPU time so far, NaN where not said
 * @param elapsedSeconds age, NaN where not said
 * @param stack top first; empty for most of the JVM's own threads
 * @param blocker what it waits for
 * @param held the locks that it holds
 * @param container the executor that it belongs to, as a JSON dump names it; empty elsewhere
 * @param damaged whether something else was written between its lines: then its stack may be cut
 */
record DumpedThread(
    String name,
    long id,
    String mark,
    boolean virtual,
    @Nullable State state,
    double cpuSeconds,
    double elapsedSeconds,
    List<StackTraceElement> stack,
    @Nullable Blocker blocker,
    List<Held> held,
    String container,
    boolean damaged) {
  DumpedThread {
    stack = List.copyOf(stack);
    held = List.copyOf(held);
  }

  /** What tells it from the other threads of its JVM, over time. */
  String identity() {
    return id + " " + mark + " " + name;
  }

  /** For people; a virtual thread often has no name. */
  String label() {
    return name.isEmpty() ? "#" + id : name;
  }
}
