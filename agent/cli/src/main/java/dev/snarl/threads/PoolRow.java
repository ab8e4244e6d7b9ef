package dev.snarl.threads;

import java.util.Map;

/**
 * The threads of one pool, or with the same name except for its number.
 *
 * @param name folded as in findings
 * @param pattern only the thread's own number as {@code #}
 * @param threads their number
 * @param pool whether their stacks show that they belong to an executor
 * @param doing their number by activity
 * @param site where most of the non-idle ones are; empty if all are idle
 * @param blockedIn what most of those are blocked in; empty if nothing
 */
public record PoolRow(
    String name,
    String pattern,
    int threads,
    boolean pool,
    Map<String, Integer> doing,
    String site,
    String blockedIn) {
  public PoolRow {
    doing = Map.copyOf(doing);
  }
}
