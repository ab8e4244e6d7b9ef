package dev.snarl.observe.slots;

import dev.snarl.libraries.KnownLibraries;

/** What a library's future is called in totals; a short fixed list, so that labels are bounded. */
public final class FutureKinds {

  /** Kinds, each followed by the beginning of the names of its classes. */
  private static final String[] KINDS = KnownLibraries.kinds();

  private static final String[] PEERS = KnownLibraries.peers();

  private FutureKinds() {}

  /** Whether the answer of another process completes it. */
  public static boolean peer(Class<?> type) {
    for (String prefix : PEERS) {
      if (type.getName().startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** Applications extend futures of libraries too. */
  static String of(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (int i = 0; i < KINDS.length; i += 2) {
        if (at.getName().startsWith(KINDS[i + 1])) {
          return KINDS[i];
        }
      }
    }
    return "library-future";
  }
}
