package dev.snarl.observe.slots;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSink;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWaits;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A thread waits for one future without and for another with a deadline, by turns, and writes its
 * slot with plain stores; the observer never sees the deadline of one with the other.
 */
@JCStressTest
@State
@Outcome(id = "none", expect = ACCEPTABLE, desc = "Between two waits, or moved while it was read.")
@Outcome(id = "first", expect = ACCEPTABLE, desc = "The first wait as it is.")
@Outcome(id = "second", expect = ACCEPTABLE, desc = "The second wait as it is.")
@Outcome(expect = FORBIDDEN, desc = "A wait that never was.")
public class WaitIsReadWhole {
  private static final CompletableFuture<String> FIRST = new CompletableFuture<>();
  private static final CompletableFuture<String> SECOND = new CompletableFuture<>();
  private static volatile @Nullable SnarlSlot slot;

  static {
    SnarlProbe.attach(new SnarlSink() {}, 256);
  }

  @Actor
  public void application() {
    if (slot == null || slot.owner != Thread.currentThread()) {
      slot = SnarlProbe.slotFor(Thread.currentThread());
    }
    SnarlWaits.enterTaskWait(FIRST, 0);
    SnarlWaits.leaveWait();
    SnarlWaits.enterTaskWait(SECOND, 1);
    SnarlWaits.leaveWait();
  }

  @Actor
  public void observer(L_Result result) {
    SnarlSlot seen = slot;
    Waiting waiting = seen == null ? null : Waiting.in(seen);
    if (waiting == null) {
      result.r1 = "none";
    } else if (waiting.future() == FIRST) {
      result.r1 = waiting.timed() ? "first with the deadline of the second" : "first";
    } else if (waiting.future() == SECOND) {
      result.r1 = waiting.timed() ? "second" : "second without its deadline";
    } else {
      result.r1 = "a wait for nothing";
    }
  }
}
