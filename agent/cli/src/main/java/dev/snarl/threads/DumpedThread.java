package dev.snarl.threads;

import java.lang.Thread.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a dump, as it was written.
 *
 * @param name its name; empty for most virtual threads
 * @param id the JVM's number for it, -1 if the dump has none (before Java 8)
 * @param mark what distinguishes its JVM from another: an address or a process id
 * @param virtual whether it is a virtual thread
 * @param state null if the dump has none and the stack does not show it
 * @param cpuSeconds CPU time so far, NaN if absent
 * @param elapsedSeconds age, NaN if absent
 * @param stack top first; empty for most of the JVM's own threads
 * @param blocker what it waits for
 * @param held the locks that it holds
 * @param container the executor that it belongs to, as a JSON dump names it; empty elsewhere
 * @param damaged whether other output is between its lines: its stack may then be incomplete
 */
public record DumpedThread(
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
  public DumpedThread {
    stack = List.copyOf(stack);
    held = List.copyOf(held);
  }

  /** What distinguishes it from the other threads of its JVM, over time. */
  public String identity() {
    return id + " " + mark + " " + name;
  }

  /** For display; a virtual thread often has no name. */
  public String label() {
    return name.isEmpty() ? "#" + id : name;
  }
}
