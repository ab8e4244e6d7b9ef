package dev.snarl.observe.coroutines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RootsTest {
  private static final long SECOND = 1_000_000_000L;

  private final Roots roots = new Roots();

  @Test
  void aRootCountsOnceTwoSecondsAfterItWasSeen() {
    Object root = new Object();
    assertThat(roots.see(root, 1, true, SECOND)).isTrue();
    assertThat(roots.see(root, 1, true, 2 * SECOND)).isFalse();
    roots.settle(2 * SECOND);
    assertThat(roots.counted).hasValue(0);
    roots.settle(3 * SECOND);
    roots.settle(9 * SECOND);
    assertThat(roots.counted).hasValue(1);
    assertThat(roots.returned).hasValue(0);
  }

  @Test
  void aRootThatWasNotBuiltJustThenMustStayAwayForHalfAMinute() {
    roots.see(new Object(), 1, false, SECOND);
    roots.settle(30 * SECOND);
    assertThat(roots.counted).hasValue(0);
    roots.settle(31 * SECOND);
    assertThat(roots.counted).hasValue(1);
  }

  @Test
  void aRootThatComesBackIsTakenBack() {
    Object early = new Object();
    roots.see(early, 1, true, SECOND);
    roots.see(early, 1, false, 3 * SECOND);
    roots.settle(9 * SECOND);
    assertThat(roots.counted).as("seen again before it counted").hasValue(0);

    Object late = new Object();
    roots.see(late, 16, true, SECOND);
    roots.settle(9 * SECOND);
    assertThat(roots.counted).hasValue(16);
    roots.see(new Object(), 256, true, SECOND);
    roots.settle(9 * SECOND);
    assertThat(roots.counted).hasValue(272);
    roots.see(late, 16, false, 20 * SECOND);
    roots.see(late, 16, false, 30 * SECOND);
    assertThat(roots.returned).hasValue(16);
  }

  @Test
  void moreRootsThanFitAreStillCounted() {
    List<Object> alive = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      Object root = new Object();
      alive.add(root);
      roots.see(root, 1, true, SECOND);
    }
    roots.settle(9 * SECOND);
    // Identity hashes of 31 bits: a handful may be equal.
    assertThat(roots.counted.get()).isBetween(39_980L, (long) alive.size());
  }

  @Test
  void aClockThatIsNegativeOrGoesRoundCountsToo() {
    roots.see(new Object(), 1, true, -SECOND);
    roots.settle(2 * SECOND);
    assertThat(roots.counted).hasValue(1);
  }
}
