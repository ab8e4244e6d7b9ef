package dev.snarl.observe;

import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.Pool.SiteCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of the threads that queue for a lock in one method. The observer's thread only. */
final class QueuedThreads {

  private static final int MOST_SITES = 20;
  private static final int MOST_HOLDERS = 20;
  private static final long IDLE_FOR = 30_000_000_000L;

  private record HeldAt(String thread, String site, @Nullable String blockedIn, boolean proved) {}

  private final String method;
  private final @Nullable String lock;
  private final Map<String, long[]> sites = new HashMap<>();
  private final Map<HeldAt, long[]> holders = new HashMap<>();
  private String blockedIn = "";
  private int threads;
  private long nanos;
  private long samples;
  private boolean idle;
  private long idleSince;
  long seenAt;

  QueuedThreads(String method, @Nullable String lock) {
    this.method = method;
    this.lock = lock;
  }

  void beginPass() {
    threads = 0;
  }

  void seen(Notes.Look look, long now) {
    seenAt = now;
    samples++;
    blockedIn = look.blockedIn() == null ? blockedIn : look.blockedIn();
    if (sites.size() < MOST_SITES || sites.containsKey(look.site().text)) {
      sites.computeIfAbsent(look.site().text, s -> new long[1])[0]++;
    }
  }

  /** Of several locks of one class the one that most wait for. */
  void threads(int waiting) {
    threads = Math.max(threads, waiting);
  }

  void heldBy(String thread, Notes.Look look, boolean proved) {
    HeldAt held = new HeldAt(thread, look.site().text, look.blockedIn(), proved);
    if (holders.size() < MOST_HOLDERS || holders.containsKey(held)) {
      holders.computeIfAbsent(held, h -> new long[1])[0]++;
    }
  }

  /** They take turns at waiting for work, and the one whose turn it is has none. */
  void leaderIsIdle(long now) {
    idle = true;
    idleSince = now;
  }

  void endPass(long now, long elapsed) {
    idle &= now - idleSince < IDLE_FOR;
    if (idle) {
      threads = 0;
    }
    nanos += threads * elapsed;
  }

  LockQueue record() {
    List<SiteCount> counts = new ArrayList<>();
    sites.forEach((site, count) -> counts.add(new SiteCount(site, count[0])));
    counts.sort(Comparator.comparingLong(SiteCount::count).reversed());
    return new LockQueue(
        method,
        lock,
        counts.isEmpty() ? method : counts.get(0).site(),
        blockedIn,
        threads,
        nanos,
        samples,
        counts,
        holder());
  }

  private @Nullable Holder holder() {
    return holders.entrySet().stream()
        .max(Comparator.comparingLong(each -> each.getValue()[0]))
        .map(
            each ->
                new Holder(
                    each.getKey().thread(),
                    each.getKey().site(),
                    each.getKey().blockedIn(),
                    each.getValue()[0],
                    each.getKey().proved()))
        .orElse(null);
  }
}
