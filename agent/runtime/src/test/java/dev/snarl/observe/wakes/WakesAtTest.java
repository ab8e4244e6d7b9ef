package dev.snarl.observe.wakes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Odds;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WakesAtTest {
  private static final Waker WORKER = new Waker(7L, "pool-1-thread-#", "com.acme.Orders.query");
  private static final Waker TIMER = new Waker(8L, "clock-#", "com.acme.Gate.open");

  private final WakesAt wakes = new WakesAt();

  private void seen(Waker waker, int times) {
    for (int i = 0; i < times; i++) {
      wakes.seen(waker, Thread.currentThread(), List.of("com.acme.X.y"), "", 0);
    }
  }

  @Test
  void fourWakesSayNothingFiveDo() {
    seen(WORKER, 4);
    assertThat(wakes.known()).isFalse();
    assertThat(wakes.by(WORKER::equals)).isNull();
    seen(WORKER, 1);
    assertThat(wakes.known()).isTrue();
    assertThat(wakes.by(WORKER::equals)).isEqualTo(new Odds(5, 5));
    assertThat(wakes.by(TIMER::equals)).isNull();
  }

  @Test
  void ofTwoKindsOfWakersNeitherIsClearUnlessItIsThreeOfFour() {
    seen(WORKER, 14);
    seen(TIMER, 5);
    assertThat(wakes.by(WORKER::equals)).isNull();
    seen(WORKER, 1);
    assertThat(wakes.by(WORKER::equals)).isEqualTo(new Odds(15, 20));
    assertThat(wakes.by(TIMER::equals)).isNull();
  }

  @Test
  void whoEndedThemIsNotTheLastOnceAnotherDid() {
    seen(WORKER, 16);
    assertThat(Objects.requireNonNull(wakes.usual()).last()).isTrue();
    wakes.seen(TIMER, Thread.currentThread(), List.of(), "", 1);
    assertThat(Objects.requireNonNull(wakes.usual()).last()).isFalse();
  }

  @Test
  void oneWithoutATaskOfTheApplicationCountsForNobody() {
    seen(WORKER, 5);
    seen(new Waker(7L, "pool-1-thread-#", ""), 2);
    assertThat(wakes.by(WORKER::equals)).isNull();
    assertThat(wakes.by(waker -> true)).isNull();
  }

  @Test
  void whatHasChangedIsForgotten() {
    seen(WORKER, 1_000);
    seen(TIMER, 200);
    assertThat(wakes.by(WORKER::equals)).isNull();
    assertThat(wakes.by(TIMER::equals)).isNotNull();
  }

  @Test
  void wakersOfEverNewKindsTakeABoundedRoom() {
    for (int i = 0; i < 10_000; i++) {
      wakes.seen(
          new Waker((long) i, "pool", "task"),
          Thread.currentThread(),
          List.of("com.acme.X.y"),
          "",
          0);
    }
    assertThat(wakes.by(waker -> true)).isNull();
    assertThat(wakes.usual()).isNull();
  }

  @Test
  void onlyWaitsThatMostlyEndByThemselvesArePauses() {
    for (int i = 0; i < 5; i++) {
      assertThat(wakes.pauses()).isFalse();
      wakes.alone();
    }
    assertThat(wakes.pauses()).isTrue();
    seen(WORKER, 2);
    assertThat(wakes.pauses()).isFalse();
    assertThat(wakes.by(WORKER::equals)).as("of five that somebody ended").isNull();
    seen(WORKER, 3);
    assertThat(wakes.by(WORKER::equals)).isEqualTo(new Odds(5, 5));
  }

  @Test
  void theOnlyThreadThatDidIsTheUsualOne() {
    Waker loop = new Waker(9L, "loop-#", "");
    seen(loop, 5);
    List<String> in = List.of("com.acme.X.y");
    Thread first = Thread.currentThread();
    assertThat(wakes.usual())
        .isEqualTo(new WakesAt.Usual(loop, List.of(first), true, in, "", new Odds(5, 5), true));
    assertThat(Objects.requireNonNull(wakes.usual()).thread()).isSameAs(first);
    Thread second = new Thread();
    wakes.seen(loop, second, in, "", 0);
    assertThat(wakes.usual())
        .isEqualTo(
            new WakesAt.Usual(loop, List.of(second, first), false, in, "", new Odds(6, 6), true));
    assertThat(Objects.requireNonNull(wakes.usual()).thread()).isNull();
  }
}
