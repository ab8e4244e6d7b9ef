package dev.snarl.observe.wakes;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.locks.LockWait;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.slots.Notes;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWake;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A wait whose next waker will leave itself. The observer's thread only. */
public final class ArmedWait {

  /** A line, and the class of what is waited at there. */
  public record Place(Site site, String type) {
    public static Place of(Site site, @Nullable Object blocker) {
      return new Place(site, blocker == null ? "" : blocker.getClass().getName());
    }
  }

  /** A thread parks at no object. */
  private static final int NOTHING = -1;

  public final SnarlWake wake;
  final Notes notes;
  final int blocker;
  public final Place place;
  public final StackTraceElement[] stack;
  public final long since;

  /** Of the wait, where the same thread may park at the same object again; else 0. */
  private final int episode;

  /** The waker had not left its stack yet when it was asked for. */
  boolean late;

  ArmedWait(
      SnarlWake wake,
      Notes notes,
      int blocker,
      Place place,
      StackTraceElement[] stack,
      int episode,
      long since) {
    this.wake = wake;
    this.notes = notes;
    this.blocker = blocker;
    this.place = place;
    this.stack = stack;
    this.since = since;
    this.episode = episode;
  }

  /**
   * A wait whose waker is not asked for; null where nothing can be kept of the thread.
   *
   * @param blocker what it is parked at, if anything
   */
  public static @Nullable ArmedWait of(
      Seen seen, @Nullable Object blocker, Site site, int episode, long since) {
    SnarlSlot slot = SnarlProbe.slotFor(seen.thread);
    return slot == null
        ? null
        : new ArmedWait(
            new SnarlWake(seen.thread),
            Notes.of(slot),
            hash(blocker),
            Place.of(site, blocker),
            seen.stack,
            episode,
            since);
  }

  /** What a thread is parked at, as it is kept. */
  public static int hash(@Nullable Object blocker) {
    return blocker == null ? NOTHING : System.identityHashCode(blocker);
  }

  /** Whether it is the same wait still, as far as that shows. */
  boolean goesOn(Monitors monitors) {
    Thread thread = wake.thread;
    return hash(LockSupport.getBlocker(thread)) == blocker
        && (episode == 0
            ? blocker != NOTHING || LockWait.waits(JdkCalls.state(thread))
            : monitors.episode(thread) == episode);
  }
}
