package dev.snarl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SnarlExecutors;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is in the table of the tasks whose time is taken, when that grows and is thinned. */
class TimedTasksTest {

  private static final int SMALL = 64;
  private static final int MEDIUM = 256;
  private static final int LARGE = 1_024;

  private final List<SnarlPool> pools = new ArrayList<>();
  private final List<Object> executors = new ArrayList<>(); // which their pools hold weakly

  @BeforeEach
  void attach() {
    new Intake(List.of()).attach(1_024);
  }

  @AfterEach
  void detach() {
    SnarlProbe.detach();
  }

  private Object executor() {
    Object executor = new Object();
    SnarlPool pool = new SnarlPool(executor);
    assertThat(SnarlPool.register(pool)).isTrue();
    pools.add(pool);
    executors.add(executor);
    return executor;
  }

  private static void queue(Object executor, int tasks) {
    for (int i = 0; i < tasks; i++) {
      SnarlExecutors.queueing(executor, new Object());
    }
  }

  private static Set<Object> tasksOf(SnarlPool pool) {
    Object[] found = new Object[LARGE];
    int n = pool.queued.older(System.nanoTime() + 1_000_000_000L, found);
    Set<Object> tasks = Collections.newSetFromMap(new IdentityHashMap<>());
    tasks.addAll(Stream.of(found).limit(n).toList());
    return tasks;
  }

  /** So that a full table is thinned rather than grown. */
  private void useUpTheRoom() {
    for (int i = 0; i < 2 * SMALL + 8; i++) {
      queue(executor(), 2 * MEDIUM);
    }
  }

  @Test
  void whatIsSubmittedAgainAndAgainIsLeftOutOnceOnlyAPartIsTimedAlsoAfterTheTableHasGrown() {
    Object executor = executor();
    List<Object> again = Stream.generate(Object::new).limit(10).toList();
    for (int i = 0; i < 3; i++) {
      again.forEach(task -> SnarlExecutors.queueing(executor, task));
    }
    queue(executor, SMALL - 3 * again.size() + 1);
    assertThat(tasksOf(pools.get(0))).as("in the table once it has grown").containsAll(again);
    useUpTheRoom();
    for (int i = 0; i < MEDIUM && !pools.get(0).crowded; i++) {
      SnarlExecutors.queueing(executor, new Object());
    }
    assertThat(pools.get(0).crowded).as("the table was thinned").isTrue();
    Set<Object> left = tasksOf(pools.get(0));
    assertThat(left).isNotEmpty();
    left.retainAll(again);
    assertThat(left).isEmpty();
  }

  /** A part of them is timed, and each is noted. */
  @Test
  void eachSubmissionToATracedPoolIsNotedOnceTimedOrNot() {
    Object executor = new Object();
    AtomicInteger noted = new AtomicInteger();
    SnarlPool pool =
        new SnarlPool(executor) {
          @Override
          public void arrives(long now) {
            noted.addAndGet(traced ? 1 : 0);
          }
        };
    assertThat(SnarlPool.register(pool)).isTrue();
    queue(executor, 10);
    assertThat(noted).hasValue(0);
    pool.traced = true;
    queue(executor, 10);
    assertThat(noted).hasValue(10);
    pool.every = 64;
    queue(executor, 100);
    assertThat(noted).hasValue(110);
    Object again = new Object();
    System.identityHashCode(again);
    SnarlExecutors.queueing(executor, again);
    assertThat(noted).hasValue(111);
  }
}
