package dev.snarl.observe.slots;

import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.snapshot.Request;
import java.util.concurrent.Future;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlSlot;
import org.jspecify.annotations.Nullable;

/**
 * One wait in progress, read from a slot at a tick.
 *
 * @param count tells it from the thread's other waits
 */
public record Waiting(
    SnarlSlot slot,
    Thread thread,
    Object future,
    boolean timed,
    long parkedAt,
    int width,
    long count) {

  /** Null if the thread is not parked in a wait, or moved while it was read. */
  public static @Nullable Waiting in(SnarlSlot slot) {
    Thread thread = slot.owner;
    int top = slot.waits - 1;
    if (thread == null || top < 0 || top >= SnarlSlot.DEPTH) {
      return null;
    }
    long count = slot.waitCount;
    long parkedAt = slot.parkedAt[top];
    Object future = slot.waitedFor[top];
    Waiting waiting =
        new Waiting(
            slot,
            thread,
            future == null ? slot : future,
            slot.timed[top],
            parkedAt,
            slot.width[top],
            count);
    return future != null && parkedAt != 0 && waiting.stillGoingOn() ? waiting : null;
  }

  /** Whether it is for what says whether it is done; a subscriber or a call says nothing. */
  public boolean tells() {
    return future instanceof Future || SnarlFutureLens.unfinished(future);
  }

  public boolean stillGoingOn() {
    int top = slot.waits - 1;
    return slot.owner == thread
        && slot.waitCount == count
        && top >= 0
        && top < SnarlSlot.DEPTH
        && slot.parkedAt[top] == parkedAt
        && slot.waitedFor[top] == future;
  }

  /**
   * Keeps the waiter's site and request, which are the same as long as it waits; nothing if it went
   * on.
   */
  public void sited(ThreadLook.Seen seen, Sites sites) {
    Site site = sites.in(seen.stack);
    Request request = sites.request(seen);
    if (stillGoingOn()) {
      Notes notes = Notes.of(slot);
      notes.waitSite = site;
      notes.request = request;
      notes.asksPeer = sites.asksPeer(seen.stack);
      notes.sitedWait = count;
    }
  }

  /** The waiter's site; null if nobody has looked yet. */
  public @Nullable Site knownSite(Notes notes) {
    return notes.sitedWait == count ? notes.waitSite : null;
  }

  /** Whether it was seen in a library's call that another process answers. */
  public boolean asksPeer(Notes notes) {
    return notes.sitedWait == count && notes.asksPeer;
  }

  /** The waiter's request; null if nothing names it, or nobody has looked yet. */
  public @Nullable Request knownRequest(Notes notes) {
    return notes.sitedWait == count ? notes.request : null;
  }
}
