package dev.snarl.rules;

import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Memory.Heap;
import dev.snarl.snapshot.Memory.LiveSet;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A heap too small for what is kept alive: the old generation stays full after its collections, or
 * collections take too much time. The content of the spaces before a collection proves nothing and
 * is ignored. Linear in pools and in snapshots of the window.
 */
final class HeapPressure implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "heap-pressure",
          Family.LIMITS,
          "the heap is too small for what is kept alive",
          Cost.percent("gcShare", "of the time collecting", 10.0),
          Defaults.of(
              "minOldShare", 0.85,
              "minCollections", 3.0,
              "maxAgeSeconds", 300.0,
              "minGcShare", 0.15,
              "criticalGcShare", 0.5,
              "minFullPerMinute", 3.0,
              "windowSeconds", 60.0),
          Severity.WARNING,
          Severity.CRITICAL);

  static final String SITE = "heap";
  private static final int SETS_SHOWN = 8;

  /** From this share of the survivors on, a queue is the first thing to check. */
  private static final double MOSTLY_QUEUE = 0.2;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Snapshot latest = timeline.latest();
    Jstat jstat = latest.vitals().memory().jstat();
    if (jstat == null) {
      return List.of();
    }
    double window = thresholds.get("windowSeconds");
    Collecting collecting = Collecting.during(timeline, window);
    List<String> because = new ArrayList<>();
    double oldShare = oldShare(latest, thresholds);
    if (oldShare >= thresholds.get("minOldShare")) {
      because.add(
          "old generation %s full after each of its last %s"
              .formatted(
                  Figures.percent(oldShare),
                  Figures.plural(Math.round(thresholds.get("minCollections")), "collection")));
    }
    if (collecting.full() >= thresholds.get("minFullPerMinute") * window / 60) {
      because.add(
          "%s in %s"
              .formatted(
                  Figures.plural(Math.round(collecting.full()), "full collection"),
                  Figures.time(collecting.seconds())));
    }
    if (collecting.pauseShare() >= thresholds.get("minGcShare")) {
      because.add(
          "the application stood still for collections %s of %s"
              .formatted(Figures.percent(collecting.pauseShare()), Figures.time(window)));
    }
    return because.isEmpty()
        ? List.of()
        : List.of(verdict(latest, jstat, collecting, oldShare, because, thresholds));
  }

  /** The minimum over the last collections, NaN if there were too few recently. */
  private static double oldShare(Snapshot latest, Thresholds thresholds) {
    Heap heap = latest.vitals().memory().heap();
    List<LiveSet> sets = heap.liveSets();
    int wanted = (int) Math.max(1, thresholds.get("minCollections"));
    if (sets.size() < wanted || heap.oldMaxBytes() <= 0) {
      return Double.NaN;
    }
    long youngest = sets.get(sets.size() - 1).nanos();
    if (latest.nanos() - youngest > thresholds.get("maxAgeSeconds") * Figures.NANOS) {
      return Double.NaN;
    }
    double least = Double.MAX_VALUE;
    for (LiveSet set : sets.subList(sets.size() - wanted, sets.size())) {
      least = Math.min(least, (double) set.oldBytes() / heap.oldMaxBytes());
    }
    return least;
  }

  private static Verdict verdict(
      Snapshot latest,
      Jstat jstat,
      Collecting collecting,
      double oldShare,
      List<String> because,
      Thresholds thresholds) {
    Memory memory = latest.vitals().memory();
    HeapTrend trend = HeapTrend.of(memory, latest.nanos());
    @Nullable Pool queue = largestQueue(latest);
    Evidence evidence =
        new Evidence()
            .list("because", because)
            .put("jstat", jstat.row(Jstat.Table.GC))
            .number("oldAfterCollections", oldShare)
            .list("liveSets", liveSets(memory.heap(), latest.nanos()))
            .put("heapMaxBytes", memory.heap().maxBytes() < 0 ? null : memory.heap().maxBytes())
            .put("liveGrowthBytesPerSecond", rounded(trend.bytesPerSecond()))
            .number(
                "secondsToFull", trend.secondsToFull() == null ? Double.NaN : trend.secondsToFull())
            .number("gcShare", collecting.pauseShare())
            .number("fullCollections", collecting.full())
            .put("lastCause", memory.collections().lastCause())
            .number("allocatedBytesPerSecond", Math.rint(collecting.allocatedPerSecond()))
            .number("collectorCpuShare", collecting.collectorShare())
            .number("compilerCpuShare", collecting.compilerShare())
            .put("largestQueue", queue == null ? null : queue(queue))
            .number("windowSeconds", collecting.seconds());
    return new Verdict(
        SITE,
        collecting.pauseShare() >= thresholds.get("criticalGcShare")
            ? Severity.CRITICAL
            : Severity.WARNING,
        SITE,
        title(because, collecting, trend),
        evidence.map(),
        Math.max(1, Math.round(collecting.full())),
        remedy(memory.heap(), trend, queue));
  }

  private static String title(List<String> because, Collecting collecting, HeapTrend trend) {
    StringBuilder title = new StringBuilder("The heap is too small for what is kept alive: ");
    title.append(String.join("; ", because));
    if (collecting.collectorShare() >= 0.1) {
      title.append(
          "; collecting took %s of the CPU".formatted(percent(collecting.collectorShare())));
      if (!Double.isNaN(collecting.compilerShare())) {
        title.append(", the compiler %s".formatted(percent(collecting.compilerShare())));
      }
    }
    if (trend.secondsToFull() != null) {
      title.append("; nothing is left in " + Figures.time(trend.secondsToFull()));
    }
    return title.toString();
  }

  private static String percent(double share) {
    return Figures.percent(Math.min(1, share));
  }

  private static List<Map<String, Object>> liveSets(Heap heap, long now) {
    List<LiveSet> sets = heap.liveSets();
    return sets.subList(Math.max(0, sets.size() - SETS_SHOWN), sets.size()).stream()
        .map(
            set ->
                new Evidence()
                    .number("secondsAgo", Math.max(0, now - set.nanos()) / Figures.NANOS)
                    .put("oldBytes", set.oldBytes())
                    .put("heapBytes", set.heapBytes())
                    .map())
        .toList();
  }

  private static @Nullable Long rounded(@Nullable Double value) {
    return value == null ? null : Math.round(value);
  }

  /** By the estimated bytes that its tasks retain. */
  private static @Nullable Pool largestQueue(Snapshot latest) {
    Pool largest = null;
    for (Pool pool : latest.pools()) {
      if (bytes(pool) > 0 && (largest == null || bytes(pool) > bytes(largest))) {
        largest = pool;
      }
    }
    return largest;
  }

  private static long bytes(Pool pool) {
    return Math.max(0L, pool.taskBytes()) * Math.max(0, pool.queued());
  }

  private static Map<String, Object> queue(Pool pool) {
    return new Evidence()
        .put("pool", pool.name())
        .put("poolSite", pool.site())
        .put("queued", pool.queued())
        .put("bytesPerTask", pool.taskBytes())
        .put("bytes", bytes(pool))
        .map();
  }

  private static String remedy(Heap heap, HeapTrend trend, @Nullable Pool queue) {
    List<LiveSet> sets = heap.liveSets();
    long live = sets.isEmpty() ? -1 : sets.get(sets.size() - 1).heapBytes();
    if (queue != null && live > 0 && bytes(queue) >= MOSTLY_QUEUE * live) {
      return ("Bound the queue of %s: its %s hold about %s. Read the source in pages, or let the"
              + " caller run or refuse what does not fit.")
          .formatted(
              queue.name(), Figures.plural(queue.queued(), "task"), Words.bytes(bytes(queue)));
    }
    if (trend.bytesPerSecond() != null) {
      return ("What survives grows by %s/s: more heap only postpones the end. Find what holds it in a"
              + " heap dump (jcmd PID GC.heap_dump FILE), largest retained size first.")
          .formatted(Words.bytes(Math.round(trend.bytesPerSecond())));
    }
    return live > 0
        ? ("%s survive collections. Give the heap at least twice that (-Xmx%sm), or keep less alive:"
                + " a heap dump (jcmd PID GC.heap_dump FILE) says what.")
            .formatted(Words.bytes(live), Math.round(2.0 * live / (1 << 20)))
        : "Give the heap more room (-Xmx), or allocate less: see allocatedBytesPerSecond, and"
            + " jdk.ObjectAllocationSample in a flight recording for the sites.";
  }
}
