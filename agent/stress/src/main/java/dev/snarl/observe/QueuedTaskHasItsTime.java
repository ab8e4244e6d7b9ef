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
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A task is put into its executor's table while the observer looks for old ones: if it finds the
 * task, it finds the time of its submission too.
 */
@JCStressTest
@State
@Outcome(id = "(not there|in time)", expect = ACCEPTABLE, desc = "Not yet, or with its time.")
@Outcome(expect = FORBIDDEN, desc = "A task that was submitted when the clock began.")
public class QueuedTaskHasItsTime {
  static {
    SnarlProbe.attach(new SnarlSink() {}, 1 << 17);
  }

  private final Object executor = new Object();
  private final Object task = new Object();
  private final Object[] found = new Object[1];
  private final long before = System.nanoTime();
  private final SnarlPool pool = new SnarlPool(executor);
  private String seen = "";

  {
    SnarlPool.register(pool);
    SnarlExecutors.queueing(executor, new Object()); // there is a table
  }

  @Actor
  public void submitter() {
    SnarlExecutors.queueing(executor, task);
  }

  @Actor
  public void observer() {
    pool.queued.older(before + 60_000_000_000L, found);
    seen = pool.queued.oldest - before < 0 ? "too old: " + pool.queued.oldest : "in time";
  }

  @Arbiter
  public void over(L_Result result) {
    result.r1 = seen;
    SnarlPool.forget(pool);
  }
}
