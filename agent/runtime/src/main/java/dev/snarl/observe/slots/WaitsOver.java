package dev.snarl.observe.slots;

import dev.snarl.observe.sites.Cells;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.Table;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWaits;

/**
 * Waits that are over, added up on the threads that waited: by site and group of threads, as waits
 * for a batch, and as runs of one wait after another. A wait of a millisecond costs a walk of a few
 * frames; of shorter ones each sixteenth does.
 */
public final class WaitsOver {

  private static final long WORTH_A_WALK = 1_000_000;
  private static final int SERIAL_SITES = 500;

  public final Table<Cells.BlockedKey, Cells.Blocked> blocked =
      new Table<>(2_000, new Cells.BlockedKey(Site.OTHER, "other", "other"), Cells.Blocked::new);
  public final Table<Cells.NamedKey, Cells.Fan> fans =
      new Table<>(500, new Cells.NamedKey(Site.OTHER, "other"), Cells.Fan::new);
  public final ConcurrentHashMap<Site, SerialRun> serial = new ConcurrentHashMap<>();

  private final Sites sites;
  private final Names names;
  private final Tasks tasks;

  public WaitsOver(Sites sites, Names names, Tasks tasks) {
    this.sites = sites;
    this.names = names;
    this.tasks = tasks;
  }

  public void add(SnarlSlot slot, Object future, long parkedAt, long now) {
    Thread thread = Thread.currentThread();
    Notes notes = Notes.of(slot);
    long parked = now - parkedAt;
    long uncredited = notes.settle(parkedAt, now);
    int width = slot.waits < SnarlSlot.DEPTH ? slot.width[slot.waits] : 0;
    boolean own = own(slot, future);
    if (own && alone(slot, future, width, Site.OTHER)) {
      slot.timeNext = true;
    }
    if (parked < WORTH_A_WALK) {
      notes.shortWaits++;
      notes.shortNanos += uncredited;
      if ((notes.shortWaits & 15) != 1) {
        settle(slot);
        return; // its site is sampled: one walk stands for sixteen short waits
      }
    }
    Site site = sites.here().site;
    String group = notes.group(thread, names);
    judgeLast(slot, notes, future, group);
    Cells.Blocked cell = blocked.cell(new Cells.BlockedKey(site, group, kind(future)));
    if (parked < WORTH_A_WALK) {
      cell.waits.addAndGet(notes.shortWaits);
      cell.nanos.addAndGet(notes.shortNanos);
      notes.shortWaits = 0;
      notes.shortNanos = 0;
    } else {
      cell.waits.incrementAndGet();
      cell.nanos.addAndGet(uncredited);
    }
    int tasks = Math.max(width, slot.submissions - slot.settled) - site.notWaitedFor();
    LeftBehind left = own && width > 1 ? LeftBehind.after(slot, future, site, parked, tasks) : null;
    if (left != null) {
      notes.leftBehind = left; // the thread's next wait tells whether this is a batch
    }
    if (alone(slot, future, width, site)) {
      if (own) {
        slot.timeNext = true;
        recordSerial(thread, slot, notes, site, parked, now);
      }
    } else if (left == null) {
      fan(site, group, tasks, parked);
    }
    settle(slot);
  }

  private void judgeLast(SnarlSlot slot, Notes notes, Object future, String group) {
    LeftBehind last = notes.leftBehind;
    LeftBehind.Sequel sequel = last == null ? LeftBehind.Sequel.UNKNOWN : last.sequel(slot, future);
    if (last != null && sequel != LeftBehind.Sequel.UNKNOWN) {
      notes.leftBehind = null;
      if (sequel == LeftBehind.Sequel.BATCH) {
        fan(last.site, group, last.tasks, last.nanos);
      }
    }
  }

  private void fan(Site site, String group, int tasks, long nanos) {
    Cells.Fan fan = fans.cell(new Cells.NamedKey(site, group));
    fan.waits.incrementAndGet();
    fan.tasks.addAndGet(tasks);
    fan.nanos.addAndGet(nanos);
  }

  /**
   * Whether the wait is for one task. So it is where others are unfinished that no wait at this
   * site ever was for.
   */
  public static boolean alone(SnarlSlot slot, Object future, int width, Site site) {
    int others = site.notWaitedFor();
    return others > 0 ? width - others <= 1 : width <= 1 && !batch(slot, future);
  }

  private void recordSerial(
      Thread thread, SnarlSlot slot, Notes notes, Site site, long parked, long now) {
    int last = (slot.submissions - 1) & (SnarlSlot.SUBMISSIONS - 1);
    if (slot.timedSubmission == null || slot.submitted[last] != slot.timedSubmission) {
      return;
    }
    Object submitted = slot.timedSubmission;
    long begin = slot.timedSubmissionAt;
    slot.timedSubmission = null;
    long task = tasks.current(thread, slot);
    if (task == Tasks.UNKNOWN) {
      return;
    }
    SerialRun[] runs = notes.runs();
    SerialRun run = null;
    int oldest = 0;
    for (int i = 0; i < runs.length; i++) {
      SerialRun candidate = runs[i];
      if (candidate != null && candidate.same(site, task, now)) {
        run = candidate;
        break;
      }
      if (candidate == null || (runs[oldest] != null && candidate.end < runs[oldest].end)) {
        oldest = i;
      }
    }
    if (run == null) {
      run =
          new SerialRun(
              site, notes.group(thread, names), task, submitted.getClass().getName(), begin);
      runs[oldest] = run;
    }
    run.add(parked, now - begin, now);
    if (run.waits >= 5) {
      SerialRun best = serial.get(site);
      if (best != run
          && (best == null || now - best.end > SerialRun.WINDOW || run.waitNanos > best.waitNanos)
          && (best != null || serial.size() < SERIAL_SITES)) {
        serial.put(site, run);
      }
    }
  }

  private static void settle(SnarlSlot slot) {
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      if (SnarlWaits.outstanding(slot, i)) {
        return;
      }
    }
    slot.settled = slot.submissions;
  }

  /** Whether the thread submitted this itself, or derived it from what it submitted last. */
  public static boolean own(SnarlSlot slot, Object future) {
    if (future == slot.chainTip) {
      return true;
    }
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      if (slot.submitted[i] == future) {
        return true;
      }
    }
    return false;
  }

  /** Whether the future belongs to several that were unfinished at once. */
  public static boolean batch(SnarlSlot slot, Object future) {
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      if (slot.submitted[i] == future) {
        return slot.batch[i];
      }
    }
    int last = (slot.submissions - 1) & (SnarlSlot.SUBMISSIONS - 1);
    return slot.batch[last];
  }

  public static String kind(Object future) {
    if (future instanceof CompletableFuture) {
      return "completable-future";
    }
    if (future instanceof FutureTask) {
      return "future-task";
    }
    return future instanceof ForkJoinTask ? "fork-join-task" : FutureKinds.of(future.getClass());
  }
}
