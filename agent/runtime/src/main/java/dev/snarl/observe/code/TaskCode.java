package dev.snarl.observe.code;

import dev.snarl.stacks.QueueMethods;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the code of a task can do for threads that wait, as far as its class files tell.
 *
 * @param calls names of the JDK's methods that it calls, or methods that it calls do; and where
 * @param methods of the application that it calls, and that these do, with their classes
 * @param touches the fields on which it calls those of them that end waits
 * @param complete whether all that it calls was read; else it may call others as well
 */
public record TaskCode(
    Map<String, Set<String>> calls, Set<String> methods, List<Touch> touches, boolean complete) {
  public static final TaskCode UNKNOWN = new TaskCode(Map.of(), Set.of(), List.of(), false);

  /** Of {@code CyclicBarrier}: conditions have a method of that name that ends no wait. */
  public static final String ARRIVES = "CyclicBarrier.await";

  /** Among the calls: gives away to run what was made before. */
  public static final String HANDS_OVER = "hands over";

  private static final Set<String> LATCH = Set.of("countDown");
  private static final Set<String> PERMITS = Set.of("release");
  public static final Set<String> FUTURE =
      Set.of("complete", "completeExceptionally", "completeAsync", "cancel", "obtrudeValue");
  private static final Set<String> PHASER =
      Set.of("arrive", "arriveAndDeregister", "arriveAndAwaitAdvance", "forceTermination");

  private static final Set<String> SIGNALS = Set.of("signal", "signalAll", ARRIVES);
  private static final Set<String> HANDS_ON =
      Set.of("reset", "exchange", "submit", "schedule", "execute", "run");

  /** Also what the JDK's queues and barriers are parked on. */
  private static final Set<String> CONDITION =
      union(SIGNALS, HANDS_ON, QueueMethods.PUT, QueueMethods.TAKE);

  /** Goes before the name of a call that is made on a queue which may block. */
  static final String ON_QUEUE = "Queue.";

  private static final Set<String> PUTS_ON_QUEUE = onQueue(QueueMethods.PUT);

  /** What means nothing else, where many have methods of the names above. */
  private static final Set<String> SURELY_CONDITION =
      union(SIGNALS, PUTS_ON_QUEUE, onQueue(QueueMethods.TAKE));

  /** What may end any wait, or have another thread do so. */
  private static final Set<String> ACTS =
      Set.of(
          "notify",
          "notifyAll",
          "unpark",
          "unlock",
          "interrupt",
          "stop",
          "shutdown",
          "shutdownNow",
          "close",
          "start",
          "invokeAll",
          "invokeAny",
          "set",
          "enqueue",
          "flush",
          HANDS_OVER);

  /**
   * A method that it calls on a field.
   *
   * @param owner name of the class that has the field
   * @param fixed whether the field is static
   * @param in class and method of the application that does so
   */
  public record Touch(String owner, String field, boolean fixed, String call, String in) {
    Touch by(String method) {
      return new Touch(owner, field, fixed, method, in);
    }
  }

  @SafeVarargs
  private static Set<String> union(Set<String>... parts) {
    Set<String> all = new HashSet<>();
    for (Set<String> part : parts) {
      all.addAll(part);
    }
    return all;
  }

  private static Set<String> onQueue(Set<String> calls) {
    Set<String> all = new HashSet<>();
    calls.forEach(call -> all.add(ON_QUEUE + call));
    return all;
  }

  /** The methods that end waits of threads parked on this; empty where that is not known. */
  public static Set<String> ends(Object blocker) {
    String type = blocker.getClass().getName();
    if (!type.startsWith("java.util.concurrent.")) {
      return Set.of();
    }
    if (type.startsWith("java.util.concurrent.CountDownLatch")) {
      return LATCH;
    }
    if (type.startsWith("java.util.concurrent.Semaphore$")) {
      return PERMITS;
    }
    if (type.startsWith("java.util.concurrent.CompletableFuture")) {
      return FUTURE;
    }
    if (type.startsWith("java.util.concurrent.Phaser")) {
      return PHASER;
    }
    boolean others =
        type.endsWith("ConditionObject") || type.contains("Queue") || type.contains("Exchanger");
    return others ? CONDITION : Set.of();
  }

  /** Of these, those that mean nothing else. */
  public static Set<String> surelyEnds(Object blocker) {
    Set<String> ends = ends(blocker);
    return ends.equals(CONDITION) ? SURELY_CONDITION : ends;
  }

  /** Whether it is a queue at which threads may wait, as far as the type tells. */
  static boolean queue(String owner) {
    return (owner.startsWith("java/util/concurrent/")
            || owner.equals("java/util/Queue")
            || owner.equals("java/util/Deque"))
        && (owner.endsWith("Queue") || owner.endsWith("Deque"));
  }

  /** Whether a method of the JDK's may end a wait, of those that are called on many fields. */
  static boolean endsWaits(String owner, String method) {
    return owner.startsWith("java/util/")
        && !owner.contains("Map")
        && !owner.contains("Executor")
        && (LATCH.contains(method)
            || PERMITS.contains(method)
            || FUTURE.contains(method)
            || PHASER.contains(method)
            || CONDITION.contains(method));
  }

  /** Whether nothing that it calls may end a wait of any other thread. */
  public boolean endsNone() {
    return complete
        && calls.keySet().stream()
            .noneMatch(
                call ->
                    ACTS.contains(call)
                        || LATCH.contains(call)
                        || PERMITS.contains(call)
                        || FUTURE.contains(call)
                        || PHASER.contains(call)
                        || CONDITION.contains(call));
  }

  /** Whether it may end waits of threads that are parked on this. */
  boolean mayEnd(Object blocker) {
    Set<String> ends = complete ? ends(blocker) : Set.of();
    return ends.isEmpty() || calls.keySet().stream().anyMatch(ends::contains);
  }

  /**
   * The methods of the application that call what ends waits of threads that are parked on this.
   */
  Set<String> enders(Object blocker) {
    Set<String> enders = new HashSet<>();
    ends(blocker).forEach(call -> enders.addAll(calls.getOrDefault(call, Set.of())));
    return enders;
  }

  /** Whether it puts into a queue. */
  public boolean puts() {
    return calls.keySet().stream().anyMatch(PUTS_ON_QUEUE::contains);
  }

  /** Whether it notifies, in methods of that class, threads that are in {@code Object.wait}. */
  public boolean notifiesIn(String type) {
    return callsIn("notify", type) || callsIn("notifyAll", type);
  }

  private boolean callsIn(String call, String type) {
    for (String method : calls.getOrDefault(call, Set.of())) {
      if (method.startsWith(type) && method.lastIndexOf('.') == type.length()) {
        return true;
      }
    }
    return false;
  }
}
