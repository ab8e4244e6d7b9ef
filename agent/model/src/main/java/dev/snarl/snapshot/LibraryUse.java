package dev.snarl.snapshot;

import dev.snarl.snapshot.Pool.SiteCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The application's use of libraries and shared pools, as far as rules need it. All counts are
 * cumulative.
 *
 * @param clients heavy clients built, by call site
 * @param consumers what threads that consume from a broker do between their polls
 * @param inputs what the busy threads of pools wait for outside this process
 * @param common the observed activity of the workers of the common fork-join pool
 */
public record LibraryUse(
    List<ClientSite> clients,
    List<ConsumerSite> consumers,
    List<PoolInput> inputs,
    List<CommonUse> common) {

  public static final LibraryUse NONE = new LibraryUse(List.of(), List.of(), List.of(), List.of());

  public LibraryUse {
    clients = List.copyOf(clients);
    consumers = List.copyOf(consumers);
    inputs = List.copyOf(inputs);
    common = List.copyOf(common);
  }

  /**
   * Heavy clients built at one site; those that share the parts of another are not counted.
   *
   * @param type class name of the client
   */
  public record ClientSite(String site, String type, long built) {}

  /**
   * One place where one consumer thread blocks, other than its own poll.
   *
   * @param thread id of the thread
   * @param group folded name of the thread
   * @param client class name of what it polls
   * @param site where the application blocks
   * @param call the call that the application made there
   * @param input what ends it, as in {@link Pool.Blocking}; null for anything else
   * @param nanos time for which it was observed blocked there
   * @param calls waits and exchanges that ended while it was observed there
   * @param polls polls of the thread
   * @param lastGapNanos time between its last two polls; 0 before
   * @param sincePollNanos time since its last poll ended
   */
  public record ConsumerSite(
      long thread,
      String group,
      String client,
      String site,
      String call,
      @Nullable String input,
      long nanos,
      long calls,
      long polls,
      long lastGapNanos,
      long sincePollNanos) {}

  /**
   * Samples of a pool's busy threads.
   *
   * @param pool id of the pool
   * @param samples of busy threads
   * @param kinds those that waited for input, by kind: {@code socket}, {@code process}, {@code
   *     file}
   * @param calls the same by call and site, most frequent first, bounded
   */
  public record PoolInput(long pool, long samples, List<SiteCount> kinds, List<SiteCount> calls) {
    public PoolInput {
      kinds = List.copyOf(kinds);
      calls = List.copyOf(calls);
    }
  }

  /**
   * One place in the tasks of the common pool.
   *
   * @param blockedIn the blocking call of a worker that the pool does not compensate, null if it
   *     was running
   * @param stream whether that was part of a parallel stream
   * @param nanos time for which workers were observed there
   */
  public record CommonUse(String site, @Nullable String blockedIn, boolean stream, long nanos) {}
}
