package dev.snarl.rules;

import dev.snarl.sizing.Demand;
import dev.snarl.sizing.PoolSizing;
import dev.snarl.snapshot.LibraryUse.PoolInput;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pool whose threads mostly wait for a socket, a child process or a file. That is no fault; the
 * finding says what determines the pool's size. Linear in pools.
 */
final class BlockingIoPool implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "blocking-io-pool",
          Family.WASTED_THREADS,
          "a pool that mostly waits for sockets, processes or files",
          Cost.percent("waitShare", "of its threads waiting", 0.1),
          Defaults.of("minShare", 0.7, "minSamples", 20.0, "minTasks", 10.0, "windowSeconds", 60.0),
          Severity.INFO);

  private static final int CALLS_SHOWN = 3;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    Snapshot from = window.from();
    Map<Long, PoolInput> before = new HashMap<>();
    Map<Long, Long> completed = new HashMap<>();
    if (from != null) {
      from.libraries().inputs().forEach(row -> before.put(row.pool(), row));
      from.pools().forEach(pool -> completed.put(pool.id(), pool.completed()));
    }
    Map<Long, Pool> pools = new HashMap<>();
    window.to().pools().forEach(pool -> pools.put(pool.id(), pool));
    List<Verdict> verdicts = new ArrayList<>();
    for (PoolInput now : window.to().libraries().inputs()) {
      Pool pool = pools.get(now.pool());
      Seen seen = Seen.between(before.get(now.pool()), now);
      if (pool != null
          && seen.samples >= thresholds.get("minSamples")
          && seen.shareAtLeast() >= thresholds.get("minShare")
          && pool.completed() - completed.getOrDefault(pool.id(), 0L)
              >= thresholds.get("minTasks")) {
        verdicts.add(verdict(Demand.of(pool, timeline), seen, window.seconds()));
      }
    }
    return verdicts;
  }

  /** What the samples of a window found. */
  private record Seen(long samples, List<SiteCount> kinds, List<SiteCount> calls) {
    static Seen between(@Nullable PoolInput before, PoolInput now) {
      return before == null
          ? new Seen(now.samples(), now.kinds(), now.calls())
          : new Seen(
              now.samples() - before.samples(),
              grown(before.kinds(), now.kinds()),
              grown(before.calls(), now.calls()));
    }

    private static List<SiteCount> grown(List<SiteCount> before, List<SiteCount> now) {
      Map<String, Long> old = new HashMap<>();
      before.forEach(row -> old.put(row.site(), row.count()));
      return now.stream()
          .map(row -> new SiteCount(row.site(), row.count() - old.getOrDefault(row.site(), 0L)))
          .filter(row -> row.count() > 0)
          .sorted(Comparator.comparingLong(SiteCount::count).reversed())
          .toList();
    }

    double share() {
      long waiting = kinds.stream().mapToLong(SiteCount::count).sum();
      return samples <= 0 ? 0 : (double) waiting / samples;
    }

    /**
     * The share without what chance may have added: the lower bound of <a
     * href="https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval">Wilson's score
     * interval</a>, one standard error wide to each side.
     */
    double shareAtLeast() {
      double n = Math.max(1, samples);
      double share = share();
      double error = Math.sqrt(share * (1 - share) / n + 1 / (4 * n * n));
      return (share + 1 / (2 * n) - error) / (1 + 1 / n);
    }
  }

  private static Verdict verdict(Demand demand, Seen seen, double seconds) {
    Pool pool = demand.pool();
    String kind = seen.kinds.get(0).site();
    String top = seen.calls.isEmpty() ? "" : seen.calls.get(0).site();
    int at = top.indexOf(" at ");
    String call = at < 0 ? top : top.substring(0, at);
    double run = demand.work().seconds();
    Integer threads = Advice.threads(PoolSizing.of(demand));
    double topShare = seen.calls.isEmpty() ? 0 : (double) seen.calls.get(0).count() / seen.samples;
    return new Verdict(
        Pools.key(pool),
        Severity.INFO,
        Pools.site(pool),
        "%s waits for %s %s %% of its run time, most of it in %s (%s %%)"
            .formatted(
                pool.name(),
                kind.equals("process")
                    ? "child processes"
                    : kind.equals("file") ? "files" : "the network",
                Math.round(seen.share() * 100),
                Words.call(call),
                Math.round(topShare * 100)),
        new Evidence()
            .put("pool", pool.name())
            .put("threads", pool.size())
            .put("waitsFor", kind)
            .number("waitShare", seen.share())
            .list("blockedIn", calls(seen))
            .put("runSeconds", run > 0 ? Evidence.rounded(run) : null)
            .number("completionsPerSecond", demand.completionsPerSecond())
            .put("samples", seen.samples)
            .put("advisedThreads", threads)
            .put("alternative", alternative(call))
            .number("windowSeconds", seconds)
            .map(),
        Math.max(1, seen.samples),
        "Size it by what it waits for, not by processors: threads = tasks per second × seconds per"
            + " task."
            + (threads == null
                ? ""
                : " At the load of the last %s that is %s."
                    .formatted(Figures.time(seconds), Figures.plural(threads, "thread")))
            + " Or free the threads: "
            + alternative(call)
            + '.');
  }

  private static List<Map<String, Object>> calls(Seen seen) {
    return seen.calls.stream()
        .limit(CALLS_SHOWN)
        .map(
            row ->
                new Evidence()
                    .put("in", row.site())
                    .number("share", (double) row.count() / seen.samples)
                    .map())
        .toList();
  }

  private static String alternative(String call) {
    if (call.startsWith("okhttp3.")) {
      return "enqueue(callback) instead of execute()";
    }
    if (call.startsWith("jdk.internal.net.http.") || call.startsWith("java.net.http.")) {
      return "sendAsync instead of send";
    }
    if (call.startsWith("com.google.firebase.")) {
      return "sendAsync or sendEachAsync instead of send";
    }
    if (call.startsWith("org.springframework.web.client.")) {
      return "WebClient, or virtual threads under RestTemplate or RestClient";
    }
    if (call.startsWith("java.lang.Process")) {
      return "process.onExit() instead of waitFor()";
    }
    if (call.startsWith("io.lettuce.") || call.startsWith("org.springframework.data.redis.")) {
      return "Lettuce's asynchronous commands";
    }
    if (call.startsWith("org.apache.kafka.")) {
      return "the callback of send(record, callback)";
    }
    return "the client's asynchronous calls, or virtual threads on JDK 21 and newer";
  }
}
