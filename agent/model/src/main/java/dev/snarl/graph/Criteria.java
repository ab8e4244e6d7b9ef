package dev.snarl.graph;

import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;

/**
 * What a graph considers stuck.
 *
 * @param minBlockedNanos shorter waits are left out, so a snapshot torn by a race causes no finding
 * @param timedToo whether waits with a time-out count
 * @param growingToo whether pools count that could still start a thread
 * @param stuckShare share of a pool's threads that must be stuck for its queue to be hopeless
 * @param certainty needs that are less certain count as unknown
 */
public record Criteria(
    long minBlockedNanos,
    boolean timedToo,
    boolean growingToo,
    double stuckShare,
    Certainty certainty) {
  /** Shortest wait that proves something, in seconds. */
  public static final double MIN_BLOCKED_SECONDS = 0.25;

  /** Proof: no way out at all. */
  public static Criteria proof(double minBlockedSeconds) {
    return new Criteria(
        (long) (minBlockedSeconds * Figures.NANOS), false, false, 1, Certainty.PROVED);
  }

  /**
   * What hardly makes progress: no way out but a time-out, growth, the few other threads, or
   * somebody of whom nothing is known.
   */
  public static Criteria starving(double minBlockedSeconds, double stuckShare) {
    return new Criteria(
        (long) (minBlockedSeconds * Figures.NANOS), true, true, stuckShare, Certainty.LIKELY);
  }

  /** The same, and what cannot make progress before a wait ends at its deadline. */
  public Criteria untilDeadlines() {
    return new Criteria(minBlockedNanos, true, growingToo, stuckShare, certainty);
  }

  /** The same, and what is only likely. */
  public Criteria likely() {
    return new Criteria(minBlockedNanos, timedToo, growingToo, stuckShare, Certainty.LIKELY);
  }

  boolean admits(Wait wait) {
    return wait.blockedNanos() >= minBlockedNanos && (timedToo || !wait.timed());
  }

  boolean admits(Pool pool) {
    return !pool.threads().isEmpty()
        && pool.threads().size() >= pool.size()
        && (growingToo || (!pool.canGrow() && pool.stuckNanos() > 0));
  }

  boolean admits(Need.Step step) {
    return step.certainty().atLeast(certainty);
  }

  int mustBeStuck(Pool pool) {
    return (int) Math.ceil(pool.threads().size() * stuckShare - 1e-9);
  }
}
