package dev.snarl.observe.code;

import dev.snarl.observe.code.TaskCode.Touch;
import dev.snarl.observe.live.Places;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;

/**
 * How tasks arrive where others of their kind wait: at barriers, phasers, and latches that each of
 * them counts down. Reads fields, and takes no lock. The observer's thread only.
 */
public final class Arrivals {
  public static final int NONE = -1;

  private static final int PARTIES = 0xffff;
  private static final String LATCH = CountDownLatch.class.getName();

  private final Receivers receivers = new Receivers();
  private final TaskCodes codes;

  public Arrivals(TaskCodes codes) {
    this.codes = codes;
  }

  /** How many parties have yet to arrive at a barrier or phaser; {@link #NONE} for all else. */
  public static int lacking(Object held) {
    if (held instanceof CyclicBarrier) {
      return Places.integer(held, "count");
    }
    boolean alone = held instanceof Phaser && Places.object(held, "parent") == null;
    return alone ? (int) Places.number(held, "state") & PARTIES : NONE;
  }

  /** Whether the task counts this latch down, and no other, as its code and its fields tell. */
  @SuppressWarnings("ReferenceEquality") // its equals may be the application's
  public boolean countsDown(Object task, Object latch) {
    Object blocker = latch instanceof CountDownLatch ? Places.object(latch, "sync") : null;
    if (blocker == null) {
      return false;
    }
    Object work = InnerTasks.innermost(task);
    TaskCode code = codes.of(work.getClass());
    if (!code.complete() || code.enders(blocker).isEmpty()) {
      return false;
    }
    for (Touch touch : code.touches()) {
      if (touch.call().equals("countDown") && !TaskContents.is(work, touch.owner())) {
        return false;
      }
    }
    return receivers.only(work, LATCH) == latch;
  }
}
