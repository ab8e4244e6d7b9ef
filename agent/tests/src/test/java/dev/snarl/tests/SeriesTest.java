package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What scripts/soak calls flat. */
class SeriesTest {
  @Test
  void whatWaversIsFlat() {
    Series wavering = series(20, i -> 20 + i % 3);
    assertThat(wavering.flat(wavering, 1)).isTrue();
  }

  @Test
  void whatLeaksGrows() {
    assertThat(series(20, i -> 20 + i).flat(series(20, i -> 20), 2)).isFalse();
  }

  @Test
  void whatLeaksBelowItsNoiseAndYetAddsUpGrows() {
    assertThat(series(40, i -> 20 + i + i % 2).flat(series(40, i -> 20), 2)).isFalse();
  }

  @Test
  void whatTheProgramLeaksItselfIsNotTheAgents() {
    Series leaking = series(20, i -> 20 + i);
    assertThat(leaking.flat(leaking, 0)).isTrue();
  }

  private static Series series(int size, IntToDoubleFunction value) {
    return Series.of(IntStream.range(0, size).mapToDouble(value).boxed().toList());
  }
}
