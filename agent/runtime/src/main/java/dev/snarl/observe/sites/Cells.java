package dev.snarl.observe.sites;

import dev.snarl.snapshot.StartSite;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The counters that application threads and the observer add to. Each is cumulative; the observer
 * turns them into records. Keys that application threads look up have their {@code equals} and
 * {@code hashCode} written out: those of a record are linked when they are first used, which takes
 * tens of milliseconds in a JVM that has done it for none yet
 * (https://bugs.openjdk.org/browse/JDK-8330595).
 */
public final class Cells {

  private Cells() {}

  public record BlockedKey(Site site, String waiter, String kind) {
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

  public static final class Blocked {
    public final BlockedKey key;
    public final AtomicLong waits = new AtomicLong();
    public final AtomicLong nanos = new AtomicLong();

    public Blocked(BlockedKey key) {
      this.key = key;
    }
  }

  /** A site, and a name of what was met there. */
  public record NamedKey(Site site, String name) {
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
  public static final class Fan {
    public final NamedKey key;
    public final AtomicLong waits = new AtomicLong();
    public final AtomicLong tasks = new AtomicLong();
    public final AtomicLong nanos = new AtomicLong();

    public Fan(NamedKey key) {
      this.key = key;
    }
  }

  public record StartKey(Site site, StartSite.Factory factory) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof StartKey key && site.equals(key.site) && factory.equals(key.factory);
    }

    @Override
    public int hashCode() {
      return 31 * site.hashCode() + factory.hashCode();
    }
  }

  public static final class Start {
    public final StartKey key;
    public final AtomicLong started = new AtomicLong();
    public final AtomicLong endedYoung = new AtomicLong();
    public final AtomicLong youngNanos = new AtomicLong();
    public final AtomicLong live = new AtomicLong();
    public volatile String group = "";
    public volatile @Nullable SnarlPool pool;

    public Start(StartKey key) {
      this.key = key;
    }
  }
}
