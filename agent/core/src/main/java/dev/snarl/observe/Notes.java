package dev.snarl.observe;

import java.util.concurrent.SnarlSlot;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the agent knows of one platform thread; hangs on its slot and goes with it. */
final class Notes {

  /** Waiting time already added to the totals while the wait goes on. */
  record Credit(long parkedAt, long until) {}

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

  final AtomicReference<@Nullable Credit> credit = new AtomicReference<>();

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
