package java.util.concurrent;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import jdk.internal.misc.Unsafe;

/** Reads the queues of executors, as {@link SnarlLens} does. */
public final class SnarlQueueLens {

  private static final Unsafe U = Unsafe.getUnsafe();

  /** Tasks that may come to a queue while it is copied. */
  private static final int SLACK = 16;

  private static final long LINKED_COUNT = SnarlLens.offset(LinkedBlockingQueue.class, "count");
  private static final long LINKED_CAPACITY =
      SnarlLens.offset(LinkedBlockingQueue.class, "capacity");
  private static final long DEQUE_COUNT = SnarlLens.offset(LinkedBlockingDeque.class, "count");
  private static final long DEQUE_CAPACITY =
      SnarlLens.offset(LinkedBlockingDeque.class, "capacity");
  private static final long PRIORITY_QUEUE = SnarlLens.offset(PriorityBlockingQueue.class, "queue");
  private static final long PRIORITY_SIZE = SnarlLens.offset(PriorityBlockingQueue.class, "size");
  private static final Class<?> DELAYED =
      SnarlLens.type("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue");
  private static final long DELAYED_QUEUE = SnarlLens.offset(DELAYED, "queue");
  private static final long DELAYED_SIZE = SnarlLens.offset(DELAYED, "size");

  private SnarlQueueLens() {}

  /** Capacity, {@link Integer#MAX_VALUE} for none, -1 for a class that is not known. */
  public static int capacity(Object queue) {
    if (queue instanceof LinkedBlockingQueue) {
      return U.getInt(queue, LINKED_CAPACITY);
    }
    if (queue instanceof LinkedBlockingDeque) {
      return U.getInt(queue, DEQUE_CAPACITY);
    }
    if (queue instanceof ArrayBlockingQueue<?> array) {
      return array.items.length;
    }
    if (queue instanceof SynchronousQueue) {
      return 0;
    }
    if (queue instanceof PriorityBlockingQueue
        || queue instanceof LinkedTransferQueue
        || (DELAYED != null && DELAYED.isInstance(queue))) {
      return Integer.MAX_VALUE;
    }
    return -1;
  }

  /** Length, -1 for a class whose length cannot be read without its lock. */
  public static int length(Object queue) {
    if (queue instanceof LinkedBlockingQueue) {
      return ((AtomicInteger) U.getReference(queue, LINKED_COUNT)).get();
    }
    if (queue instanceof LinkedBlockingDeque) {
      return U.getIntVolatile(queue, DEQUE_COUNT);
    }
    if (queue instanceof ArrayBlockingQueue<?> array) {
      return array.count;
    }
    if (queue instanceof SynchronousQueue) {
      return 0;
    }
    if (queue instanceof PriorityBlockingQueue) {
      return U.getIntVolatile(queue, PRIORITY_SIZE);
    }
    if (DELAYED != null && DELAYED.isInstance(queue)) {
      return U.getIntVolatile(queue, DELAYED_SIZE);
    }
    return -1;
  }

  /** Copies up to {@code into.length} queued tasks, oldest first where there is an order. */
  public static int copy(Object queue, Object[] into) {
    if (queue instanceof LinkedBlockingQueue<?> linked) {
      return find(linked, null, 2 * into.length, into);
    }
    if (queue instanceof LinkedBlockingDeque<?> deque) {
      int n = 0;
      LinkedBlockingDeque.Node<?> node = deque.first;
      for (int steps = 0; node != null && n < into.length && steps <= 2 * into.length; steps++) {
        Object item = node.item;
        if (item != null) {
          into[n++] = item;
        }
        LinkedBlockingDeque.Node<?> next = node.next;
        node = next == node ? deque.first : next;
      }
      return n;
    }
    if (queue instanceof ArrayBlockingQueue<?> array) {
      Object[] items = array.items;
      int first = array.takeIndex;
      int some = array.count == 0 ? 0 : Math.min(items.length, array.count + SLACK);
      int n = 0;
      for (int i = 0; i < some && n < into.length; i++) {
        Object item = items[(first + i) % items.length];
        if (item != null) {
          into[n++] = item;
        }
      }
      return n;
    }
    if (queue instanceof PriorityBlockingQueue) {
      return copyArray((Object[]) U.getReference(queue, PRIORITY_QUEUE), into);
    }
    if (DELAYED != null && DELAYED.isInstance(queue)) {
      return copyArray((Object[]) U.getReference(queue, DELAYED_QUEUE), into);
    }
    return 0;
  }

  /**
   * Copies the queued tasks that are wanted, oldest first, among the first {@code most} or so.
   *
   * @param wanted null for all
   */
  public static int find(
      LinkedBlockingQueue<?> queue, Predicate<Object> wanted, int most, Object[] into) {
    int n = 0;
    LinkedBlockingQueue.Node<?> node = queue.head;
    for (int steps = 0; node != null && n < into.length && steps <= most; steps++) {
      LinkedBlockingQueue.Node<?> next = node.next;
      // A node that was taken meanwhile links to itself: go on from the new head.
      node = next == node ? queue.head : next;
      Object item = node == null ? null : node.item;
      if (item != null && (wanted == null || wanted.test(item))) {
        into[n++] = item;
      }
    }
    return n;
  }

  private static int copyArray(Object[] items, Object[] into) {
    int n = 0;
    while (items != null && n < items.length && n < into.length) {
      Object item = items[n];
      if (item == null) {
        break; // a heap has no holes
      }
      into[n++] = item;
    }
    return n;
  }
}
