package dev.snarl.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model against known values, and against a simulation where no formula is exact. */
class WaitingLineTest {
  private static final int MOST = 10_000;

  /** Erlang C by its definition in exact fractions: threads, load in Erlang, chance of waiting. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.5, 0.5",
    "2, 1, 0.333333",
    "3, 2, 0.444444",
    "5, 4, 0.554113",
    "10, 8, 0.409180",
    "100, 90, 0.216940"
  })
  void theChanceOfWaitingIsErlangsC(int threads, double load, double chance) {
    WaitingLine line = WaitingLine.before(threads, new Work(load, 1, 1, 0));
    assertThat(line.mustWait()).isCloseTo(chance, within(1e-5));
  }

  /** M/M/1: mean wait ρ/(μ−λ), and 1 − ρ·exp(−(μ−λ)t) of all wait less than t. */
  @Test
  void oneThreadAndExponentialTimesAreExact() {
    WaitingLine line = WaitingLine.before(1, new Work(0.8, 1, 1, 0));
    assertThat(line.meanWaitSeconds()).isCloseTo(4, within(1e-9));
    assertThat(line.waitSeconds(0.95)).isCloseTo(Math.log(0.8 / 0.05) / 0.2, within(1e-9));
    assertThat(line.meanLength()).isCloseTo(3.2, within(1e-9));
  }

  /** M/D/1 by Pollaczek and Khinchine: ρ/(2μ(1−ρ)). */
  @Test
  void oneThreadAndEqualTimesHaveTheMeanOfPollaczekAndKhinchine() {
    WaitingLine line = WaitingLine.before(1, new Work(0.8, 1, 0, 0));
    assertThat(line.meanWaitSeconds()).isCloseTo(2, within(1e-9));
  }

  /** Mean waits of M/D/c in units of the service time, from the exact steady state. */
  @ParameterizedTest
  @CsvSource({"2, 0.8", "5, 0.9", "10, 0.9"})
  void equalTimesOnSeveralThreadsAreNearTheSimulation(int threads, double use) {
    Work work = new Work(use * threads, 1, 0, 0);
    double simulated = mean(waits(work, threads, random -> 1.0, 400_000));
    assertThat(WaitingLine.before(threads, work).meanWaitSeconds())
        .isCloseTo(simulated, within(0.15 * simulated));
  }

  /**
   * What matters is the advice, a whole number of threads: never off by more than one in twenty.
   */
  @ParameterizedTest
  @CsvSource({"5", "20", "167"})
  void theAdvisedSizeIsThatOfTheSimulation(double perSecond) {
    double mean = 0.3;
    advised(new Work(perSecond, mean, 0, 0), random -> mean);
    advised(new Work(perSecond, mean, 1, 0), random -> -mean * Math.log(1 - random.nextDouble()));
    advised(
        new Work(perSecond, mean, (0.9 * 0.0025 + 0.1 * 6.5025) / 0.09 - 1, 0),
        random -> random.nextDouble() < 0.9 ? 0.05 : 2.55);
    double sigma = Math.log(3);
    advised(
        new Work(perSecond, mean, 2, 0),
        random -> mean * Math.exp(random.nextGaussian() * Math.sqrt(sigma) - sigma / 2));
  }

  private static void advised(Work work, ToDoubleFunction<Random> service) {
    int formula = WaitingLine.smallest(work, 0.95, 0.1, MOST);
    int simulated = formula;
    while (simulated > 1 && p95(waits(work, simulated - 1, service, 100_000)) <= 0.1) {
      simulated--;
    }
    while (p95(waits(work, simulated, service, 100_000)) > 0.1) {
      simulated++;
    }
    assertThat(formula)
        .as("%s, simulated %d", work, simulated)
        .isCloseTo(simulated, within(Math.max(1, simulated / 20 + 1)));
  }

  @Test
  void threadsThatDoNotKeepUpLetTheQueueGrowForever() {
    WaitingLine line = WaitingLine.before(50, new Work(167, 0.3, 1, 0));
    assertThat(line.keepsUp()).isFalse();
    assertThat(line.meanWaitSeconds()).isInfinite();
    assertThat(line.waitSeconds(0.95)).isInfinite();
  }

  @Test
  void nothingToDoNeedsOneThreadAndNobodyWaits() {
    Work none = new Work(0, 0.3, 1, 0);
    assertThat(WaitingLine.smallest(none, 0.95, 0.1, MOST)).isEqualTo(1);
    assertThat(WaitingLine.before(1, none).meanLength()).isZero();
  }

  @Test
  void moreThanTheMostIsTheMost() {
    assertThat(WaitingLine.smallest(new Work(1e6, 1, 1, 0), 0.95, 0.1, 500)).isEqualTo(500);
  }

  /** First come, first served; arrivals at random; the waits after a tenth has passed. */
  private static double[] waits(
      Work work, int threads, ToDoubleFunction<Random> service, int tasks) {
    Random random = new Random(42);
    PriorityQueue<Double> free = new PriorityQueue<>();
    for (int i = 0; i < threads; i++) {
      free.add(0.0);
    }
    double now = 0;
    double[] waits = new double[tasks];
    for (int i = 0; i < tasks; i++) {
      now -= Math.log(1 - random.nextDouble()) / work.perSecond();
      Double next = free.poll();
      double start = Math.max(now, next == null ? now : next);
      free.add(start + service.applyAsDouble(random));
      waits[i] = start - now;
    }
    return Arrays.copyOfRange(waits, tasks / 10, tasks);
  }

  private static double mean(double[] waits) {
    return Arrays.stream(waits).average().orElse(0);
  }

  private static double p95(double[] waits) {
    double[] sorted = waits.clone();
    Arrays.sort(sorted);
    return sorted[(int) (sorted.length * 0.95)];
  }
}
