package dev.snarl.observe.pools;

import dev.snarl.observe.sites.Site;
import java.util.concurrent.atomic.AtomicLong;

/** What was built at one site. Application threads and the observer add to it. */
public final class BuildCell {
  public final Site site;
  public final AtomicLong built = new AtomicLong();

  /** Per-call executors that are gone; those that live are counted by the observer. */
  public final AtomicLong perCall = new AtomicLong();

  public volatile String type = "";

  // Counted by the observer for each snapshot.
  public long alive;
  public long livePerCall;
  public long threads;

  BuildCell(Site site) {
    this.site = site;
  }
}
