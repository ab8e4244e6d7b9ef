package dev.snarl.lost;

import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads.ThreadStack;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Need.How;
import dev.snarl.snapshot.ThreadRef;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Whom a thread waits for at a {@code ReentrantReadWriteLock} that readers hold. The lock names the
 * first of them; each other one keeps its count in a variable of its thread. The field names are
 * those of the JDK from 8 on.
 */
final class ReadLocks {
  private static final String SYNC = "java.util.concurrent.locks.ReentrantReadWriteLock$";
  private static final String NAME = "java.util.concurrent.locks.ReentrantReadWriteLock";
  private static final int LONGEST = 20_000;
  private static final int LARGEST_TABLE = 100_000;

  private final HeapDump dump;
  private final IntFunction<ThreadRef> threads;

  ReadLocks(HeapDump dump, IntFunction<ThreadRef> threads) {
    this.dump = dump;
    this.threads = threads;
  }

  boolean is(int object) {
    return dump.classOf(object).name().startsWith(SYNC);
  }

  Need need(int lock, int thread) {
    Instance sync = dump.read(lock);
    int first = HeapDump.NONE;
    boolean shared = false;
    Instance node = sync.follow("tail");
    for (int i = 0; i < LONGEST && node != null; i++) {
      int waiter = node.reference(node.has("waiter") ? "waiter" : "thread");
      if (waiter != HeapDump.NONE) {
        first = waiter;
        shared |= waiter == thread && shared(node);
      }
      node = node.follow("prev");
    }
    if (!shared) {
      return readers(sync);
    }
    // A reader lets a writer that came first go first, though the lock is held by readers.
    return first == thread || first == HeapDump.NONE
        ? new Need.Unknown()
        : new Need.Held(NAME, threads.apply(first), How.AHEAD, Certainty.PROVED);
  }

  /** Before 14 a mark in another field says so. */
  private boolean shared(Instance node) {
    int mark = node.reference("nextWaiter");
    return node.type().name().endsWith("$SharedNode")
        || (node.has("thread")
            && mark != HeapDump.NONE
            && mark == dump.staticReference(node.type(), "SHARED"));
  }

  /** A writer needs every reader: one that never gives the lock back is enough. */
  private Need readers(Instance sync) {
    long unknown = readers(sync.number("state"), sync);
    List<Need> needs = new ArrayList<>();
    int first = sync.reference("firstReader");
    if (first != HeapDump.NONE) {
      needs.add(held(first));
      unknown -= sync.number("firstReaderHoldCount");
    }
    int variable = sync.reference("readHolds");
    for (ThreadStack stack : dump.threads().all()) {
      long holds = unknown <= 0 || stack.node() == first ? 0 : holds(stack.node(), variable);
      if (holds > 0) {
        needs.add(held(stack.node()));
        unknown -= holds;
      }
    }
    if (unknown != 0) {
      needs.add(new Need.Unknown());
    }
    return Need.all(needs);
  }

  /** The state is a long in newer JDKs. */
  private static long readers(long state, Instance sync) {
    return sync.type().isA("java.util.concurrent.locks.AbstractQueuedLongSynchronizer")
        ? state >>> Integer.SIZE
        : state >>> Short.SIZE;
  }

  private Need held(int reader) {
    return new Need.Held(NAME, threads.apply(reader), Certainty.PROVED);
  }

  private long holds(int thread, int variable) {
    Instance table = dump.read(thread).follow("threadLocals", "table");
    int most = table == null ? 0 : Math.min(LARGEST_TABLE, table.length());
    for (int i = 0; table != null && variable != HeapDump.NONE && i < most; i++) {
      int at = table.element(i);
      Instance entry = at == HeapDump.NONE ? null : dump.read(at);
      if (entry != null && entry.reference("referent") == variable) {
        Instance count = entry.follow("value");
        return count == null ? 0 : count.number("count");
      }
    }
    return 0;
  }
}
