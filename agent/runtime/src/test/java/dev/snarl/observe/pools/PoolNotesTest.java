package dev.snarl.observe.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PoolNotesTest {

  private final PoolNotes notes = new PoolNotes();

  @Test
  void aTaskIsTheFirstUntilAnotherIs() {
    Object first = new Object();
    assertThat(notes.oldestTask(first)).isTrue();
    assertThat(notes.oldestTask(first)).isFalse();
    assertThat(notes.oldestTask()).isSameAs(first);
    assertThat(notes.oldestTask(null)).isTrue();
    assertThat(notes.oldestTask()).isNull();
  }

  @Test
  void aTaskThatWaitsIsNotKeptAlive() {
    WeakReference<Object> task = new WeakReference<>(new Object());
    Object held = task.get();
    notes.oldestTask(held);
    held = null;
    Instant deadline = Instant.now().plus(Duration.ofSeconds(30));
    while (task.get() != null && Instant.now().isBefore(deadline)) {
      System.gc();
      Thread.onSpinWait();
    }
    assertThat(task.get()).isNull();
    assertThat(notes.oldestTask()).isNull();
  }
}
