package dev.snarl.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TraceTest {
  private static final double[] NONE = {};

  @Test
  void whatIsNotKnownIsInNoFigure() {
    Trace trace = new Trace(new double[] {0, 1, 2}, new double[] {3, Double.NaN, 1}, NONE);
    assertThat(trace.ran().size()).isEqualTo(2);
    assertThat(trace.ran().mean()).isCloseTo(2, within(1e-9));
    assertThat(trace.run(1)).isNaN();
    assertThat(trace.waited().size()).isZero();
    assertThat(trace.waited().mean()).isNaN();
    assertThat(trace.waited().quantile(0.5)).isNaN();
  }

  @Test
  void aQuantileIsTheSmallestThatTheShareDoesNotExceed() {
    double[] waits = {4, 1, 3, 2};
    Trace.Sample sample = new Trace(NONE, NONE, waits).waited();
    assertThat(sample.quantile(0)).isEqualTo(1);
    assertThat(sample.quantile(0.5)).isEqualTo(2);
    assertThat(sample.quantile(0.51)).isEqualTo(3);
    assertThat(sample.quantile(1)).isEqualTo(4);
  }

  @Test
  void theRateIsThatBetweenTheFirstAndTheLast() {
    Trace trace = new Trace(new double[] {0, 1, 3, 4}, new double[4], NONE);
    assertThat(trace.perSecond()).isCloseTo(0.75, within(1e-9));
    assertThat(trace.seconds()).isEqualTo(4);
    assertThat(new Trace(NONE, NONE, NONE).perSecond()).isZero();
  }
}
