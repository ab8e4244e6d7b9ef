package dev.snarl.observe.locks;

import dev.snarl.observe.sites.Cells;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.slots.WaitsOver;

/** How long platform threads have waited for locks, at each site. The observer's thread only. */
final class BlockedTime {
  private static final long EACH = 1_000_000_000L;

  private final Names names;
  private final WaitsOver over;

  BlockedTime(Names names, WaitsOver over) {
    this.names = names;
    this.over = over;
  }

  /** Adds the time of a wait that goes on, once a second, as far as its site is known. */
  void add(LockWait wait, long now) {
    if (now - Math.max(wait.since, wait.creditedAt) >= EACH) {
      addUntil(now, wait);
    }
  }

  /** Adds the rest of a wait that is over. */
  void end(LockWait wait) {
    addUntil(wait.lookedAt, wait);
  }

  private void addUntil(long now, LockWait wait) {
    Site site = wait.site;
    long more = wait.lasts() ? now - Math.max(wait.since, wait.creditedAt) : 0;
    if (site != null && more > 0 && !wait.atItself() && !wait.virtual()) {
      String kind = wait.forAnEnd() ? "thread-end" : wait.lock != null ? "lock" : "monitor";
      String group = names.group(wait.thread.getName());
      over.blocked.cell(new Cells.BlockedKey(site, group, kind)).nanos.addAndGet(more);
      wait.creditedAt = now;
    }
  }
}
