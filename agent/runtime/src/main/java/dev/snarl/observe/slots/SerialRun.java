package dev.snarl.observe.slots;

import dev.snarl.observe.sites.Site;

/** Submit-and-wait of one thread at one site within one of its tasks, over at most 10 s. */
public final class SerialRun {

  public static final long WINDOW = 10_000_000_000L;

  public final Site site;
  public final String waiter;
  final long task;
  public final String type;
  public final long begin;
  public volatile long end;
  public volatile long waits;
  public volatile long waitNanos;
  public volatile long cycleNanos;

  SerialRun(Site site, String waiter, long task, String type, long begin) {
    this.site = site;
    this.waiter = waiter;
    this.task = task;
    this.type = type;
    this.begin = begin;
  }

  /** Called by the owning thread alone. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void add(long wait, long cycle, long now) {
    waits++;
    waitNanos += wait;
    cycleNanos += cycle;
    end = now;
  }

  boolean same(Site otherSite, long otherTask, long now) {
    return site == otherSite && task == otherTask && now - begin <= WINDOW;
  }
}
