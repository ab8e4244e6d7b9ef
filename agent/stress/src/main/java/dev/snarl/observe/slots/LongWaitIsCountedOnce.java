package dev.snarl.observe.slots;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWaits;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * A wait of 100 ends while the observer, who looked at 60, counts what has passed of it: together
 * they count 100.
 */
@JCStressTest
@State
@Outcome(id = "100", expect = ACCEPTABLE, desc = "All of it, by the one or by both.")
@Outcome(expect = FORBIDDEN, desc = "A part twice, or not at all.")
public class LongWaitIsCountedOnce {
  private static final Thread WAITER = new Thread("waiter");
  private static final CompletableFuture<String> FUTURE = new CompletableFuture<>();

  private final SnarlSlot slot = SnarlWaits.earlierWait(WAITER, FUTURE, false);
  private final long parkedAt = slot.parkedAt[0];
  private final Notes notes = new Notes();
  private long byWaiter;
  private long byObserver;

  /** As {@code SnarlWaits.leaveWait} does. */
  @Actor
  public void waiter() {
    slot.waits = 0;
    slot.waitedFor[0] = null;
    byWaiter = notes.settle(parkedAt, parkedAt + 100);
  }

  @Actor
  public void observer() {
    Waiting waiting = Waiting.in(slot);
    if (waiting != null) {
      byObserver = notes.credit(waiting, parkedAt + 60);
    }
  }

  @Arbiter
  public void sum(J_Result result) {
    result.r1 = byWaiter + byObserver;
  }
}
