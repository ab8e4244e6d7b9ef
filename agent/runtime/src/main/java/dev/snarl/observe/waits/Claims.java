package dev.snarl.observe.waits;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SnarlSlot;

/**
 * The futures whose stages threads have claimed. A composed stage is over long before its future
 * completes, and its thread does other things by then, or nothing: so a claim holds only if its
 * thread was seen at a stage. Looked at are those that somebody's wait needs, few and all together.
 * Made anew for each look; the observer's thread only.
 */
final class Claims {

  private static final int MOST = 16;

  private final IdentityHashMap<Object, SnarlSlot> made = new IdentityHashMap<>();
  private final List<Object> needed = new ArrayList<>();

  void add(Object future, SnarlSlot slot) {
    made.put(future, slot);
  }

  Set<Object> futures() {
    return made.keySet();
  }

  /** Whether it would change anything to need more of them. */
  boolean wanted() {
    return needed.size() < Math.min(MOST, made.size());
  }

  /** Somebody's wait depends on this future, which may be one of them. */
  void need(Object future) {
    if (wanted() && made.containsKey(future) && needed.stream().noneMatch(it -> it == future)) {
      needed.add(future);
    }
  }

  /** Adds those of them that hold to what runs; a slot forgets the others. */
  void settle(Resolver.Threads threads, IdentityHashMap<Object, Thread> running) {
    List<Object> futures = new ArrayList<>();
    List<SnarlSlot> slots = new ArrayList<>();
    List<Thread> owners = new ArrayList<>();
    for (Object future : needed) {
      SnarlSlot slot = made.remove(future);
      Thread owner = slot == null ? null : slot.owner;
      if (slot != null && owner != null) {
        futures.add(future);
        slots.add(slot);
        owners.add(owner);
      }
    }
    needed.clear();
    boolean[] atAStage = threads.atAStage(owners);
    for (int i = 0; i < atAStage.length; i++) {
      if (atAStage[i]) {
        running.put(futures.get(i), owners.get(i));
      } else if (slots.get(i).claimed == futures.get(i)) {
        slots.get(i).claimed = null;
      }
    }
  }
}
