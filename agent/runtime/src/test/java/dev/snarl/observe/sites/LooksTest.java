package dev.snarl.observe.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LooksTest {

  private final Looks looks = new Looks();
  private final List<ThreadLook.Seen> seen = new ArrayList<>();

  @Test
  void whoAsksIsToldOfHisOwnThreadInTheOrderOfAsking() {
    Thread ended = new Thread(() -> {});
    looks.at(ended, seen::add);
    looks.at(Thread.currentThread(), seen::add);
    looks.at(ended, seen::add);
    looks.take();
    assertThat(seen).hasSize(3);
    assertThat(seen.get(0).state).isEqualTo(Thread.State.NEW);
    assertThat(seen.get(1).state).isEqualTo(Thread.State.RUNNABLE);
    assertThat(seen.get(1).stack).extracting(StackTraceElement::getMethodName).contains("take");
    assertThat(seen.get(2)).isSameAs(seen.get(0));
  }

  @Test
  void eachIsToldOnce() {
    looks.at(Thread.currentThread(), seen::add);
    looks.take();
    looks.take();
    assertThat(seen).hasSize(1);
  }

  @Test
  void oneThatFailsLeavesNothingForTheNextTick() {
    looks.at(
        Thread.currentThread(),
        look -> {
          throw new IllegalStateException("of its own");
        });
    assertThatThrownBy(looks::take).hasMessage("of its own");
    looks.take();
    assertThat(seen).isEmpty();
  }
}
