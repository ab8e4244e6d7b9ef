package dev.snarl.observe;

import dev.snarl.observe.live.AgentThread;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.SnarlSink;
import java.util.concurrent.SnarlSlot;
import org.jspecify.annotations.Nullable;

/**
 * Hands each event to the recorder if an application thread caused it, and to the self-test, if one
 * is on, if a thread of the agent did: what the agent does itself is in no table. Called on the
 * thread that causes the event; costs one type check.
 */
final class SinkByThread extends SnarlSink {

  /** A thread of the JDK, which starts the flight recorder's on our behalf. */
  private static final String RECORDER = "snarl-jfr-start";

  private static final class Nothing extends SnarlSink {}

  private final SnarlSink application;
  private volatile SnarlSink own = new Nothing();

  SinkByThread(SnarlSink application) {
    this.application = application;
    of(null); // links both types here rather than in the application's first event
  }

  /** Null ends the self-test. */
  void selfTest(@Nullable SnarlSink test) {
    own = test == null ? new Nothing() : test;
  }

  private SnarlSink sink() {
    return of(Thread.currentThread());
  }

  private SnarlSink of(@Nullable Thread thread) {
    return thread instanceof AgentThread ? own : application;
  }

  @Override
  public void waited(SnarlSlot slot, Object future, boolean timed, long parkedAt, long now) {
    sink().waited(slot, future, timed, parkedAt, now);
  }

  @Override
  public void threadStarting(Thread thread) {
    if (of(thread) == own) {
      own.threadStarting(thread);
    } else if (!Thread.currentThread().getName().equals(RECORDER)) {
      sink().threadStarting(thread);
    }
  }

  @Override
  public void threadEnding(SnarlSlot slot) {
    of(slot.owner).threadEnding(slot);
  }

  @Override
  public void executorBuilt(Object executor) {
    sink().executorBuilt(executor);
  }

  @Override
  public void executorStopping(Object executor) {
    sink().executorStopping(executor);
  }

  @Override
  public void executing(@Nullable SnarlSlot slot, Object executor) {
    sink().executing(slot, executor);
  }

  @Override
  public void waitedInQueue(SnarlPool pool, long nanos, int tasks) {
    sink().waitedInQueue(pool, nanos, tasks);
  }

  @Override
  public void ran(SnarlPool pool, long nanos, int tasks) {
    sink().ran(pool, nanos, tasks);
  }

  @Override
  public void executorOwned(Object owner, Object executor) {
    sink().executorOwned(owner, executor);
  }

  @Override
  public void clientBuilt(Object client, @Nullable Object core) {
    sink().clientBuilt(client, core);
  }

  @Override
  public void resourceBuilt(Object resource) {
    application.resourceBuilt(resource);
  }

  @Override
  public void notBorrowed(Object thrown, Object pool) {
    application.notBorrowed(thrown, pool);
  }

  @Override
  public void coroutineStarting(SnarlSlot slot, Object coroutine, Object enclosing) {
    application.coroutineStarting(slot, coroutine, enclosing); // the agent starts none
  }

  @Override
  public void blockStarting(String block) {
    application.blockStarting(block);
  }

  @Override
  public void failed(Object task, Object thrown) {
    sink().failed(task, thrown);
  }

  @Override
  public void rejected(Object executor) {
    sink().rejected(executor);
  }
}
