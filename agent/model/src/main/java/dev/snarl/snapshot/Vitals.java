package dev.snarl.snapshot;

/** How the JVM and its host are, beyond threads and waits. */
public record Vitals(Memory memory, Host host, Profile profile) {
  /** Nothing was read. */
  public static final Vitals NONE = new Vitals(Memory.NONE, Host.NONE, Profile.NONE);
}
