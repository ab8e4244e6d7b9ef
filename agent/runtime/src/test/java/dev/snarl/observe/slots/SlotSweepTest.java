package dev.snarl.observe.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.Intake;
import java.util.List;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose slot it is when the observer comes to it late. */
class SlotSweepTest {
  @BeforeEach
  void attach() {
    new Intake(List.of()).attach(64);
  }

  @AfterEach
  void detach() {
    SnarlProbe.detach();
  }

  private static Thread ended() throws InterruptedException {
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
    return thread;
  }

  @Test
  void theSlotOfAThreadThatEndedWithoutTellingIsFreed() throws InterruptedException {
    Thread thread = ended();
    assertThat(SlotSweep.gone(SnarlProbe.slotFor(thread), thread)).isTrue();
  }

  @Test
  void theSlotThatItsThreadHasLeftMeanwhileIsNotFreedAgain() throws InterruptedException {
    Thread first = ended();
    SnarlSlot slot = SnarlProbe.slotFor(first);
    SnarlProbe.threadEnding(first);
    assertThat(SlotSweep.gone(slot, first)).isFalse();
  }
}
