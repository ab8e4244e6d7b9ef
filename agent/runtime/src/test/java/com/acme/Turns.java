package com.acme;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Ways to wait for one's turn, in a package that is not the agent's. */
public final class Turns {
  private final CountDownLatch release = new CountDownLatch(1);
  private final LinkedBlockingQueue<String> work = new LinkedBlockingQueue<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final ReentrantLock fair = new ReentrantLock(true);
  private final Semaphore handOn = new Semaphore(0);
  private final AtomicInteger handedOn = new AtomicInteger();

  public void release() {
    release.countDown();
  }

  public synchronized Object guarded() throws InterruptedException {
    release.await();
    return work;
  }

  public synchronized Object asked(InputStream answers) throws IOException {
    return answers.read();
  }

  public synchronized Object next() throws InterruptedException {
    return take();
  }

  public Object take() throws InterruptedException {
    return work.take();
  }

  public Object locked() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      release.await();
      return work;
    } finally {
      lock.unlock();
    }
  }

  /** Each has the lock in its turn, and queues for it again. */
  public Object inTurn() throws InterruptedException {
    while (true) {
      fair.lockInterruptibly();
      try {
        handOn.acquire();
      } finally {
        fair.unlock();
      }
      handedOn.incrementAndGet();
    }
  }

  /** The next one has its turn. */
  public void handOn() {
    int before = handedOn.get();
    handOn.release();
    while (handedOn.get() == before) {
      Thread.onSpinWait();
    }
  }

  public Object conditional() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Condition never = lock.newCondition();
      while (lock.isHeldByCurrentThread()) {
        never.await();
      }
      return work;
    } finally {
      lock.unlock();
    }
  }
}
