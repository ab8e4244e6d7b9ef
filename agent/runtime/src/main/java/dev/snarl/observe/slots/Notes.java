package dev.snarl.observe.slots;

import dev.snarl.observe.sites.Cells;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.snapshot.Request;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** What the agent knows of one platform thread; hangs on its slot and goes with it. */
public final class Notes {

  /** Waiting time already added to the totals while the wait goes on. */
  private record Credit(long parkedAt, long until) {}

  private static final AtomicReferenceFieldUpdater<Notes, @Nullable Credit> CREDIT =
      AtomicReferenceFieldUpdater.newUpdater(Notes.class, Credit.class, "credit");

  private String group = "";
  private String shown = "";

  /** Written last, by the thread or the observer: who finds it finds what was made of it. */
  private volatile @Nullable String name;

  // Written by the thread itself.
  private SerialRun @Nullable [] runs;
  @Nullable LeftBehind leftBehind;
  int shortWaits;
  long shortNanos;

  /** Where the thread was started, or null. */
  public Cells.@Nullable Start start;

  private volatile @Nullable Credit credit;

  // Written by the observer.
  public LoopKind loop = LoopKind.UNKNOWN;
  long sitedWait = -1;
  @Nullable Site waitSite;
  @Nullable Request request;
  boolean asksPeer;
  public long pairedWait = -1;
  public volatile @Nullable Look look;
  public @Nullable Reply reply;

  /** Whether nothing told who will complete the future for which it last waited. */
  public boolean forUnknown;

  /** The wait for a task that was seen in the queue of this pool. */
  public long queuedWait = -1;

  public long queuedIn;

  /** The wait for a task that its executor has dropped. */
  public long droppedWait = -1;

  /** Identity hash of the queue from which the thread was last seen to take. */
  public int took;

  /** How often it was seen to take from that one, until that is clear. */
  public int takes;

  /** Identity hash of what it waits at, if it does not matter who wakes it there. */
  public int passed;

  /** Those of a slot; made when it has none yet. */
  public static Notes of(SnarlSlot slot) {
    if (slot.extension instanceof Notes notes) {
      return notes;
    }
    Notes fresh = new Notes();
    slot.extension = fresh;
    return fresh;
  }

  /** For the thread itself: made when it first waits for what it has submitted. */
  SerialRun[] runs() {
    SerialRun[] known = runs;
    if (known == null) {
      known = new SerialRun[4];
      runs = known;
    }
    return known;
  }

  /** The observer counts a wait that goes on; returns how much of it was not counted yet. */
  public long credit(Waiting wait, long now) {
    Credit before = credit;
    Credit mine = new Credit(wait.parkedAt(), now);
    if (!wait.stillGoingOn() || !CREDIT.compareAndSet(this, before, mine)) {
      return 0;
    }
    // It may have ended in between. If its thread has not met this credit, it counts the whole.
    if (!wait.stillGoingOn() && CREDIT.compareAndSet(this, mine, before)) {
      return 0;
    }
    return now - countedUntil(before, wait.parkedAt());
  }

  /** How much of a wait that began then is not counted yet, in nanoseconds. */
  public long uncounted(long parkedAt, long now) {
    return now - countedUntil(credit, parkedAt);
  }

  /** The thread counts its wait, which is over; returns how much of it was not counted yet. */
  long settle(long parkedAt, long now) {
    return now - countedUntil(CREDIT.getAndSet(this, null), parkedAt);
  }

  private static long countedUntil(@Nullable Credit credit, long parkedAt) {
    return credit != null && credit.parkedAt() == parkedAt ? credit.until() : parkedAt;
  }

  /** The folded name; folded again only when the name was changed. */
  public String group(Thread thread, Names names) {
    read(thread, names);
    return group;
  }

  /** The name, short and on one line. */
  public String shown(Thread thread, Names names) {
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
