package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Marking;
import dev.snarl.heap.graph.Threads.ThreadStack;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The threads that may still go on: those that do not wait, and, again and again until nothing is
 * added, those whose wait one of them may end. That is the collector's question, asked with the
 * frames of the waiting threads left out of the roots.
 *
 * @see <a href="https://dl.acm.org/doi/10.1145/3676641.3715990">Dynamic Partial Deadlock Detection
 *     and Recovery via Garbage Collection, ASPLOS 2025</a>
 */
final class GoesOn {
  /** What others can read of a thread that waits; not what it is parked on, runs or keeps. */
  private static final List<String> OPEN =
      List.of("uncaughtExceptionHandler", "contextClassLoader");

  /**
   * Whose fields only the thread itself reads; the last is what {@code thread { }} of Kotlin makes.
   */
  private static final List<String> CLOSED =
      List.of("java.lang.", "jdk.internal.", "kotlin.concurrent.ThreadsKt$thread$thread$");

  private final HeapDump dump;
  private final Pools pools;
  private final OwnAgent agent;
  private final Marking marking;
  private final Map<Integer, Wait> waits;
  private final Map<Integer, List<Wait>> byObject = new HashMap<>();
  private final Map<Integer, List<Wait>> byThread = new HashMap<>();
  private final BitSet going = new BitSet();
  private final Deque<Integer> woken = new ArrayDeque<>();

  GoesOn(HeapDump dump, Map<Integer, Wait> waits, Pools pools, OwnAgent agent) {
    this.dump = dump;
    this.agent = agent;
    this.waits = waits;
    this.pools = pools;
    BitSet watched = new BitSet();
    waits.keySet().forEach(watched::set);
    pools.nodes().forEach(watched::set);
    agent.addTo(watched);
    for (Wait each : waits.values()) {
      if (each.until().object() != HeapDump.NONE) {
        byObject.computeIfAbsent(each.until().object(), key -> new ArrayList<>()).add(each);
        watched.set(each.until().object());
      } else {
        byThread.computeIfAbsent(each.until().thread(), key -> new ArrayList<>()).add(each);
      }
    }
    this.marking = dump.marking(watched, this::met);
    for (HeapClass type : dump.classes()) {
      marking.reach(dump.classObject(type));
    }
    dump.lastingRoots(marking::reach);
    for (ThreadStack each : dump.threads().all()) {
      if (!waits.containsKey(each.node()) && !agent.runs(each.node())) {
        wake(each.node());
      }
    }
    do {
      do {
        follow();
        marking.run();
      } while (!woken.isEmpty());
    } while (marking.referents());
  }

  boolean goesOn(int thread) {
    return going.get(thread);
  }

  private void wake(int thread) {
    if (!going.get(thread)) {
      going.set(thread);
      woken.add(thread);
    }
  }

  private void wake(Collection<Wait> waiting) {
    waiting.forEach(each -> wake(each.thread()));
  }

  private void follow() {
    for (Integer thread = woken.poll(); thread != null; thread = woken.poll()) {
      marking.follow(thread);
      wake(byThread.getOrDefault(thread, List.of()));
      Pools.Pool pool = pools.of(thread);
      if (pool != null && marking.has(pool.node())) {
        marking.follow(pool.node());
      }
    }
  }

  /** Whether what the object refers to is reached with it. */
  private boolean met(int node) {
    wake(byObject.getOrDefault(node, List.of()));
    if (agent.has(node)) {
      return false;
    }
    if (waits.containsKey(node)) {
      return going.get(node) || opaque(node);
    }
    Pools.Pool pool = pools.at(node);
    if (pool == null) {
      return true;
    }
    pool.idle().forEach(this::wake); // who reaches a pool may submit a task
    if (!pool.full() || !pool.idle().isEmpty() || pool.busy().stream().anyMatch(going::get)) {
      return true;
    }
    dump.references(
        node,
        to -> {
          if (!pool.queues().contains(to)) {
            marking.reach(to);
          }
        });
    return false;
  }

  /** Always false. */
  private boolean opaque(int thread) {
    Instance read = dump.read(thread);
    read.references(
        field -> {
          String type = field.declaredBy().name();
          return OPEN.contains(field.name()) || CLOSED.stream().noneMatch(type::startsWith);
        },
        marking::reach);
    return false;
  }
}
