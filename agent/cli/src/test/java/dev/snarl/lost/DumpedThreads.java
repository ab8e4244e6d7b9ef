package dev.snarl.lost;

import dev.snarl.heap.DumpWriter;

/** A small dump of threads that wait, to be damaged: by a test, and by the fuzzer. */
public final class DumpedThreads {
  private static final int PARKED_FOR_EVER = 0x1 | 0x10 | 0x80 | 0x200;

  private DumpedThreads() {}

  /** A thread at a latch, one at a lock, one at a condition; and one that runs. */
  public static byte[] whole() {
    DumpWriter writer = new DumpWriter(8);
    writer
        .type(0x900, "java/lang/Worker", DumpWriter.THREAD, "parkBlocker", "holder")
        .typeOfInts(0xa00, "java/lang/Thread$FieldHolder", DumpWriter.OBJECT, "threadStatus")
        .typeOfInts(0xb00, "java/util/concurrent/CountDownLatch$Sync", DumpWriter.OBJECT, "state")
        .type(
            0xc00,
            "java/util/concurrent/locks/ReentrantLock$NonfairSync",
            DumpWriter.OBJECT,
            "exclusiveOwnerThread")
        .type(
            0xd00,
            "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
            DumpWriter.OBJECT,
            "firstWaiter",
            "this$0")
        .type(0xe00, "a/Node", DumpWriter.OBJECT, "waiter", "nextWaiter", "status")
        .ints(0x2000, 0xa00, PARKED_FOR_EVER)
        .ints(0x2100, 0xa00, 0x5)
        .ints(0x3000, 0xb00, 1)
        .instance(0x3100, 0xc00, 0, 0x1000)
        .instance(0x3200, 0xd00, 0, 0x3300, 0x3100)
        .instance(0x3300, 0xe00, 0, 0x1200, 0x3300, 0x2);
    long[] blockers = {0x3000, 0x3100, 0x3200, 0};
    for (int i = 0; i < blockers.length; i++) {
      writer
          .thread(0x1000 + 0x100L * i, i + 1)
          .instance(0x1000 + 0x100L * i, 0x900, 0, blockers[i], i < 3 ? 0x2000 : 0x2100, 0);
    }
    return writer.bytes();
  }
}
