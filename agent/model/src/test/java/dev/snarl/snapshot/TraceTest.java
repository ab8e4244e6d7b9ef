package dev.snarl.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TraceTest {
  @Test
  void aTaskThatStandsForManyIsDrawnAsOftenAsThose() {
    Trace.Sample sample = new Trace.Sample(new double[] {3, 1, 2}, new int[] {1, 8, 1});
    assertThat(sample.mean()).isCloseTo(1.3, within(1e-9));
    int ones = 0;
    for (int i = 0; i < 1_000; i++) {
      ones += sample.at(i / 1_000.0) == 1 ? 1 : 0;
    }
    assertThat(ones).isEqualTo(800);
    assertThat(sample.at(0)).isEqualTo(3);
    assertThat(sample.at(0.9999)).isEqualTo(2);
    assertThat(sample.quantile(0.8)).isEqualTo(1);
    assertThat(sample.quantile(0.9)).isEqualTo(2);
    assertThat(sample.quantile(0.95)).isEqualTo(3);
  }

  @Test
  void theRateIsThatBetweenTheFirstAndTheLast() {
    Trace.Sample none = new Trace.Sample(new double[0], new int[0]);
    Trace trace = new Trace(new double[] {0, 1, 3, 4}, none, none);
    assertThat(trace.perSecond()).isCloseTo(0.75, within(1e-9));
    assertThat(trace.seconds()).isEqualTo(4);
    assertThat(none.quantile(0.5)).isNaN();
    assertThat(new Trace(new double[0], none, none).perSecond()).isZero();
  }
}
