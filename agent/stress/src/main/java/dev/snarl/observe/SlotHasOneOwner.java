package dev.snarl.observe;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSink;
import java.util.concurrent.SnarlSlot;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * Threads that start and end contend for the only place of a table: a slot that one has put there
 * is found by it, and by nobody else, until it is given back.
 */
@JCStressTest
@State
@Outcome(id = "(own|no room), (own|no room)", expect = ACCEPTABLE, desc = "Each its own, or none.")
@Outcome(expect = FORBIDDEN, desc = "A slot that its thread has lost, or another's.")
public class SlotHasOneOwner {
  private static final Thread FIRST = new Thread("first");
  private static final Thread SECOND = new Thread("second");

  static {
    SnarlProbe.attach(new SnarlSink() {}, 1);
  }

  @Actor
  public void first(LL_Result result) {
    result.r1 = comeAndGo(FIRST);
  }

  @Actor
  public void second(LL_Result result) {
    result.r2 = comeAndGo(SECOND);
  }

  private static String comeAndGo(Thread thread) {
    SnarlSlot slot = SnarlProbe.slotFor(thread);
    if (slot == null) {
      return "no room";
    }
    boolean mine = SnarlProbe.slotOf(thread) == slot;
    SnarlProbe.release(slot);
    return mine ? "own" : "lost";
  }
}
