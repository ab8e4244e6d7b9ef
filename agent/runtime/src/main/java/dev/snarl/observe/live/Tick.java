package dev.snarl.observe.live;

/** How often the observer looks at threads. */
public final class Tick {

  /** The property is a factor by which a test looks more often. */
  public static final long HURRY = Long.getLong("dev.snarl.hurry", 1);

  public static final long NANOS = 200_000_000L / HURRY;

  /** The longest pause, where looks are expensive; ticks are uneven, so a quarter more at most. */
  public static final long LONGEST = 9 * NANOS;

  private Tick() {}
}
