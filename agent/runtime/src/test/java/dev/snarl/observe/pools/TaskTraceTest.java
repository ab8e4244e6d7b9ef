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
      trace.arrivals.add(from + i * gap, 1);
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

  @Test
  void whatWaitedAndRanCountsForAllThatItStandsFor() {
    trace.ran.add(100 * MILLI, 3);
    trace.ran.add(500 * MILLI, 1);
    trace.waited.add(7 * MILLI, 1);
    Trace read = trace.read(0);
    assertThat(read.ran().size()).isEqualTo(2);
    assertThat(read.ran().mean()).isCloseTo(0.2, within(1e-9));
    assertThat(read.waited().quantile(0.95)).isCloseTo(0.007, within(1e-9));
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
