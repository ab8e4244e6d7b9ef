package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * How a program reaches an object, in its own words: {@code LeakQueue.BROKER → Broker.pending}. It
 * begins at the class or thread nearest to the object; what is inside a collection is {@code […]}.
 */
final class FieldPath {
  private static final String INSIDE = "[…]";
  private static final String[] COLLECTIONS = {
    "java.util.", "com.google.common.", "com.github.benmanes.caffeine.", "kotlin.collections."
  };
  private static final String THREAD_LOCALS = "java.lang.ThreadLocal$ThreadLocalMap";
  private static final int LONGEST = 8;

  private FieldPath() {}

  static String of(HeapDump dump, int object) {
    return of(dump, object, type -> true);
  }

  /** The same from a class that may be named. */
  static String of(HeapDump dump, int object, Predicate<HeapClass> named) {
    List<Integer> nodes = dump.path(object);
    if (nodes.size() < 2) {
      return dump.describe(object) + " (" + dump.rootKind(object) + ")";
    }
    int from = nodes.size() - 2;
    while (from > 0 && !begins(dump, nodes.get(from), named)) {
      from--;
    }
    List<String> steps = new ArrayList<>();
    for (int i = from; i < nodes.size() - 1; i++) {
      step(dump, nodes.get(i), nodes.get(i + 1), steps);
    }
    int left = steps.size() - LONGEST;
    if (left > 0) {
      steps.subList(LONGEST / 2, LONGEST / 2 + left).clear();
      steps.add(LONGEST / 2, "… " + left + " more");
    }
    return String.join(" → ", steps);
  }

  private static boolean begins(HeapDump dump, int node, Predicate<HeapClass> named) {
    HeapClass self = dump.asClass(node);
    return self == null ? dump.classOf(node).isA("java.lang.Thread") : named.test(self);
  }

  private static void step(HeapDump dump, int from, int to, List<String> steps) {
    HeapClass self = dump.asClass(from);
    HeapClass type = self == null ? dump.classOf(from) : self;
    if (self == null && type.isA("java.lang.Thread")) {
      boolean locals = dump.classOf(to).name().equals(THREAD_LOCALS);
      String link = locals ? "a thread-local" : dump.link(from, to);
      steps.add(
          "thread \""
              + ThreadNames.of(dump, from)
              + "\" "
              + (link.equals("<local variable>") ? "a local variable" : link));
      return;
    }
    if (self == null && (type.isArray() || inside(type.name()))) {
      int last = steps.size() - 1;
      if (last < 0) {
        steps.add(Words.simple(type.name()) + INSIDE);
      } else if (!steps.get(last).endsWith(INSIDE) && !steps.get(last).endsWith("a thread-local")) {
        steps.set(last, steps.get(last) + INSIDE);
      }
      return;
    }
    String link = dump.link(from, to);
    if (link.isEmpty() && !steps.isEmpty()) {
      return; // from an object to its class
    }
    steps.add(Words.simple(type.name()) + (link.isEmpty() ? "" : "." + link));
  }

  private static boolean inside(String type) {
    for (String collection : COLLECTIONS) {
      if (type.startsWith(collection)) {
        return true;
      }
    }
    return type.startsWith(THREAD_LOCALS);
  }
}
