package dev.snarl.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.snarl.snapshot.Trace;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulation against queues whose waits are known exactly. */
class SimulationTest {
  private static final int TASKS = 200_000;
  private static final int MANY = 1_000_000;
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private static double exponential(Random random) {
    return -Math.log(1 - random.nextDouble());
  }

  /** Arrivals whose gaps are these, with run times of these. */
  static Trace trace(
      int tasks, ToDoubleFunction<Random> gap, ToDoubleFunction<Random> run, long seed) {
    Random random = new Random(seed);
    double[] arrivals = new double[tasks];
    for (int i = 1; i < tasks; i++) {
      arrivals[i] = arrivals[i - 1] + gap.applyAsDouble(random);
    }
    double[] ran = new double[tasks];
    Arrays.setAll(ran, i -> run.applyAsDouble(random));
    return new Trace(arrivals, ran, new double[0]);
  }

  private static Trace poisson(double perSecond, ToDoubleFunction<Random> run) {
    return poisson(TASKS, perSecond, run);
  }

  private static Trace poisson(int tasks, double perSecond, ToDoubleFunction<Random> run) {
    return trace(tasks, random -> exponential(random) / perSecond, run, 1);
  }

  private static Simulation line(int threads) {
    return new Simulation(threads, NO_LIMIT, 1, 0, 1);
  }

  /** Erlang's formulas: the tail, the mean and the chance of waiting. */
  @ParameterizedTest
  @CsvSource({"1, 0.7", "2, 1.6", "5, 4", "10, 8", "40, 36"})
  void randomArrivalsAndExponentialTimesWaitAsErlangComputed(int threads, double load) {
    Trace trace = poisson(MANY, load, SimulationTest::exponential);
    Waits result = line(threads).play(trace);
    double offered = trace.perSecond() * trace.ran().mean(); // by chance not quite the load
    WaitingLine exact = WaitingLine.before(threads, new Work(offered, 1, 1, 0));
    assertThat(result.mean())
        .isCloseTo(exact.meanWaitSeconds(), within(0.06 * exact.meanWaitSeconds()));
    assertThat(result.p95())
        .isCloseTo(exact.waitSeconds(0.95), within(0.05 * exact.waitSeconds(0.95)));
    assertThat(result.p99())
        .isCloseTo(exact.waitSeconds(0.99), within(0.06 * exact.waitSeconds(0.99)));
    assertThat(result.busyShare()).isCloseTo(exact.mustWait(), within(0.02));
    assertThat(result.refusedShare()).isZero();
  }

  /** M/D/1 by Pollaczek and Khinchine: ρ/(2μ(1−ρ)). */
  @ParameterizedTest
  @CsvSource({"0.5, 0.5", "0.8, 2"})
  void oneThreadAndEqualTimesHaveTheMeanOfPollaczekAndKhinchine(double load, double mean) {
    Waits result = line(1).play(poisson(load, random -> 1));
    assertThat(result.mean()).isCloseTo(mean, within(0.05 * mean));
  }

  /** D/D/1 below its capacity: nobody waits; in pairs, every second one waits for the first. */
  @Test
  void burstsWaitAlthoughTheMeanRateIsLow() {
    Trace even = trace(1_000, random -> 1, random -> 0.5, 1);
    assertThat(line(1).play(even).mean()).isZero();
    double[] pairs = new double[1_000];
    double[] halves = new double[1_000];
    Arrays.setAll(pairs, i -> i - i % 2);
    Arrays.fill(halves, 0.5);
    Waits result = line(1).play(new Trace(pairs, halves, new double[0]));
    assertThat(result.p50()).isCloseTo(0, within(0.002));
    assertThat(result.p95()).isCloseTo(0.5, within(1e-9));
    assertThat(result.mean()).isCloseTo(0.25, within(0.0001));
  }

  /** M/M/c/c: Erlang's B of two threads and a load of 2 is 0.4. */
  @Test
  void aHandOverRefusesTheShareOfErlangsLossFormula() {
    Waits result = new Simulation(2, 0, 1, 0, 1).play(poisson(2, SimulationTest::exponential));
    assertThat(result.refusedShare()).isCloseTo(0.4, within(0.01));
    assertThat(result.mean()).isZero();
    assertThat(result.busyShare()).isCloseTo(0.4, within(0.01));
  }

  /** M/M/1/2: the chance of finding it full is (1-ρ)ρ²/(1-ρ³); at ρ = 2 that is 4/7. */
  @Test
  void aFullQueueRefuses() {
    Waits result = new Simulation(1, 1, 1, 0, 1).play(poisson(2, SimulationTest::exponential));
    assertThat(result.refusedShare()).isCloseTo(4.0 / 7, within(0.01));
  }

  /** Ten threads that need a processor each are two, if there are two. */
  @Test
  void threadsThatNeedAProcessorAreNoMoreThanThereAre() {
    Trace load = poisson(1.6, random -> 1);
    double two = line(2).play(load).mean();
    Waits ten = new Simulation(10, NO_LIMIT, 1, 1, 2).play(load);
    assertThat(two).isGreaterThan(0.5);
    // Nobody waits for a thread, since all share the processors; but nothing is done sooner.
    assertThat(ten.busyShare()).isGreaterThan(0);
    Simulation plenty = new Simulation(2, NO_LIMIT, 1, 1, 2);
    assertThat(plenty.play(load).mean()).isCloseTo(two, within(1e-9));
    // Half of the run time needs one: four threads are the most that two processors carry.
    Waits half = new Simulation(8, NO_LIMIT, 2.4, 0.5, 2).play(load);
    assertThat(half.busyShare()).isGreaterThan(0.3);
    assertThat(new Simulation(8, NO_LIMIT, 2.4, 0, 2).play(load).busyShare()).isLessThan(0.1);
  }

  /** Twice the rate on twice the threads waits less: the larger pool evens the load out. */
  @Test
  void aRateIsScaled() {
    Trace load = poisson(0.8, SimulationTest::exponential);
    Waits result = new Simulation(2, NO_LIMIT, 2, 0, 1).play(load);
    double exact = WaitingLine.before(2, new Work(1.6, 1, 1, 0)).meanWaitSeconds();
    assertThat(result.mean()).isCloseTo(exact, within(0.06 * exact));
  }

  @Test
  void theSameTraceGivesTheSameResult() {
    Trace load = trace(500, SimulationTest::exponential, SimulationTest::exponential, 7);
    Waits one = line(2).play(load);
    Waits other = line(2).play(load);
    assertThat(one).isEqualTo(other);
    assertThat(one.p95Low()).isLessThanOrEqualTo(one.p95());
    assertThat(one.p95High()).isGreaterThanOrEqualTo(one.p95());
  }

  /**
   * As for a pool that was too small: what it had not begun when it was recorded runs as others.
   */
  @Test
  void aTaskWhoseRunIsNotKnownRunsAsLongAsAnother() {
    Trace load = poisson(0.8, SimulationTest::exponential);
    double[] arrivals = new double[TASKS];
    double[] runs = new double[TASKS];
    for (int i = 0; i < TASKS; i++) {
      arrivals[i] = load.arrival(i);
      runs[i] = i % 3 == 0 ? load.run(i) : Double.NaN;
    }
    double known = line(1).play(load).mean();
    assertThat(line(1).play(new Trace(arrivals, runs, new double[0])).mean())
        .isCloseTo(known, within(0.15 * known));
  }
}
