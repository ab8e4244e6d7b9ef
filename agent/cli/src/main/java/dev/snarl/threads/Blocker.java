package dev.snarl.threads;

import org.jspecify.annotations.Nullable;

/**
 * What a thread waits for, according to a dump.
 *
 * @param how the kind of wait
 * @param id the object, as the dump names it: an address, or a class with a hash
 * @param type its class
 * @param owner id of the thread that holds it, if the dump names it; otherwise -1
 */
public record Blocker(How how, String id, String type, long owner) {
  /** How a thread waits for an object. */
  public enum How {
    /** To enter its monitor, or for its class to be initialized. */
    ENTER,
    /** In {@code Object.wait()}. */
    WAIT,
    /** Parked. */
    PARK
  }

  private static final String CLASS_INITIALIZATION = "initialization of ";

  public static Blocker of(How how, String id, String type) {
    return new Blocker(how, id, type, -1);
  }

  static Blocker initialization(String type) {
    return of(How.ENTER, initializationOf(type), CLASS_INITIALIZATION + type);
  }

  /** The id under which the initialization of a class is waited for and held. */
  static String initializationOf(String type) {
    return CLASS_INITIALIZATION + type;
  }

  /** The class whose initialization is waited for; null if it is something else. */
  @Nullable String initialized() {
    return id.startsWith(CLASS_INITIALIZATION) ? id.substring(CLASS_INITIALIZATION.length()) : null;
  }

  /** Whether it is a lock that some thread may hold, rather than a condition or a future. */
  boolean lock() {
    return how == How.ENTER || owner >= 0 || synchronizer(type);
  }

  /** Whether a class is a lock of java.util.concurrent that knows its owner. */
  static boolean synchronizer(@Nullable String type) {
    return type != null
        && type.startsWith("java.util.concurrent.locks.Reentrant")
        && type.contains("Sync");
  }
}
