package dev.snarl.observe.slots;

import dev.snarl.observe.live.JdkCalls;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlSlot;

/** What a slot must not keep: ended threads, and the results of futures. The observer's thread. */
public final class SlotSweep {

  private static final long NEVER_STARTS = 60_000_000_000L;
  private static final long SERIAL_GAP = 5_000_000_000L;
  private static final long WINDOW = 10_000_000_000L;

  private SlotSweep() {}

  /**
   * A thread may end without telling, or never start. One that ended and told has no slot any more:
   * by the time its state is read, the slot may have no owner.
   */
  public static boolean gone(SnarlSlot slot, Thread owner) {
    Thread.State state = JdkCalls.state(owner);
    boolean over =
        state == Thread.State.TERMINATED
            || (state == Thread.State.NEW
                && slot.startedAt != 0
                && System.nanoTime() - slot.startedAt > NEVER_STARTS);
    return over && slot.owner == owner;
  }

  /**
   * Lets go of futures that are complete, whose results the slot must not keep alive, and of all
   * when the thread has neither submitted nor waited for as long as the rules look back: some never
   * complete, and nobody else may hold them.
   *
   * @param thoroughly also where nothing was submitted since nothing was kept
   */
  public static void letGo(SnarlSlot slot, long now, boolean thoroughly) {
    if (slot.unwatched != null) {
      slot.unwatched = null;
    }
    boolean idle = idle(slot, now);
    int submissions = slot.submissions;
    if (thoroughly || submissions != slot.swept) {
      boolean kept = letGoOfSubmissions(slot, idle);
      slot.swept = kept ? submissions - 1 : submissions;
    }
    Object claimed = slot.claimed;
    if (claimed != null && (idle || !SnarlFutureLens.unfinished(claimed))) {
      slot.claimed = null;
    }
    Object tip = slot.chainTip;
    if (tip != null && (idle || !SnarlFutureLens.unfinished(tip))) {
      slot.chainTip = null;
    }
    if (idle) {
      slot.dropped = null;
    }
    Object timed = slot.timedSubmission;
    if (timed != null
        && (idle || !SnarlFutureLens.unfinished(timed))
        && now - slot.timedSubmissionAt > SERIAL_GAP) {
      slot.timedSubmission = null;
    }
  }

  private static boolean letGoOfSubmissions(SnarlSlot slot, boolean all) {
    boolean kept = false;
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      Object future = slot.submitted[i];
      if (future == null) {
        continue;
      }
      if (!all && (SnarlFutureLens.unfinished(future) || slot.timedSubmission == future)) {
        kept = true;
      } else {
        slot.submitted[i] = null;
        slot.submittedAfter[i] = null;
      }
    }
    return kept;
  }

  private static boolean idle(SnarlSlot slot, long now) {
    if (slot.submissions != slot.quietSubmissions || slot.waits > 0 || slot.runs > 0) {
      slot.quietSubmissions = slot.submissions;
      slot.quietSince = now;
    }
    return now - slot.quietSince > WINDOW;
  }
}
