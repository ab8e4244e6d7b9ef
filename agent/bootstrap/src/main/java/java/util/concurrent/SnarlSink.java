package java.util.concurrent;

/**
 * Where the probe reports what is too rare or too heavy for plain stores. This class is the null
 * object: the agent installs a subclass from its own loader, and detaching puts this one back.
 *
 * <p>Lives in the bootstrap loader; every method is called on application threads, on slow paths
 * only: a thread has just been parked, is about to be started or has ended, an executor is being
 * built, stopped, or has refused a task.
 */
public class SnarlSink {

  protected SnarlSink() {}

  /** A wait is over that was parked from {@code parkedAt} to {@code now}, in nanoTime. */
  public void waited(SnarlSlot slot, Object future, boolean timed, long parkedAt, long now) {}

  /** A platform thread is about to start; called on the thread that starts it. */
  public void threadStarting(Thread thread) {}

  /** The current platform thread ends. */
  public void threadEnding(SnarlSlot slot) {}

  /** The constructor of an executor has returned. */
  public void executorBuilt(Object executor) {}

  /** The executor was made by another object that stands for it, such as a Spring bean. */
  public void executorOwned(Object owner, Object executor) {}

  /** Shutdown of an executor begins. */
  public void executorStopping(Object executor) {}

  /**
   * A task goes to an executor; called only while {@link SnarlExecutors#watchFeeders} is set. The
   * slot is the current thread's, or null.
   */
  public void executing(SnarlSlot slot, Object executor) {}

  /** A task has waited so long in the queue of the executor, in ns; it stands for so many tasks. */
  public void waitedInQueue(SnarlPool pool, long nanos, int tasks) {}

  /** A task has run so long, in nanoseconds; it stands for so many tasks. */
  public void ran(SnarlPool pool, long nanos, int tasks) {}

  /** A heavy client of a library was built; see {@link SnarlClients#clientBuilt}. */
  public void clientBuilt(Object client, Object core) {}

  /** A pool of connections or an endpoint of a server was built, to be read now and then. */
  public void resourceBuilt(Object resource) {}

  /** The pool gave no connection, and this was thrown instead. */
  public void notBorrowed(Object thrown, Object pool) {}

  /**
   * A coroutine is being started by a thread that runs another one; {@code enclosing} is that one's
   * dispatched task, or itself while it is being started.
   */
  public void coroutineStarting(SnarlSlot slot, Object coroutine, Object enclosing) {}

  /**
   * A coroutine with a body of this class is being started, and the thread's last one had another.
   */
  public void blockStarting(String block) {}

  /** The current thread ends, or a task on it that nobody may ever ask for its result, by this. */
  public void failed(Object task, Object thrown) {}

  /** An executor has refused a task. */
  public void rejected(Object executor) {}
}
