package com.acme;

import java.util.concurrent.CountDownLatch;

/** An answer for which one thread waits, in a package that is not the agent's. */
public final class Replies {
  private final CountDownLatch done = new CountDownLatch(1);

  /**
   * Waits for it.
   *
   * @param then is done by the thread that has waited, here
   */
  public void await(Runnable then) throws InterruptedException {
    done.await();
    then.run();
  }

  /** Gives it, after this was done here. */
  public void complete(Runnable before) {
    before.run();
    done.countDown();
  }
}
