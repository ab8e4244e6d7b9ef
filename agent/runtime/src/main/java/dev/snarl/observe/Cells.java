package dev.snarl.observe;

import dev.snarl.snapshot.StartSite;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The counters that application threads and the observer add to. Each is cumulative; the observer
 * turns them into records. Keys that application threads look up have their {@code equals} and
 * {@code hashCode} written out: those of a record are linked when they are first used, which takes
 * tens of milliseconds in a JVM that has done it for none yet
 * (https://bugs.openjdk.org/browse/JDK-8330595).
 */
final class Cells {

  private Cells() {}

  record BlockedKey(Site site, String waiter, String kind) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof BlockedKey key
          && site.equals(key.site)
          && waiter.equals(key.waiter)
          && kind.equals(key.kind);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * site.hashCode() + waiter.hashCode()) + kind.hashCode();
    }
  }

  static final class Blocked {
    final BlockedKey key;
    final AtomicLong waits = new AtomicLong();
    final AtomicLong nanos = new AtomicLong();

    Blocked(BlockedKey key) {
      this.key = key;
    }
  }

  /** A site, and a name of what was met there. */
  record NamedKey(Site site, String name) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof NamedKey key && site.equals(key.site) && name.equals(key.name);
    }

    @Override
    public int hashCode() {
      return 31 * site.hashCode() + name.hashCode();
    }
  }

  /** By site and group of threads. */
  static final class Fan {
    final NamedKey key;
    final AtomicLong waits = new AtomicLong();
    final AtomicLong tasks = new AtomicLong();
    final AtomicLong nanos = new AtomicLong();

    Fan(NamedKey key) {
      this.key = key;
    }
  }

  record PairKey(Site waiter, Site worker) {}

  /** Written by the observer alone. */
  static final class Pair {
    private static final long GAP = 5_000_000_000L;

    final PairKey key;
    long waits;
    long nanos;

    /** Whether it is only likely that the one waits for the other. */
    boolean likely;

    /** When both were first and last seen blocked, without a gap longer than {@link #GAP}. */
    long since;

    long last;
    String waiterPool = "";
    String workerPool = "";
    String blockedIn = "";
    String creation = "unknown";
    String waiterThread = "";
    String workerThread = "";

    Pair(PairKey key) {
      this.key = key;
    }

    void seen(long now) {
      if (waits == 0 || now - last > GAP) {
        since = now;
      }
      last = now;
    }
  }

  record StartKey(Site site, StartSite.Factory factory) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof StartKey key && site.equals(key.site) && factory.equals(key.factory);
    }

    @Override
    public int hashCode() {
      return 31 * site.hashCode() + factory.hashCode();
    }
  }

  static final class Start {
    final StartKey key;
    final AtomicLong started = new AtomicLong();
    final AtomicLong endedYoung = new AtomicLong();
    final AtomicLong youngNanos = new AtomicLong();
    final AtomicLong live = new AtomicLong();
    volatile String group = "";
    volatile @Nullable Known pool;

    Start(StartKey key) {
      this.key = key;
    }
  }

  static final class Build {
    final Site site;
    final AtomicLong built = new AtomicLong();

    /** Per-call executors that are gone; those that live are counted by the observer. */
    final AtomicLong perCall = new AtomicLong();

    volatile String type = "";

    // Counted by the observer for each snapshot.
    long alive;
    long livePerCall;
    long threads;

    Build(Site site) {
      this.site = site;
    }
  }
}
