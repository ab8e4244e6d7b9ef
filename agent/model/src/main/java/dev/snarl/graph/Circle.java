package dev.snarl.graph;

import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Odds;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Threads and pools that wait for one another in a cycle, and its wording. Lists are truncated for
 * output, counts never.
 *
 * @param graph the graph it was found in
 * @param pools the pools with no thread left to run their queues, sorted by name
 * @param waits the stuck threads of those pools and the threads between them, sorted by name;
 *     without pools in the order in which they wait for one another
 * @param victims further threads that wait for these
 */
public record Circle(WaitGraph graph, List<Pool> pools, List<Wait> waits, int victims) {
  private static final String REMEDY_OF_LOCKS =
      "These threads never go on: restart the JVM. Then take the locks in the same order everywhere,"
          + " or hold no lock while waiting for another thread, for a task or while calling foreign"
          + " code.";

  private static final String REMEDY_OF_RESULTS =
      "These threads never go on: restart, or complete one of the futures. Then let no computation"
          + " wait for a result that needs its own: find the cycle among the keys before they are"
          + " computed, or compute what is nested on the same thread, without a future.";

  private static final long UNSEEN_FOR = 750_000_000L;

  /** How many threads or pools are printed. */
  public static final int PRINTED = 24;

  private static final int BRANCHES = 3;

  public Circle {
    pools = pools.stream().sorted(Comparator.comparing(Pool::name)).toList();
    if (!pools.isEmpty()) {
      waits =
          waits.stream()
              .sorted(
                  Comparator.comparing((Wait wait) -> wait.thread().name().length())
                      .thenComparing(wait -> wait.thread().name())
                      .thenComparing(wait -> wait.thread().id()))
              .toList();
    }
  }

  /** What to do about one that more than queues close. */
  public String remedy() {
    return locks() ? REMEDY_OF_LOCKS : REMEDY_OF_RESULTS;
  }

  public String names() {
    String names = pools.stream().limit(BRANCHES).map(Pool::name).collect(Collectors.joining(", "));
    return pools.size() > BRANCHES ? names + " and " + (pools.size() - BRANCHES) + " more" : names;
  }

  /** A cycle that more than queues close, in one sentence. */
  public String title() {
    boolean likely = certainty() == Certainty.LIKELY;
    String found =
        likely
            ? "Likely deadlock"
            : waits.stream().anyMatch(Wait::timed) ? "Deadlock until a time-out" : "Deadlock";
    List<String> names = waits.stream().map(wait -> wait.thread().name()).toList();
    if (names.size() == 1) {
      return "%s: %s waits for %s".formatted(found, names.get(0), ownLoop());
    }
    boolean locksAlone =
        waits.stream()
            .allMatch(wait -> wait.need() instanceof Need.Held held && held.how() == Need.How.HELD);
    // What a likely owner has may also be permits, or the value of a cache.
    String what = !locks() ? "'s results" : locksAlone && !likely ? "'s locks" : "";
    String through = pools.isEmpty() ? "" : ", through the queue of " + names();
    if (names.size() == 2) {
      return "%s: %s and %s wait for each other%s%s"
          .formatted(found, names.get(0), names.get(1), what, through);
    }
    return "%s: %s wait for one another%s%s: %s%s"
        .formatted(
            found,
            Figures.plural(names.size(), "thread"),
            what,
            through,
            names.stream().limit(BRANCHES).collect(Collectors.joining(", ")),
            names.size() > BRANCHES ? ", …" : "");
  }

  private String ownLoop() {
    return ownEnd() ? "its own end" : "a lock that it holds itself";
  }

  /** Whether it is one thread that waits for its own end, or for that of its pool. */
  public boolean ownEnd() {
    return waits.size() == 1
        && Edge.of(waits).stream()
            .anyMatch(
                edge -> edge.step() instanceof Need.Held held && held.how() == Need.How.ALIVE);
  }

  /** Whether it passes through a lock, the initialization of a class or the end of a thread. */
  public boolean locks() {
    return Edge.of(waits).stream().anyMatch(edge -> edge.step() instanceof Need.Held);
  }

  /** Whether it passes through the ends of threads, and through no lock. */
  public boolean ends() {
    return locks()
        && Edge.of(waits).stream()
            .noneMatch(
                edge -> edge.step() instanceof Need.Held held && held.how() != Need.How.ALIVE);
  }

