package dev.snarl.threads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for whose lock: monitors, locks of java.util.concurrent whose owner the dump names, and
 * the initialization of classes. A thread waits for one lock at most, so that a circle is found by
 * following it. Linear.
 */
final class LockGraph {
  private final Map<String, List<View>> waiters = new LinkedHashMap<>();
  private final Map<String, View> owners = new HashMap<>();

  LockGraph(ThreadDump dump, List<View> views) {
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
    dump.owners()
        .forEach(
            (lock, name) -> {
              if (!owners.containsKey(lock)) {
                own(lock, byName.get(name));
              }
            });
  }

  private void initializes(View view) {
    for (StackTraceElement frame : view.stack()) {
      if (frame.getMethodName().equals("<clinit>")) {
        own(Blocker.initializationOf(frame.getClassName()), view);
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

  @Nullable View owner(String lock) {
    return owners.get(lock);
  }

  /** How many threads of the application wait for a lock that nobody is known to hold. */
  long ownerless() {
    return waiters.entrySet().stream()
        .filter(entry -> !owners.containsKey(entry.getKey()))
        .flatMap(entry -> entry.getValue().stream())
        .filter(View::application)
        .count();
  }

  /** Who holds what this thread waits for; null if it waits for no lock, or nobody knows. */
  @Nullable View next(View view) {
    Blocker on = view.thread().blocker();
    View owner = on == null || !on.lock() ? null : owners.get(on.id());
    return view.equals(owner) ? null : owner;
  }

  /** Each circle once, as the threads that wait for one another in this order. */
  List<List<View>> circles() {
    List<List<View>> circles = new ArrayList<>();
    Set<View> done = new LinkedHashSet<>();
    for (List<View> waiting : waiters.values()) {
      for (View from : waiting) {
        List<View> path = new ArrayList<>();
        Map<View, Integer> at = new HashMap<>();
        View view = from;
        while (view != null && !done.contains(view) && !at.containsKey(view)) {
          at.put(view, path.size());
          path.add(view);
          view = next(view);
        }
        Integer closing = view == null ? null : at.get(view);
        if (closing != null) {
          circles.add(List.copyOf(path.subList(closing, path.size())));
        }
        done.addAll(path);
      }
    }
    return circles;
  }

  /** The thread at the end of the chain, which waits for no known owner. */
  View root(View from) {
    Set<View> seen = new LinkedHashSet<>();
    View view = from;
    for (View next = next(view); next != null && seen.add(view); next = next(view)) {
      view = next;
    }
    return view;
  }
}
