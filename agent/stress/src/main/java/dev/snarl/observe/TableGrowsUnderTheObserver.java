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
 * An executor's table grows, since one more task is submitted than it has places for, while the
 * observer looks at it: the task, further from its place than all before it, is found again. Where
 * no room is left to grow, the table is thinned and may not have the task at all.
 */
@JCStressTest
@State
@Outcome(id = "false", expect = ACCEPTABLE, desc = "It was found and taken out.")
@Outcome(expect = FORBIDDEN, desc = "A task that nobody finds any more, and that stays.")
public class TableGrowsUnderTheObserver {
  private static final Object[] BEFORE = TaskPlaces.oneForEach();
  private static final Object TASK = TaskPlaces.like(BEFORE[0]);

  static {
    SnarlProbe.attach(new SnarlSink() {}, 1 << 17);
  }

  private final Object executor = new Object();
  private final Object[] found = new Object[1];
  private final SnarlPool pool = new SnarlPool(executor);

  {
    SnarlPool.register(pool);
    for (Object task : BEFORE) {
      SnarlExecutors.queueing(executor, task);
    }
  }

  @Actor
  public void submitter() {
    SnarlExecutors.queueing(executor, TASK);
  }

  @Actor
  public void observer() {
    pool.queued.older(System.nanoTime(), found);
  }

  @Arbiter
  public void over(Z_Result result) {
    pool.queued.take(TASK);
    result.r1 = TaskPlaces.has(pool, TASK);
    SnarlPool.forget(pool);
  }
}
