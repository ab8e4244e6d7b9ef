package dev.snarl.observe;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSink;
import java.util.concurrent.SnarlTasks;
import java.util.concurrent.SnarlWaits;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** The agent is detached and attached while a thread is on its way through the hooks. */
@JCStressTest
@State
@Outcome(id = "0", expect = ACCEPTABLE, desc = "Nothing was thrown inside a hook.")
@Outcome(expect = FORBIDDEN, desc = "A hook met a probe that was half gone.")
public class ProbeGoesUnderWay {
  private static final CompletableFuture<String> FUTURE = new CompletableFuture<>();

  static {
    SnarlProbe.attach(new SnarlSink() {}, 64);
  }

  @Actor
  public void application(J_Result result) {
    SnarlTasks.enterTask(FUTURE);
    SnarlWaits.enterTaskWait(FUTURE, 0);
    SnarlWaits.leaveWait();
    SnarlTasks.leaveTask();
    result.r1 = SnarlProbe.errors;
  }

  @Actor
  public void agent() {
    SnarlProbe.detach();
    SnarlProbe.attach(new SnarlSink() {}, 64);
  }
}
