package dev.snarl.observe;

/** Submit-and-wait of one thread at one site within one of its tasks, over at most 10 s. */
final class SerialRun {

  static final long WINDOW = 10_000_000_000L;

  final Site site;
  final String waiter;
  final long task;
  final String type;
  final long begin;
  volatile long end;
  volatile long waits;
  volatile long waitNanos;
  volatile long cycleNanos;

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
