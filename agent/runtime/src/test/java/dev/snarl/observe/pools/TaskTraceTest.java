package dev.snarl.observe.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.snarl.snapshot.Trace;
import java.util.concurrent.SnarlPool;
import org.junit.jupiter.api.Test;

class TaskTraceTest {
  private static final long MILLI = 1_000_000;

  private final Object executor = new Object();
  private final SnarlPool pool = new SnarlPool(executor);
  private final TaskTrace trace = new TaskTrace();

  private void arrive(int tasks, long from, long gap) {
    for (int i = 0; i < tasks; i++) {
      trace.arrives(from + i * gap);
    }
  }

  @Test
  void arrivalsKeepTheirOrderAndGapsAndTheLatestMayBeUnfinished() {
    trace.follow(pool, 100, 0.2);
    assertThat(pool.traced).isTrue();
    arrive(1_000, 5_000 * MILLI, 10 * MILLI);
    Trace read = trace.read(15_000 * MILLI);
    assertThat(read.tasks()).isEqualTo(1_000 - 64);
    assertThat(read.perSecond()).isCloseTo(100, within(1e-6));
    assertThat(read.arrival(1)).isCloseTo(0.01, within(1e-9));
  }

  @Test
  void ofManyTheLatestAreKept() {
    trace.follow(pool, 100, 0.2);
    arrive(20_000, 0, 10 * MILLI);
    Trace read = trace.read(200_000 * MILLI);
    assertThat(read.tasks()).isEqualTo(8_192 - 64);
    assertThat(read.seconds()).isCloseTo((8_192 - 65) * 0.01, within(1e-6));
    assertThat(trace.read(200_000 * MILLI + 700_000 * MILLI).tasks()).as("after a pause").isZero();
  }

  /** Two workers; each task that has ended has the run time of its own, whoever ended first. */
  @Test
  void aRunIsThatOfTheTaskThatTheWorkerBegan() {
    trace.follow(pool, 100, 0.2);
    arrive(100, 0, 10 * MILLI);
    for (int i = 0; i < 100; i += 2) {
      long now = (i + 30L) * 10 * MILLI; // 300 ms later; the sink is told a little later still
      trace.begins(now + 100, 300 * MILLI, 7);
      trace.begins(now + 10 * MILLI + 100, 300 * MILLI, 8);
      trace.ends((2 + i) * MILLI, 8);
      if (i % 4 == 0) {
        trace.ends((1 + i) * MILLI, 7);
      }
    }
    Trace read = trace.read(1_000 * MILLI);
    assertThat(read.tasks()).isEqualTo(36);
    for (int i = 0; i < 36; i += 2) {
      assertThat(read.run(i + 1)).isCloseTo((2 + i) / 1e3, within(1e-6));
      if (i % 4 == 0) {
        assertThat(read.run(i)).isCloseTo((1 + i) / 1e3, within(1e-6));
      } else {
        assertThat(read.run(i)).isNaN();
      }
    }
    assertThat(read.waited().size()).isEqualTo(100);
    assertThat(read.waited().quantile(0.95)).isCloseTo(0.3, within(1e-6));
  }

  @Test
  void anEndWithoutABeginningIsOfNoTask() {
    trace.ends(5 * MILLI, 9);
    trace.begins(0, 0, 1_024 + 7);
    trace.ends(5 * MILLI, 7);
    assertThat(trace.read(0).ran().size()).isZero();
  }

  @Test
  void aFloodOfTasksEndsTheTraceAndItBeginsAnewWithoutAGap() {
    trace.follow(pool, 100, 0.2);
    arrive(1_000_000, 0, 1_000);
    trace.follow(pool, 0, 0.2);
    assertThat(pool.traced).isFalse();
    for (int i = 0; i < 200; i++) {
      trace.follow(pool, 100, 0.2);
    }
    assertThat(pool.traced).isTrue();
    assertThat(trace.read(0).tasks()).isZero();
  }

  /** A burst now and then is what a trace is for. */
  @Test
  void aBurstDoesNot() {
    trace.follow(pool, 100, 0.2);
    arrive(5_000, 0, 1_000);
    trace.follow(pool, 0, 0.2);
    assertThat(pool.traced).isTrue();
    assertThat(trace.read(5 * MILLI).tasks()).isEqualTo(5_000 - 64);
  }
}
