package dev.snarl.threads;

import java.util.Map;

/**
 * The threads of one pool, or that share a name but for its number.
 *
 * @param name folded as in findings
 * @param pattern only the thread's own number as {@code #}
 * @param threads how many
 * @param pool whether their stacks show that they belong to an executor
 * @param doing how many do what
 * @param site where most of those that are not idle are; empty if all are idle
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
