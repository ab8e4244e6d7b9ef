package dev.snarl.observe.tasks;

/** In what a thread waits, in one word, by the first method of the JDK that it called. Pure. */
final class WaitKinds {

  /** Any other: a future, a lock with an owner, a socket, a process. */
  static final String OTHER = "other";

  private static final String CONCURRENT = "java.util.concurrent.";

  private WaitKinds() {}

  static String of(String blockedIn) {
    int dot = blockedIn.lastIndexOf('.');
    String type = dot < 0 ? blockedIn : blockedIn.substring(0, dot);
    if (!type.startsWith(CONCURRENT)) {
      return blockedIn.startsWith("java.lang.Object.wait") ? "object" : OTHER;
    }
    String name = type.substring(CONCURRENT.length());
    return switch (name) {
      case "CountDownLatch" -> "latch";
      case "Semaphore" -> "semaphore";
      case "CyclicBarrier" -> "barrier";
      case "Phaser" -> "phaser";
      case "Exchanger" -> "exchanger";
      case "locks.LockSupport" -> "park";
      case "locks.StampedLock" -> "stamped-lock";
      case "locks.AbstractQueuedSynchronizer$ConditionObject",
          "locks.AbstractQueuedLongSynchronizer$ConditionObject" ->
          "condition";
      default -> name.endsWith("Queue") || name.endsWith("Deque") ? "queue" : OTHER;
    };
  }
}
