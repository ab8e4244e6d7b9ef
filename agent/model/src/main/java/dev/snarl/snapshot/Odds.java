package dev.snarl.snapshot;

/**
 * How often something was so that is only likely now.
 *
 * @param times how many of them it was so
 * @param of how many were seen; old ones weigh less
 */
public record Odds(int times, int of) {
  private static final int ENOUGH = 5;

  /** Whether it was so often enough, and in three of four at least. */
  public boolean clear() {
    return times >= ENOUGH && 4 * times >= 3 * of;
  }

  @Override
  public String toString() {
    return times + " of " + of;
  }
}
