package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a collection of the JDK or of a library: everything reached from it through its
 * own nested classes, arrays and similar objects. Reads no file; 4 bytes for each object on the
 * frontier and a bit for each of the dump.
 */
public final class Spread {
  private static final String CAFFEINE = "com.github.benmanes.caffeine.cache.";

  /** What Caffeine's caches keep their entries in. */
  private static final String MAP_OF_CAFFEINE = "java.util.concurrent.ConcurrentHashMap";

  private static final String[] INNER = {
    "java.util.concurrent.atomic.AtomicReference",
    "kotlinx.coroutines.internal.LockFreeLinkedList",
    "kotlinx.coroutines.internal.LockFreeTaskQueue",
    "kotlinx.coroutines.scheduling.GlobalQueue",
    "kotlinx.coroutines.scheduling.WorkQueue",
    "kotlinx.coroutines.internal.ResizableAtomicArray",
    "java.util.HashMap",
    "java.util.LinkedHashMap$",
    "java.util.concurrent.ForkJoinPool$WorkQueue",
    CAFFEINE,
    "kotlinx.coroutines.channels.",
    "org.jctools.queues.",
    "io.netty.util.internal.shaded.org.jctools.queues."
  };
  private static final String[] SKIPPED = {
    "java.util.concurrent.locks.",
    "java.util.concurrent.atomic.AtomicInteger",
    "java.util.concurrent.atomic.AtomicLong",
    "java.lang.Thread",
    "kotlinx.coroutines.internal.Symbol",
    "kotlinx.coroutines.internal.LockFreeTaskQueueCore$Placeholder"
  };

  private enum Part {
    INSIDE,
    HELD,
    NEITHER
  }

  private final HeapDump dump;
  private final HeapClass collection;
  private final @Nullable Part[] parts;

  private Spread(HeapDump dump, HeapClass collection) {
    this.dump = dump;
    this.collection = collection;
    this.parts = new Part[dump.classes().size()];
  }

  /** Passes each object in the collection, once. */
  public static void of(HeapDump dump, int collection, IntConsumer held) {
    new Spread(dump, dump.classOf(collection)).walk(collection, held);
  }

  private void walk(int from, IntConsumer held) {
    BitSet seen = new BitSet();
    seen.set(from);
    int[][] stack = {new int[1024]};
    int[] depth = {0};
    stack[0][depth[0]++] = from;
    IntConsumer each =
        to -> {
          if (seen.get(to)) {
            return;
          }
          seen.set(to);
          Part part = part(dump.classOf(to));
          if (part == Part.HELD) {
            held.accept(to);
          } else if (part == Part.INSIDE) {
            if (depth[0] == stack[0].length) {
              stack[0] = Arrays.copyOf(stack[0], depth[0] * 2);
            }
            stack[0][depth[0]++] = to;
          }
        };
    while (depth[0] > 0) {
      dump.references(stack[0][--depth[0]], each);
    }
  }

  private Part part(HeapClass type) {
    Part known = parts[type.number()];
    if (known == null) {
      known = told(type);
      parts[type.number()] = known;
    }
    return known;
  }

  private Part told(HeapClass type) {
    String name = type.name();
    for (String skipped : SKIPPED) {
      if (name.startsWith(skipped)) {
        return Part.NEITHER;
      }
    }
    if (Executors.wants(type)) {
      return Part.NEITHER;
    }
    if (name.endsWith("[]")) {
      return ContainerKind.primitive(name) ? Part.HELD : Part.INSIDE;
    }
    for (String inner : INNER) {
      if (name.startsWith(inner)) {
        return Part.INSIDE;
      }
    }
    if (name.startsWith(MAP_OF_CAFFEINE) && collection.name().startsWith(CAFFEINE)) {
      return Part.INSIDE;
    }
    for (HeapClass c = collection; c != null; c = c.superClass()) {
      if (name.startsWith(c.name() + "$") || name.equals(c.name())) {
        return Part.INSIDE;
      }
    }
    return Part.HELD;
  }
}
