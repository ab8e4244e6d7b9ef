package dev.snarl.observe.waits;

import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.sites.Look;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The last looks at virtual threads that others wait for, as far as there is room: they have no
 * slot that could keep them. The observer's thread only.
 */
public final class VirtualLooks {
  private static final int MOST = 64;

  private final IdentityHashMap<Thread, Look> looks = new IdentityHashMap<>();

  @Nullable Look of(Thread virtual) {
    return looks.get(virtual);
  }

  void put(Thread virtual, Look look) {
    if (looks.size() < MOST) {
      looks.put(virtual, look);
    }
  }

  /** Forgets older looks, and threads that have ended. */
  void forget(long oldest) {
    looks
        .entrySet()
        .removeIf(
            each ->
                each.getValue().at() < oldest
                    || VirtualLens.doing(each.getKey()) == VirtualLens.ENDED);
  }
}
