package dev.snarl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whether threads find slots while others hold many. No thread of these is started. */
class SlotTableTest {

  private static final int SIZE = 16_384;
  private static final int POOL = 10_000;

  private final List<Thread> alive = new ArrayList<>(); // an id alone would not keep its slot

  @BeforeEach
  void attach() {
    new Intake(List.of()).attach(SIZE);
    SnarlProbe.slotsMissed = 0;
  }

  @AfterEach
  void detach() {
    SnarlProbe.detach();
  }

  private SnarlSlot slotOfNew() {
    Thread thread = new Thread(() -> {});
    alive.add(thread);
    return SnarlProbe.slotFor(thread);
  }

  @Test
  void threadsThatStartALapAfterALargePoolFindSlotsAllTheSame() {
    for (int i = 0; i < POOL; i++) {
      assertThat(slotOfNew()).isNotNull();
    }
    for (int i = 0; i < 2 * SIZE; i++) {
      SnarlSlot slot = slotOfNew();
      assertThat(slot).as("of the thread %d after the pool", i).isNotNull();
      SnarlProbe.release(slot);
    }
    assertThat(SnarlProbe.slotsMissed).isZero();
  }

  @Test
  void noTwoThreadsShareASlotAndEachFindsItsOwnAgain() {
    Set<SnarlSlot> given = new HashSet<>();
    for (int i = 0; i < POOL; i++) {
      given.add(slotOfNew());
    }
    assertThat(given).hasSize(POOL);
    for (Thread thread : alive) {
      SnarlSlot slot = SnarlProbe.slotOf(thread);
      assertThat(slot).isNotNull();
      assertThat(slot.owner).isSameAs(thread);
    }
  }

  @Test
  void whoFindsNoSlotIsCounted() {
    int without = 0;
    for (int i = 0; i < SIZE + 10; i++) {
      without += slotOfNew() == null ? 1 : 0;
    }
    assertThat(without).isGreaterThanOrEqualTo(10);
    assertThat(SnarlProbe.slotsMissed).isEqualTo(without);
  }
}
