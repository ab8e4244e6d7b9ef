package dev.snarl.observe.slots;

import dev.snarl.observe.sites.Site;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWaits;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a thread that were unfinished when its wait for another one ended. What the thread
 * does next tells whether they were a batch: it waits for one of them, or goes on to another job.
 * The thread's own. No record, whose {@code equals} is linked at its first use.
 */
final class LeftBehind {

  /** Where it waited. */
  final Site site;

  /** How long. */
  final long nanos;

  /** The tasks of the batch, if it was one. */
  final int tasks;

  /** Which of the slot's submissions they are, one bit each. */
  private final int entries;

  /** The slot's submissions at that time. */
  private final int submissions;

  private LeftBehind(Site site, long nanos, int tasks, int entries, int submissions) {
    this.site = site;
    this.nanos = nanos;
    this.tasks = tasks;
    this.entries = entries;
    this.submissions = submissions;
  }

  /** What the thread's next wait tells of the last. */
  enum Sequel {
    UNKNOWN,
    BATCH,
    ANOTHER_JOB
  }

  /** After a wait for the future; null if nothing else is unfinished. */
  static @Nullable LeftBehind after(
      SnarlSlot slot, Object future, Site site, long nanos, int tasks) {
    int entries = 0;
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      if (slot.submitted[i] != future && SnarlWaits.outstanding(slot, i)) {
        entries |= 1 << i;
      }
    }
    return entries == 0 ? null : new LeftBehind(site, nanos, tasks, entries, slot.submissions);
  }

  /** The thread has waited again, for this future. */
  Sequel sequel(SnarlSlot slot, Object future) {
    int unfinished = 0;
    int waitedFor = -1;
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      if (slot.submitted[i] == future) {
        waitedFor = i;
      }
      if (kept(slot, i) && SnarlFutureLens.unfinished(slot.submitted[i])) {
        unfinished++;
      }
    }
    if (waitedFor >= 0 && kept(slot, waitedFor)) {
      site.waitsForMore();
      return Sequel.BATCH;
    }
    boolean another =
        waitedFor < 0
            ? slot.submissions != submissions
            : slot.submission(waitedFor) - submissions >= 0;
    if (!another) {
      return Sequel.UNKNOWN;
    }
    if (unfinished == 0) {
      return Sequel.BATCH; // or nobody waited for them: they have ended meanwhile
    }
    site.leftBehind(unfinished);
    return Sequel.ANOTHER_JOB;
  }

  private boolean kept(SnarlSlot slot, int i) {
    return (entries >> i & 1) != 0 && slot.submission(i) - submissions < 0;
  }
}
