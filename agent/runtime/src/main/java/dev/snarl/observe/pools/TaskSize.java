package dev.snarl.observe.pools;

import dev.snarl.observe.live.ReferencePlaces;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.SnarlLens;

/**
 * A shallow sample of what a queued task holds: the task and what it reaches through three steps of
 * fields that can be read, at most 64 objects. An estimate from below, never a heap walk. The
 * observer's thread only.
 */
final class TaskSize {

  private static final int OBJECTS = 64;
  private static final int STEPS = 3;
  private static final ReferencePlaces PLACES = new ReferencePlaces();

  private TaskSize() {}

  private record Step(Object object, int depth) {}

  static long of(Object task, Instrumentation instrumentation) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Step> open = new ArrayDeque<>();
    open.add(new Step(task, 0));
    long bytes = 0;
    while (!open.isEmpty() && seen.size() < OBJECTS) {
      Step step = open.remove();
      Object object = step.object();
      if (!seen.add(object)) {
        continue;
      }
      bytes += instrumentation.getObjectSize(object);
      if (step.depth() < STEPS) {
        reach(object, step.depth() + 1, open);
      }
    }
    return bytes;
  }

  private static void reach(Object object, int depth, Deque<Step> open) {
    if (object instanceof Object[] array) {
      for (int i = 0; i < Math.min(8, Array.getLength(array)); i++) {
        add(array[i], depth, open);
      }
      return;
    }
    for (long place : PLACES.of(object.getClass())) {
      add(SnarlLens.object(object, place), depth, open);
    }
  }

  private static void add(Object value, int depth, Deque<Step> open) {
    if (value != null && !shared(value)) {
      open.add(new Step(value, depth));
    }
  }

  /** What a task points to but does not own. */
  private static boolean shared(Object value) {
    return value instanceof Class
        || value instanceof Thread
        || value instanceof ClassLoader
        || value instanceof Enum
        || value instanceof java.util.concurrent.Executor;
  }
}
