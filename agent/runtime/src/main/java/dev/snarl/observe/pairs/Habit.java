package dev.snarl.observe.pairs;

/** How often the givers of a kind of task were seen to wait for it, and to do something else. */
final class Habit {
  private int waits;
  private int others;

  void seen(boolean waiting) {
    waits += waiting ? 1 : 0;
    others += waiting ? 0 : 1;
    if (waits + others > 1_000) {
      waits /= 2;
      others /= 2;
    }
  }

  boolean toWait() {
    return waits >= 3 * others;
  }
}
