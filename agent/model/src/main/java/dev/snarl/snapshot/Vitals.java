package dev.snarl.snapshot;

/** The state of the JVM and its host, beyond threads and waits. */
public record Vitals(Memory memory, Host host, Profile profile) {
  /** Nothing was read. */
  public static final Vitals NONE = new Vitals(Memory.NONE, Host.NONE, Profile.NONE);
}
