package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import java.util.BitSet;

/**
 * Snarl's agent in the JVM that was dumped. It keeps what threads wait for, to look at it, and ends
 * no wait; so what only it can reach, nobody can.
 */
final class OwnAgent {
  private static final String THREAD = "dev.snarl.observe.live.AgentThread";
  private static final String PROBE = "java.util.concurrent.Snarl";

  private final HeapDump dump;
  private final BitSet classes = new BitSet();

  OwnAgent(HeapDump dump) {
    this.dump = dump;
    for (HeapClass thread : dump.classes()) {
      // The agent has a loader of its own; an application may have packages of these names too.
      if (thread.name().equals(THREAD) && thread.loaderId() != 0) {
        for (HeapClass type : dump.classes()) {
          if (type.loaderId() == thread.loaderId()
              || (type.loaderId() == 0 && type.name().startsWith(PROBE))) {
            classes.set(type.number());
          }
        }
      }
    }
  }

  /** Whether the object, or the class that it stands for, is the agent's. */
  boolean has(int node) {
    HeapClass self = classes.isEmpty() ? null : dump.asClass(node);
    return classes.get((self == null ? dump.classOf(node) : self).number());
  }

  /** Whether it is one of the agent's threads, whatever its class. */
  boolean runs(int thread) {
    if (classes.isEmpty() || has(thread)) {
      return !classes.isEmpty();
    }
    Instance read = dump.read(thread);
    Instance holder = read.follow("holder");
    int task = holder == null ? read.reference("target") : holder.reference("task");
    return task != HeapDump.NONE && has(task);
  }

  void addTo(BitSet nodes) {
    for (int node = 0; node < dump.nodes() && !classes.isEmpty(); node++) {
      if (classes.get(dump.classOf(node).number())) {
        nodes.set(node);
      }
    }
    for (HeapClass type : dump.classes()) {
      int node = dump.classObject(type);
      if (node != HeapDump.NONE && classes.get(type.number())) {
        nodes.set(node);
      }
    }
  }
}
