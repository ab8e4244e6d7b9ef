package dev.snarl.observe.pools;

import dev.snarl.observe.sites.Site;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An executor that the agent knows: held weakly, by identity. Equal to another only if it is the
 * same executor, so that it can be looked up without calling the application's {@code equals}.
 */
public final class Known extends SnarlPool {

  private static final AtomicLong IDS = new AtomicLong();

  /** After so many tasks an executor is no per-call one, whoever feeds it. */
  private static final int MANY = 1_000;

  /** Nor when its builder has come back so often to find it idle. */
  private static final int RETURNS = 3;

  private final int hash;
  public final long id;
  volatile @Nullable Site site;
  final @Nullable BuildCell build;
  final long builder;
  final long builtAt;

  /** How many tasks it was given while that mattered, and whether only its builder gave them. */
  final AtomicInteger fed = new AtomicInteger();

  /** The object that stands for it, such as a Spring bean; null for most. */
  volatile @Nullable WeakReference<Object> owner;

  volatile boolean fedByOther;
  volatile boolean stopping;

  final AtomicLong rejected = new AtomicLong();
  final AtomicLong rejectedLost = new AtomicLong();
  volatile @Nullable String rejectedState;
  final ConcurrentHashMap<Site, AtomicLong> rejectedAt = new ConcurrentHashMap<>();

  /** How long its tasks wait and run. */
  public final TaskTimes times = new TaskTimes();

  /** What the observer remembers of it. */
  public final PoolNotes notes = new PoolNotes();

  Known(Object executor, @Nullable Site site, @Nullable BuildCell build, long builder, long at) {
    super(executor);
    this.hash = System.identityHashCode(executor);
    this.id = IDS.incrementAndGet();
    this.site = site;
    this.build = build;
    this.builder = builder;
    this.builtAt = at;
  }

  /** Looks an executor up: small, since it is made on application threads. */
  public static Object key(Object executor) {
    return new Key(executor);
  }

  private static final class Key {
    private final Object executor;

    Key(Object executor) {
      this.executor = executor;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Known known && known.refersTo(executor);
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(executor);
    }
  }

  @Override
  public void arrives(long now) {
    if (traced) {
      times.arrived(now);
    }
  }

  void feed(long thread) {
    if (thread != builder || fed.incrementAndGet() > MANY) {
      fedByOther = true;
    }
  }

  /** Its builder gave it something to do after a pause; the observer's thread only. */
  void cameBack() {
    if (++notes.returns >= RETURNS) {
      fedByOther = true;
    }
  }

  /** Whether it still matters who feeds it. */
  boolean watched(long now) {
    return !fedByOther && !stopping && build != null && now - builtAt < 60_000_000_000L;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    Object executor = get();
    return executor != null && other instanceof Known known && known.refersTo(executor);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
