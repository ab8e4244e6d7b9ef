package dev.snarl.snapshot;

/** What the flight recorder has told so far, by site; cumulative. */
public record Profile() {
  /** The flight recorder does not run. */
  public static final Profile NONE = new Profile();
}
