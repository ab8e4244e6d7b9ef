package dev.snarl.observe.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PoolTypesTest {

  private final PoolNotes notes = new PoolNotes();
  private final CountDownLatch running = new CountDownLatch(2);
  private final CountDownLatch over = new CountDownLatch(1);

  private void runs() {
    running.countDown();
    try {
      over.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private int busy() {
    int busy = 0;
    for (int i = 0; i < notes.threads.length; i++) {
      busy += notes.busy[i] ? 1 : 0;
    }
    return busy;
  }

  @Test
  void theArraysStayWhileTheWorkersAreTheSame() throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(3, 3, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
    pool.prestartAllCoreThreads();
    try {
      PoolTypes.of(pool).look(pool, notes);
      Thread[] threads = notes.threads;
      boolean[] flags = notes.busy;
      Thread[] before = threads.clone();
      assertThat(threads).hasSize(3).doesNotContainNull().doesNotHaveDuplicates();

      pool.execute(this::runs);
      pool.execute(this::runs);
      running.await();
      PoolTypes.of(pool).look(pool, notes);
      assertThat(notes.threads).isSameAs(threads);
      assertThat(notes.busy).isSameAs(flags);
      assertThat(busy()).isEqualTo(2);
      assertThat(notes.active).isEqualTo(2);

      pool.setMaximumPoolSize(4);
      pool.setCorePoolSize(4);
      pool.prestartAllCoreThreads();
      PoolTypes.of(pool).look(pool, notes);
      assertThat(threads).isEqualTo(before); // what was there is compared with it
      assertThat(notes.threads).isNotSameAs(threads).hasSize(4).contains(before);
      assertThat(busy()).isEqualTo(2);
    } finally {
      over.countDown();
      pool.shutdown();
    }
  }

  @Test
  void anotherWorkerInTheSamePlaceIsSeen() {
    Thread first = new Thread();
    Thread second = new Thread();
    notes.take(new Object[] {first, second, null}, 2);
    Thread[] threads = notes.threads;
    notes.take(new Object[] {first, new Thread()}, 2);
    assertThat(notes.threads).isNotSameAs(threads).hasSize(2).doesNotContain(second);
    assertThat(threads).containsExactly(first, second);
    notes.take(new Object[] {first}, 1);
    assertThat(notes.threads).containsExactly(first);
  }

  @Test
  void aForkJoinPoolsArrayStaysToo() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(2);
    pool.execute(this::runs);
    pool.execute(this::runs);
    running.await();
    try {
      PoolTypes.of(pool).look(pool, notes);
      Thread[] threads = notes.threads;
      assertThat(threads).hasSize(2).doesNotContainNull();
      PoolTypes.of(pool).look(pool, notes);
      assertThat(notes.threads).isSameAs(threads);
    } finally {
      over.countDown();
      pool.shutdown();
    }
  }

  @Test
  void anExecutorOfNobodyKnownHasNoKindAndNothingOfItIsRead() {
    Object direct = (Executor) Runnable::run;
    PoolType type = PoolTypes.of(direct);
    type.look(direct, notes);
    assertThat(type.kind(direct)).isNull();
    assertThat(notes.size).isZero();
    assertThat(type.shutdown(direct)).isFalse();
    assertThat(type.canGrow(direct, 0)).isTrue();
  }
}
