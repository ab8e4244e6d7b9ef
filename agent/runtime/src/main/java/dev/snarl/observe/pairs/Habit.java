package dev.snarl.observe.pairs;

/** How often the givers of a kind of task were seen to wait for it, and to do something else. */
final class Habit {
  private int waits;
  private int others;

  void seen(boolean waiting) {
    seen(waiting, 1);
  }

  /** One with the given count. */
  void seen(boolean waiting, int times) {
    waits += waiting ? times : 0;
    others += waiting ? 0 : times;
    if (waits + others > 1_000) {
      waits /= 2;
      others /= 2;
    }
  }

  boolean toWait() {
    return waits >= 3 * others;
  }
}
