package dev.snarl.instrument;

import java.util.Set;

/** The calls of the JDK by which the waits of libraries park. */
final class Parks {

  private static final Set<String> CALLS =
      Set.of(
          "java/util/concurrent/locks/LockSupport.park",
          "java/util/concurrent/locks/LockSupport.parkNanos",
          "java/util/concurrent/locks/Condition.await",
          "java/util/concurrent/locks/Condition.awaitNanos",
          "java/util/concurrent/CountDownLatch.await",
          "java/util/concurrent/ArrayBlockingQueue.take",
          "java/util/concurrent/ArrayBlockingQueue.poll",
          "java/lang/Object.wait");

  private Parks() {}

  /** {@code others}: a call of the library's own that parks too; empty for none. */
  static boolean parks(String owner, String method, String others) {
    String call = owner + '.' + method;
    return call.equals(others) || CALLS.contains(call);
  }
}
