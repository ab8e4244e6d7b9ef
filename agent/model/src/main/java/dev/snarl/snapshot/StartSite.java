package dev.snarl.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * Platform threads started from one call site, cumulative.
 *
 * @param site first application frame below {@code Thread.start}
 * @param factory what started them
 * @param threadGroup folded name of the last thread
 * @param pool name of the executor that they belong to, null for none
 * @param started threads started
 * @param endedYoung threads that ended within 10 s of their start; workers of a pool that was being
 *     shut down are not counted
 * @param youngLifeNanos life time of those, summed
 * @param live threads that have not ended yet
 */
public record StartSite(
    String site,
    Factory factory,
    String threadGroup,
    @Nullable String pool,
    long started,
    long endedYoung,
    long youngLifeNanos,
    long live) {

  /** What started a thread, derived from the frames between the site and {@code Thread.start}. */
  public enum Factory {
    /** {@code new Thread(...).start()} in application code. */
    NEW_THREAD,
    /** {@code CompletableFuture.ThreadPerTaskExecutor}: common-pool parallelism 1 before JDK 25. */
    COMPLETABLE_FUTURE,
    /** The same where the JDK's {@code HttpClient} has it, for each {@code sendAsync}. */
    HTTP_CLIENT,
    /** A worker of a {@code ThreadPoolExecutor}. */
    POOL_WORKER,
    /** {@code java.util.Timer}. */
    TIMER,
    /** A fork-join worker started to compensate for a blocked one. */
    COMPENSATION,
    /** Any other fork-join worker. */
    FORK_JOIN_WORKER,
    /** {@code Executors.newThreadPerTaskExecutor} with platform threads. */
    THREAD_PER_TASK_EXECUTOR
  }
}
