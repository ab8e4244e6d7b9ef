package dev.snarl.tests;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Polls for a state until a moment in time, and then says what it saw last. */
public record Deadline(long nanos, Duration patience) {
  public static Deadline in(Duration patience) {
    return new Deadline(System.nanoTime() + patience.toNanos(), patience);
  }

  /** The first non-null answer; fails at the deadline, or when there is nothing left to poll. */
  public <T> T until(Supplier<String> seen, Supplier<@Nullable T> answer, BooleanSupplier alive) {
    while (true) {
      boolean last = !alive.getAsBoolean() || System.nanoTime() - nanos >= 0;
      @Nullable T value = answer.get();
      if (value != null) {
        return value;
      }
      if (last) {
        throw new AssertionError("not seen within " + patience + "; last seen: " + seen.get());
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  public <T> T until(Supplier<String> seen, Supplier<@Nullable T> answer) {
    return until(seen, answer, () -> true);
  }
}
