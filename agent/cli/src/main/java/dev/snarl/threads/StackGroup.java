package dev.snarl.threads;

import java.util.List;

/**
 * Threads with one and the same stack.
 *
 * @param stack top first, as text
 * @param count their number
 * @param names some of them
 * @param pool the most frequent name, with numbers as {@code #}
 * @param state the JVM's word for their state, empty if unknown
 * @param doing what they were doing
 * @param site the line to open
 * @param blockedIn the JDK's method in which they are blocked, empty if they are not
 */
public record StackGroup(
    List<String> stack,
    int count,
    List<String> names,
    String pool,
    String state,
    String doing,
    String site,
    String blockedIn) {
  public StackGroup {
    stack = List.copyOf(stack);
    names = List.copyOf(names);
  }
}
