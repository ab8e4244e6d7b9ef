package dev.snarl.observe;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.SnarlExecutors;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSink;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Two threads submit tasks that want the same place in their executor's table, which a third one
 * has: wherever the two end up, both are found again.
 */
@JCStressTest
@State
@Outcome(id = "false", expect = ACCEPTABLE, desc = "Both were found and taken out.")
@Outcome(expect = FORBIDDEN, desc = "A task that nobody finds any more, and that stays.")
public class SubmittedTaskIsFoundAgain {
  private static final Object BEFORE = new Object();
  private static final Object FIRST = TaskPlaces.like(BEFORE);
  private static final Object SECOND = TaskPlaces.like(BEFORE);

  static {
    SnarlProbe.attach(new SnarlSink() {}, 1 << 17);
  }

  private final Object executor = new Object();
  private final SnarlPool pool = new SnarlPool(executor);

  {
    SnarlPool.register(pool);
    SnarlExecutors.queueing(executor, BEFORE);
  }

  @Actor
  public void first() {
    SnarlExecutors.queueing(executor, FIRST);
  }

  @Actor
  public void second() {
    SnarlExecutors.queueing(executor, SECOND);
  }

  @Arbiter
  public void over(Z_Result result) {
    pool.queued.take(FIRST);
    pool.queued.take(SECOND);
    result.r1 = TaskPlaces.has(pool, FIRST) || TaskPlaces.has(pool, SECOND);
    SnarlPool.forget(pool);
  }
}
