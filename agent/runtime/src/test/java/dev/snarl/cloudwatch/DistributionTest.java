package dev.snarl.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.snarl.snapshot.Durations;
import org.junit.jupiter.api.Test;

class DistributionTest {

  private static double sum(Distribution some) {
    var values = some.values();
    var counts = some.counts();
    double sum = 0;
    for (int i = 0; i < values.size(); i++) {
      sum += values.get(i) * counts.get(i);
    }
    return sum;
  }

  @Test
  void manyValuesBecomeAHundredAndKeepSumCountAndBothEnds() {
    Distribution some = new Distribution();
    double sum = 0;
    for (int i = 1; i <= 10_000; i++) {
      double value = i * 0.37;
      assertThat(some.add(value, 2)).isTrue();
      sum += 2 * value;
    }
    assertThat(some.values()).hasSizeLessThanOrEqualTo(Distribution.MOST).isSorted();
    assertThat(sum(some)).isCloseTo(sum, within(sum * 1e-9));
    assertThat(some.counts().stream().mapToDouble(Double::doubleValue).sum()).isEqualTo(20_000);
    assertThat(some.values().get(0)).isEqualTo(0.37);
    assertThat(some.values().get(some.values().size() - 1)).isEqualTo(10_000 * 0.37);
  }

  @Test
  void whatCloudWatchDoesNotTakeIsNotTaken() {
    Distribution some = new Distribution();
    for (double value :
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300}) {
      assertThat(some.add(value, 1)).as("%s", value).isFalse();
      assertThat(some.add(1, value)).as("count %s", value).isFalse();
    }
    assertThat(some.add(1, 0)).isFalse();
    assertThat(some.isEmpty()).isTrue();
    assertThat(some.add(1e-200, 1)).isTrue();
    assertThat(some.add(-3, 1)).isTrue();
    assertThat(some.values()).containsExactly(-3.0, 0.0);
  }

  @Test
  void durationsKeepTheirCountAndNearlyTheirSum() {
    long[] counts = new long[Durations.buckets()];
    counts[Durations.bucketOf(1_000_000)] = 300;
    counts[Durations.bucketOf(40_000_000)] = 50;
    Durations some = Durations.of(counts, 300 * 950_000L + 50 * 36_000_000L);
    Distribution all = new Distribution();
    all.add(some);
    assertThat(all.counts()).containsExactly(300.0, 50.0);
    assertThat(sum(all)).isCloseTo(some.sumSeconds(), within(some.sumSeconds() * 1e-9));
  }
}
