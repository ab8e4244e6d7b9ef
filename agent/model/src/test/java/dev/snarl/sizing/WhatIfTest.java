package dev.snarl.sizing;

import static dev.snarl.rules.Snapshots.aPool;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.snarl.rules.Snapshots;
import dev.snarl.rules.Snapshots.PoolBuilder;
import dev.snarl.sizing.WhatIf.Asked;
import dev.snarl.sizing.WhatIf.Point;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Trace;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a pool of eight threads would do at other sizes; 60 a second arrive, for 100 ms each. */
class WhatIfTest {
  private static final String SOCKET = "java.net.Socket.read at a.B.c(B.java:1)";

  private static Trace trace(int tasks, double gap, double... waited) {
    Random random = new Random(3);
    double[] arrivals = new double[tasks];
    for (int i = 1; i < tasks; i++) {
      arrivals[i] = arrivals[i - 1] - gap * Math.log(1 - random.nextDouble());
    }
    double[] runs = new double[tasks];
    Arrays.fill(runs, 0.1);
    return new Trace(arrivals, runs, waited);
  }

  private static PoolBuilder busy(double second, int onCpu, String call) {
    return aPool(1)
        .sizes(8, 8, 8)
        .completed((long) (60 * second))
        .activity((long) (onCpu * second), (long) ((60 - onCpu) * second), call)
        .timed(600, 0.02, 0.1);
  }

  private static WhatIf answer(
      DoubleFunction<PoolBuilder> pool, @Nullable Trace trace, Asked asked) {
    Timeline timeline =
        Snapshots.during(12, second -> Snapshots.at(second).pool(pool.apply(second)));
    Demand demand = Demand.of(timeline.latest().pools().get(0), timeline);
    return WhatIf.of(demand.pool(), PoolSizing.of(demand), trace, asked);
  }

  private static WhatIf answer(@Nullable Trace trace, Asked asked) {
    return answer(second -> busy(second, 0, SOCKET), trace, asked);
  }

  private static Point point(WhatIf answer, int threads, double rate) {
    return answer.points().stream()
        .filter(point -> point.threads() == threads && point.rate() == rate)
        .findFirst()
        .orElseThrow();
  }

  private static Waits waits(WhatIf answer, int threads, double rate) {
    return requireNonNull(point(answer, threads, rate).waits());
  }

  @Test
  void waitsFallWithTheSizeAndRiseWithTheRate() {
    WhatIf answer = answer(trace(3_000, 1 / 60.0), Asked.NOTHING);
    assertThat(answer.why()).isNull();
    assertThat(answer.threads()).isEqualTo(8);
    assertThat(answer.points().stream().map(Point::threads).distinct())
        .contains(2, 4, 6, 8, 12, 16, 24, 32);
    Point now = point(answer, 8, 1);
    assertThat(now.utilisation()).isCloseTo(0.75, within(0.05));
    assertThat(now.perSecond()).isCloseTo(60, within(4.0));
    double p95 = waits(answer, 8, 1).p95();
    assertThat(p95).isPositive();
    assertThat(waits(answer, 8, 1).p99()).isGreaterThan(p95);
    assertThat(waits(answer, 12, 1).p95()).isLessThan(p95);
    assertThat(waits(answer, 12, 1.5).p95()).isGreaterThan(waits(answer, 12, 1).p95());
  }

  @Test
  void whatArrivesFasterThanItIsDoneIsUnstable() {
    WhatIf answer = answer(trace(3_000, 1 / 60.0), Asked.NOTHING);
    assertThat(point(answer, 4, 1).unstable()).isTrue();
    assertThat(point(answer, 4, 1).waits()).isNull();
    assertThat(point(answer, 8, 2).unstable()).isTrue();
    assertThat(point(answer, 4, 0.5).unstable()).isFalse();
  }

  @Test
  void aFullQueueRefusesInsteadOfGrowing() {
    WhatIf answer =
        answer(
            second -> busy(second, 0, SOCKET).queue("java.util.concurrent.ArrayBlockingQueue", 5),
            trace(3_000, 1 / 60.0),
            Asked.NOTHING);
    Point small = point(answer, 4, 1);
    assertThat(small.unstable()).isFalse();
    assertThat(waits(answer, 4, 1).refusedShare()).isCloseTo(1 - 40 / 60.0, within(0.05));
    assertThat(waits(answer, 16, 1).refusedShare()).isLessThan(0.01);
  }

  @Test
  void anotherSizeAndRateCanBeAskedFor() {
    WhatIf answer = answer(trace(3_000, 1 / 60.0), new Asked(10, 1.25));
    assertThat(point(answer, 10, 1.25).waits()).isNotNull();
  }

  @Test
  void threadsThatRunOnAProcessorShareWhatThereIs() {
    WhatIf answer =
        answer(second -> busy(second, 12, SOCKET), trace(3_000, 1 / 60.0), Asked.NOTHING);
    // 60 a second take 0.02 s of a processor each: 1.2 of the 2 that there are.
    assertThat(answer.cpuShare()).isCloseTo(0.2, within(0.01));
    assertThat(point(answer, 8, 1).sharesProcessors()).isFalse();
    assertThat(point(answer, 12, 1).sharesProcessors()).isTrue();
    // However many threads: the processors do 100 a second.
    assertThat(point(answer, 32, 1.5).unstable()).isFalse();
    assertThat(point(answer, 32, 2).unstable()).isTrue();
  }

  @Test
  void whatIsMeasuredAtThePresentSizeMustBeWhatIsSimulatedThere() {
    double[] long95 = new double[400];
    Arrays.fill(long95, 5.0);
    assertThat(answer(trace(3_000, 1 / 60.0, long95), Asked.NOTHING).why())
        .contains("95 of 100 waited less than 5 s");
  }

  @Test
  void itSaysWhyThereIsNoAnswer() {
    Trace enough = trace(3_000, 1 / 60.0);
    assertThat(answer(null, Asked.NOTHING).why()).contains("not recorded");
    assertThat(answer(trace(299, 1 / 60.0), Asked.NOTHING).why()).contains("only 299 tasks in");
    assertThat(answer(trace(1_000, 0.001), Asked.NOTHING).why()).contains("1,000 tasks in");
    List<String> refusals =
        List.of(
            String.valueOf(
                answer(s -> busy(s, 0, SOCKET).kind(Kind.SCHEDULED), enough, Asked.NOTHING).why()),
            String.valueOf(
                answer(
                        s ->
                            busy(s, 0, "java.util.concurrent.Semaphore.acquire at a.B.c(B.java:1)"),
                        enough,
                        Asked.NOTHING)
                    .why()),
            String.valueOf(answer(second -> aPool(1).sizes(8, 8, 8), enough, Asked.NOTHING).why()));
    assertThat(refusals.get(0)).contains("one queue");
    assertThat(refusals.get(1)).contains("Semaphore.acquire");
    assertThat(refusals.get(2)).contains("too few tasks ended");
  }
}
