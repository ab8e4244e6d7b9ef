package dev.snarl.observe;

import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;

/** What a slot must not keep: ended threads, and the results of futures. The observer's thread. */
final class SlotSweep {

  private static final long NEVER_STARTS = 60_000_000_000L;
  private static final long SERIAL_GAP = 5_000_000_000L;

  private SlotSweep() {}

  /**
   * A thread may end without telling, or never start. One that ended and told has no slot any more:
   * by the time its state is read, the slot may be another thread's.
   */
  static boolean gone(SnarlSlot slot, Thread owner) {
    Thread.State state = owner.getState();
    boolean over =
        state == Thread.State.TERMINATED
            || (state == Thread.State.NEW
                && slot.startedAt != 0
                && System.nanoTime() - slot.startedAt > NEVER_STARTS);
    return over && slot.owner == owner;
  }

  /**
   * Lets go of futures that are complete: the slot must not keep their results alive.
   *
   * @param thoroughly also where nothing was submitted since nothing was kept
   */
  static void letGo(SnarlSlot slot, boolean thoroughly) {
    if (slot.unwatched != null) {
      slot.unwatched = null;
    }
    int submissions = slot.submissions;
    if (thoroughly || submissions != slot.swept) {
      boolean kept = letGoOfSubmissions(slot);
      slot.swept = kept ? submissions - 1 : submissions;
    }
    Object claimed = slot.claimed;
    if (claimed != null && !SnarlProbe.unfinished(claimed)) {
      slot.claimed = null;
    }
    Object tip = slot.chainTip;
    if (tip != null && !SnarlProbe.unfinished(tip)) {
      slot.chainTip = null;
    }
    Object timed = slot.timedSubmission;
    if (timed != null
        && !SnarlProbe.unfinished(timed)
        && System.nanoTime() - slot.timedSubmissionAt > SERIAL_GAP) {
      slot.timedSubmission = null;
    }
  }

  private static boolean letGoOfSubmissions(SnarlSlot slot) {
    boolean kept = false;
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      Object future = slot.submitted[i];
      if (future == null) {
        continue;
      }
      if (SnarlProbe.unfinished(future) || slot.timedSubmission == future) {
        kept = true;
      } else {
        slot.submitted[i] = null;
        slot.submittedAfter[i] = null;
      }
    }
    return kept;
  }
}
