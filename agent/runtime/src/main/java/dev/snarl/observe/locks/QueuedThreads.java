package dev.snarl.observe.locks;

import dev.snarl.observe.sites.Input;
import dev.snarl.observe.sites.Look;
import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.Pool.SiteCount;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.SnarlProbe;
import org.jspecify.annotations.Nullable;

/** What is known of the threads that queue for a lock in one method. The observer's thread only. */
final class QueuedThreads {

  private static final int MOST_SITES = 20;
  private static final int MOST_HOLDERS = 20;

  private record HeldAt(
      String thread, String site, @Nullable String blockedIn, @Nullable String input) {}

  private final String method;
  private final String lock;
  private final boolean monitor;
  private final Map<String, long[]> sites = new HashMap<>();
  private final Map<HeldAt, long[]> holders = new HashMap<>();
  private WeakReference<Thread> owner = new WeakReference<>(null);
  private int episode;
  private boolean goesOn;
  private String blockedIn = "";
  private int threads;
  private boolean ownerInInput;
  private long nanos;
  private long inputNanos;
  private long samples;
  long seenAt;

  QueuedThreads(String method, String lock, boolean monitor) {
    this.method = method;
    this.lock = lock;
    this.monitor = monitor;
  }

  void beginPass() {
    threads = 0;
    ownerInInput = false;
  }

  void seen(String blockedIn, String site, long now) {
    seenAt = now;
    samples++;
    this.blockedIn = blockedIn;
    if (sites.size() < MOST_SITES || sites.containsKey(site)) {
      sites.computeIfAbsent(site, s -> new long[1])[0]++;
    }
  }

  /** Of several locks of one class the one that most wait for. */
  void threads(int waiting) {
    threads = Math.max(threads, waiting);
  }

  /**
   * The owner was looked at.
   *
   * @param inEpisode of its waits, as the JVM counts them; 0 if that is not known, as of a virtual
   *     thread, which counts as one that goes on
   */
  void heldBy(Thread now, int inEpisode, String thread, Look look) {
    boolean same = owner.refersTo(now);
    boolean other = episode != 0 && inEpisode != episode;
    goesOn = same && (goesOn || other || SnarlProbe.virtual(now));
    owner = same ? owner : new WeakReference<>(now);
    episode = inEpisode;
    Input input = look.input();
    ownerInInput |= input != null;
    HeldAt held =
        new HeldAt(thread, look.site().text, look.blockedIn(), input == null ? null : input.kind());
    if (holders.size() < MOST_HOLDERS || holders.containsKey(held)) {
      holders.computeIfAbsent(held, h -> new long[1])[0]++;
    }
  }

  void endPass(long elapsed) {
    nanos += threads * elapsed;
    inputNanos += ownerInInput ? threads * elapsed : 0;
  }

  LockQueue record() {
    List<SiteCount> counts = new ArrayList<>();
    sites.forEach((site, count) -> counts.add(new SiteCount(site, count[0])));
    counts.sort(Comparator.comparingLong(SiteCount::count).reversed());
    return new LockQueue(
        method,
        lock,
        monitor,
        counts.isEmpty() ? method : counts.get(0).site(),
        blockedIn,
        threads,
        nanos,
        inputNanos,
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
                    each.getKey().input(),
                    each.getValue()[0],
                    goesOn))
        .orElse(null);
  }
}