  /** Whether only the queues of pools close it. */
  public boolean queues() {
    return !pools.isEmpty() && !locks();
  }

  /** That of its least certain link, of those that count. */
  public Certainty certainty() {
    return Edge.of(waits).stream()
        .map(edge -> edge.step().certainty())
        .filter(certainty -> certainty != Certainty.UNKNOWN)
        .max(Comparator.naturalOrder())
        .orElse(Certainty.UNKNOWN);
  }

  /** The least clear of what only earlier waits make likely; null if there is nothing such. */
  public @Nullable Odds odds() {
    Odds least = null;
    for (Edge edge : Edge.of(waits)) {
      Odds odds = edge.step().odds();
      least = odds == null || (least != null && least.times() <= odds.times()) ? least : odds;
    }
    return least;
  }

  public int poolThreads() {
    return pools.stream().mapToInt(pool -> pool.threads().size()).sum();
  }

  /** Those of them that are stuck: the cycle may pass through threads of other pools. */
  public long stuckPoolThreads() {
    Set<Long> workers = new HashSet<>();
    pools.forEach(pool -> workers.addAll(pool.threads()));
    return waits.stream().filter(wait -> workers.contains(wait.thread().id())).count();
  }

  /** Since the last of them got stuck. */
  public double stuckSeconds() {
    return waits.stream().mapToLong(Wait::blockedNanos).min().orElse(0) / Figures.NANOS;
  }

  /**
   * Whether a line can be named. The observer reads a few stacks per tick. It gets half a second to
   * read one, so that a finding is not first reported with the pool's site and then with another.
   */
  public boolean located() {
    return waits.stream()
        .anyMatch(wait -> wait.site() != null || wait.blockedNanos() >= UNSEEN_FOR);
  }

  /** The site where most of them wait; null while no stack has been read. */
  public @Nullable String site() {
    Map<String, Integer> sites = sites();
    return sites.isEmpty() ? null : sites.keySet().iterator().next();
  }

  /** Waiting sites with the number of threads there, most first. */
  public Map<String, Integer> sites() {
    Map<String, Integer> counts = new TreeMap<>();
    for (Wait wait : waits) {
      if (wait.site() != null) {
        counts.merge(wait.site(), 1, Integer::sum);
      }
    }
    Map<String, Integer> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  /** One line for each thread, with one thread of each kind first, then where the cycle closes. */
  public List<String> lines() {
    Set<String> shapes = new LinkedHashSet<>();
    List<String> first = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    for (Wait wait : waits) {
      String shape = wait.thread().group() + wait.site() + wait.call() + steps(wait.need());
      (shapes.add(shape) ? first : rest).add(line(wait));
    }
    first.addAll(rest);
    List<String> lines = new ArrayList<>(first.subList(0, Math.min(PRINTED, first.size())));
    if (first.size() > PRINTED) {
      lines.add("… and %s more threads like these".formatted(first.size() - PRINTED));
    }
    for (Pool pool : pools.subList(0, Math.min(PRINTED, pools.size()))) {
      lines.add(closing(pool));
    }
    return lines;
  }

  private String closing(Pool pool) {
    long stuck = pool.threads().stream().filter(graph::stuck).count();
    return "queue of %s → %s of its %s above"
        .formatted(pool.name(), stuck, Figures.plural(pool.threads().size(), "thread"));
  }

  private String line(Wait wait) {
    return "%s → %s%s → %s"
        .formatted(
            wait.thread().name(),
            wait.need() instanceof Need.Held held ? held.task() : Words.call(wait.call()),
            Words.at(wait.site()),
            steps(wait.need()));
  }

  private String steps(Need need) {
    if (need instanceof Need.Step step) {
      return step.words(actor(step));
    } else if (need instanceof Need.All all) {
      return all.needs().stream()
          .filter(graph::hopeless)
          .findFirst()
          .map(part -> "one of all %s it needs: %s".formatted(all.needs().size(), steps(part)))
          .orElse("all of " + all.needs().size());
    }
    List<Need> any = ((Need.Any) need).needs();
    String parts = any.stream().limit(BRANCHES).map(this::steps).collect(Collectors.joining(" | "));
    return "each of the %s that would do: %s".formatted(any.size(), parts);
  }

  private String actor(Need.Step step) {
    ThreadRef thread = step.thread();
    Long queue = step.queue();
    return thread != null ? thread.name() : queue == null ? "" : graph.poolName(queue);
  }
}
