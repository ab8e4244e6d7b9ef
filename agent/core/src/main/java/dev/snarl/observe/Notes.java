package dev.snarl.observe;

import java.util.concurrent.SnarlSlot;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the agent knows of one platform thread; hangs on its slot and goes with it. */
final class Notes {

  /** Waiting time already added to the totals while the wait goes on. */
  private record Credit(long parkedAt, long until) {}

  /** What the thread was last seen blocked in. */
  record Look(long at, @Nullable String blockedIn, Site site, @Nullable Input input) {}

  private @Nullable String name;
  private String group = "";
  private String shown = "";

  // Written by the thread itself.
  final SerialRun[] runs = new SerialRun[4];
  int shortWaits;
  long shortNanos;

  /** Where the thread was started, or null. */
  Cells.@Nullable Start start;

  private final AtomicReference<@Nullable Credit> credit = new AtomicReference<>();

  // Written by the observer.
  LoopKind loop = LoopKind.UNKNOWN;
  long sitedWait = -1;
  @Nullable Site waitSite;
  long pairedWait = -1;
  volatile @Nullable Look look;

  /** Those of a slot; made when it has none yet. */
  static Notes of(SnarlSlot slot) {
    if (slot.extension instanceof Notes notes) {
      return notes;
    }
    Notes fresh = new Notes();
    slot.extension = fresh;
    return fresh;
  }

  /** The observer counts a wait that goes on; returns how much of it was not counted yet. */
  long credit(Waiting wait, long now) {
    Credit before = credit.get();
    Credit mine = new Credit(wait.parkedAt(), now);
    if (!wait.stillGoingOn() || !credit.compareAndSet(before, mine)) {
      return 0;
    }
    // It may have ended in between. If its thread has not met this credit, it counts the whole.
    if (!wait.stillGoingOn() && credit.compareAndSet(mine, before)) {
      return 0;
    }
    return now - countedUntil(before, wait.parkedAt());
  }

  /** How much of a wait that began then is not counted yet, in nanoseconds. */
  long uncounted(long parkedAt, long now) {
    return now - countedUntil(credit.get(), parkedAt);
  }

  /** The thread counts its wait, which is over; returns how much of it was not counted yet. */
  long settle(long parkedAt, long now) {
    return now - countedUntil(credit.getAndSet(null), parkedAt);
  }

  private static long countedUntil(@Nullable Credit credit, long parkedAt) {
    return credit != null && credit.parkedAt() == parkedAt ? credit.until() : parkedAt;
  }

  /** The folded name; folded again only when the name was changed. */
  String group(Thread thread, Names names) {
    read(thread, names);
    return group;
  }

  /** The name, short and on one line. */
  String shown(Thread thread, Names names) {
    read(thread, names);
    return shown;
  }

  @SuppressWarnings("ReferenceEquality")
  private void read(Thread thread, Names names) {
    String now = thread.getName();
    if (now != name) { // the same String object until setName
      group = names.group(now);
      shown = Names.cut(now);
      name = now;
    }
  }
}
