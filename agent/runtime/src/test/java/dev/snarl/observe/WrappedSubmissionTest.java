package dev.snarl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlExecutors;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlTasks;
import java.util.concurrent.SnarlWaits;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What counts as one job where an executor hands on to another what it was given. */
class WrappedSubmissionTest {
  private final Executor inner = task -> {};

  @BeforeEach
  void attach() {
    new Intake(List.of()).attach(64);
  }

  @AfterEach
  void detach() {
    SnarlProbe.detach();
  }

  /** As the woven methods do: execute of the inner one, then each submit as it returns. */
  private FutureTask<?> submitThrough(int wrappers) {
    FutureTask<?> outermost = new FutureTask<>(() -> "done");
    FutureTask<?>[] all = new FutureTask<?>[wrappers + 1];
    all[wrappers] = outermost;
    for (int i = wrappers - 1; i >= 0; i--) {
      all[i] = new FutureTask<>(all[i + 1], null);
    }
    SnarlExecutors.executing(inner, all[0]);
    for (FutureTask<?> future : all) {
      SnarlTasks.submitted(future);
    }
    return outermost;
  }

  private static List<Object> outstanding() {
    SnarlSlot slot = SnarlProbe.slotFor(Thread.currentThread());
    assertThat(slot).isNotNull();
    return IntStream.range(0, SnarlSlot.SUBMISSIONS)
        .filter(i -> SnarlWaits.outstanding(slot, i))
        .mapToObj(i -> future(slot, i))
        .toList();
  }

  private static @Nullable Object future(SnarlSlot slot, int index) {
    return slot.submitted[index];
  }

  @Test
  void whateverTheLayersMakeOfItATaskIsOneJob() {
    for (int wrappers = 0; wrappers < 4; wrappers++) {
      int before = outstanding().size();
      FutureTask<?> future = submitThrough(wrappers);
      assertThat(outstanding()).hasSize(before + 1).contains(future);
    }
  }

  @Test
  void tasksOfTheirOwnAreJobsOfTheirOwn() {
    FutureTask<?> one = submitThrough(0);
    FutureTask<?> other = submitThrough(1);
    assertThat(outstanding()).containsExactlyInAnyOrder(one, other);
    other.run();
    assertThat(outstanding()).containsExactly(one);
  }
}
