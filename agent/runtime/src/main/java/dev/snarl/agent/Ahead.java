package dev.snarl.agent;

import dev.snarl.observe.live.AgentThread;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a part of the agent on a thread of its own, while the thread that starts the agent makes
 * another. Before {@code main}, most of the time goes into loading classes, which two threads can
 * do at once.
 */
final class Ahead<T> implements Runnable {

  private final Supplier<T> work;
  private final AgentThread thread;
  private @Nullable T made;
  private @Nullable Throwable failure;

  private Ahead(Supplier<T> work) {
    this.work = work;
    this.thread = new AgentThread(this, "snarl-start");
  }

  /** Begins. */
  static <T> Ahead<T> of(Supplier<T> work) {
    Ahead<T> ahead = new Ahead<>(work);
    ahead.thread.start();
    return ahead;
  }

  @Override
  public void run() {
    try {
      made = work.get();
    } catch (Throwable t) {
      failure = t;
    }
  }

  /**
   * What was made, once it is.
   *
   * @throws IllegalStateException if it could not be made
   */
  T result() {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    T result = made;
    if (result == null) {
      throw new IllegalStateException(String.valueOf(failure), failure);
    }
    return result;
  }
}
