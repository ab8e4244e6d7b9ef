package dev.snarl.lost;

import static dev.snarl.heap.DumpWriter.OBJECT;
import static dev.snarl.heap.DumpWriter.THREAD;

import dev.snarl.heap.DumpWriter;

/**
 * Dumps as Java 8 and 11 write them: a thread has its status itself, the waiters of a lock are
 * named {@code thread}. With one worker of a pool that waits for a future, and two threads that
 * each hold the lock that the other wants.
 */
final class OldLayouts {
  static final long WORKER = 0x1000;
  private static final int FOR_EVER = 0x1 | 0x10 | 0x80 | 0x200;
  private static final int UNTIL = 0x1 | 0x20 | 0x80 | 0x200;

  private static final long THREAD_8 = 0x10000;
  private static final long ATOMIC = 0x10100;
  private static final long POOL = 0x10200;
  private static final long SET = 0x10300;
  private static final long MAP = 0x10400;
  private static final long NODE = 0x10500;
  private static final long POOL_WORKER = 0x10600;
  private static final long QUEUE = 0x10700;
  private static final long QUEUE_NODE = 0x10800;
  private static final long TASK = 0x10900;
  private static final long SYNC = 0x10a00;
  private static final long FUTURE = 0x10b00;
  private static final long SUPPLY = 0x10c00;
  private static final long SIGNALLER = 0x10d00;
  private static final long SHOP = 0x10e00;

  /** What makes one dump differ from another. */
  enum Twin {
    NONE,
    ELSEWHERE,
    TIMED,
    GROWS,
    TWO_WORKERS
  }

  private OldLayouts() {}

  private static DumpWriter classes() {
    return new DumpWriter(8)
        .typeOf(THREAD_8, "a/Thread8", THREAD, "threadStatus:int", "parkBlocker")
        .typeOf(ATOMIC, "java/util/concurrent/atomic/AtomicInteger", OBJECT, "value:int")
        .typeOf(
            POOL,
            "java/util/concurrent/ThreadPoolExecutor",
            OBJECT,
            "ctl",
            "workQueue",
            "workers",
            "corePoolSize:int",
            "maximumPoolSize:int")
        .typeOf(SET, "java/util/HashSet", OBJECT, "map")
        .typeOf(MAP, "java/util/HashMap", OBJECT, "table")
        .typeOf(NODE, "java/util/HashMap$Node", OBJECT, "key")
        .typeOf(POOL_WORKER, "java/util/concurrent/ThreadPoolExecutor$Worker", OBJECT, "thread")
        .typeOf(QUEUE, "java/util/concurrent/LinkedBlockingQueue", OBJECT, "head", "capacity:int")
        .typeOf(QUEUE_NODE, "java/util/concurrent/LinkedBlockingQueue$Node", OBJECT, "item", "next")
        .typeOf(TASK, "java/util/concurrent/FutureTask", OBJECT, "state:int", "runner")
        .typeOf(
            SYNC,
            "java/util/concurrent/locks/ReentrantLock$NonfairSync",
            OBJECT,
            "exclusiveOwnerThread",
            "state:int")
        .typeOf(FUTURE, "java/util/concurrent/CompletableFuture", OBJECT, "result", "stack")
        .typeOf(SUPPLY, "java/util/concurrent/CompletableFuture$AsyncSupply", OBJECT, "dep", "fn")
        .typeOf(
            SIGNALLER, "java/util/concurrent/CompletableFuture$Signaller", OBJECT, "next", "thread")
        .typeOf(SHOP, "a/Shop", OBJECT);
  }

  /** One worker and a queue with one task, and whatever {@code twin} changes. */
  private static DumpWriter pool(Twin twin, long task, long blocker) {
    int threads = twin == Twin.TWO_WORKERS ? 2 : 1;
    int status = twin == Twin.TIMED ? UNTIL : FOR_EVER;
    DumpWriter writer =
        classes()
            .object(0x2000, POOL, 0x2100L, 0x2200L, 0x2300L, 1, twin == Twin.GROWS ? 4 : threads)
            .root(0x05, 0x2000)
            .object(0x2100, ATOMIC, 0xe0000000 | threads)
            .object(0x2200, QUEUE, 0x2210L, twin == Twin.GROWS ? 8 : Integer.MAX_VALUE)
            .object(0x2210, QUEUE_NODE, 0L, 0x2220L)
            .object(0x2220, QUEUE_NODE, twin == Twin.ELSEWHERE ? 0L : task, 0L)
            .object(0x2300, SET, 0x2310L)
            .object(0x2310, MAP, 0x2320L)
            .array(0x2320, 0x2330, 0x2340)
            .object(0x2330, NODE, 0x2350L)
            .object(0x2340, NODE, threads == 2 ? 0x2360L : 0L)
            .object(0x2350, POOL_WORKER, WORKER)
            .object(0x2360, POOL_WORKER, 0x1100L)
            .thread(WORKER, 1, "a.Shop.order", "java.util.concurrent.ThreadPoolExecutor.runWorker")
            .object(WORKER, THREAD_8, status, blocker, 0L);
    return threads == 1
        ? writer
        : writer
            .thread(0x1100, 2, "java.util.concurrent.ThreadPoolExecutor.runWorker")
            .object(0x1100, THREAD_8, 0x5, 0L, 0L);
  }

  /** Its worker waits for a task that is in its queue. */
  static DumpWriter task(Twin twin) {
    return pool(twin, 0x3000, 0x3000).object(0x3000, TASK, 0, 0L).root(0x05, 0x3000);
  }

  /** The same of an asynchronous task. */
  static DumpWriter future(Twin twin) {
    return pool(twin, 0x3100, 0x3200)
        .object(0x3000, FUTURE, 0L, 0x3200L)
        .object(0x3100, SUPPLY, 0x3000L, 0L)
        .object(0x3200, SIGNALLER, 0L, WORKER)
        .local(0x3000, 1, 0);
  }

  /** Two threads, each with a lock that the other wants. */
  static DumpWriter locks(Twin twin) {
    int status = twin == Twin.TIMED ? UNTIL : FOR_EVER;
    return classes()
        .object(0x4000, SYNC, 0x1200L, 1)
        .object(0x4100, SYNC, twin == Twin.ELSEWHERE ? 0x1300L : WORKER, 1)
        .thread(WORKER, 1, "a.Shop.first")
        .object(WORKER, THREAD_8, FOR_EVER, 0x4000L, 0L)
        .thread(0x1200, 2, "a.Shop.second")
        .object(0x1200, THREAD_8, status, 0x4100L, 0L)
        .thread(0x1300, 3, "a.Shop.third")
        .object(0x1300, THREAD_8, 0x5, 0L, 0L);
  }
}
