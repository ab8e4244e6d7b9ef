package dev.snarl.threads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for which lock, and who holds it: monitors, locks of java.util.concurrent whose owner
 * the dump names, and the initialization of classes. Linear.
 */
final class Locks {
  private final Map<String, List<View>> waiters = new LinkedHashMap<>();
  private final Map<String, View> owners = new HashMap<>();
  private final Set<String> namesakes = new HashSet<>();

  Locks(ThreadDump dump, List<View> views) {
    Map<Long, View> byId = new HashMap<>();
    Map<String, View> byName = new HashMap<>();
    for (View view : views) {
      byId.put(view.thread().id(), view);
      byName.put(view.thread().name(), view);
      Blocker on = view.thread().blocker();
      if (on != null && on.lock()) {
        waiters.computeIfAbsent(on.id(), id -> new ArrayList<>()).add(view);
      }
    }
    for (View view : views) {
      view.thread().held().forEach(held -> own(held.id(), view));
      initializes(view);
      Blocker on = view.thread().blocker();
      if (on != null && on.owner() >= 0) {
        own(on.id(), byId.get(on.owner()));
      }
    }
    owners.keySet().removeAll(namesakes);
    dump.owners().forEach((lock, name) -> own(lock, byName.get(name)));
  }

  /** Classes of one name, which two threads initialize, are of two loaders: the dump names none. */
  private void initializes(View view) {
    for (StackTraceElement frame : view.stack()) {
      if (frame.getMethodName().equals("<clinit>")) {
        String lock = Blocker.initializationOf(frame.getClassName());
        own(lock, view);
        View owner = owners.get(lock);
        if (owner != null && !owner.equals(view)) {
          namesakes.add(lock);
        }
      }
    }
  }

  private void own(String lock, @Nullable View owner) {
    if (owner != null && waiters.containsKey(lock)) {
      owners.putIfAbsent(lock, owner);
    }
  }

  /** The locks that are waited for, with those who wait. */
  Map<String, List<View>> waiters() {
    return waiters;
  }

  boolean ownerless(String lock) {
    return !owners.containsKey(lock);
  }

  /** How many threads of the application wait for a lock that nobody is known to hold. */
  long ownerless() {
    return waiters.entrySet().stream()
        .filter(entry -> ownerless(entry.getKey()))
        .flatMap(entry -> entry.getValue().stream())
        .filter(View::application)
        .count();
  }

  /** Who holds what this thread waits for; null if it waits for no lock, or nobody knows. */
  @Nullable View holder(View view) {
    Blocker on = view.thread().blocker();
    View owner = on == null || !on.lock() ? null : owners.get(on.id());
    return view.equals(owner) ? null : owner;
  }
}
