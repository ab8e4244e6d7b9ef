package dev.snarl.observe;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.SnarlWake;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two threads unpark one that is armed: the stack that is left is that of who is named. */
@JCStressTest
@State
@Outcome(id = "first", expect = ACCEPTABLE, desc = "The first actor and its stack.")
@Outcome(id = "second", expect = ACCEPTABLE, desc = "The second actor and its stack.")
@Outcome(expect = FORBIDDEN, desc = "One of them with the stack of the other, or none.")
public class WakeHasOneWaker {
  private static final Thread FIRST = new Thread(() -> {});
  private static final Thread SECOND = new Thread(() -> {});

  private final SnarlWake wake = new SnarlWake(FIRST);

  @Actor
  public void first() {
    wake.by(FIRST);
  }

  @Actor
  public void second() {
    wake.by(SECOND);
  }

  @Arbiter
  public void observer(L_Result result) {
    Throwable stack = wake.stack();
    String at = stack == null ? "nowhere" : stack.getStackTrace()[1].getMethodName();
    String by = wake.waker() == FIRST ? "first" : "second";
    result.r1 = by.equals(at) ? by : by + " at " + at;
  }
}
