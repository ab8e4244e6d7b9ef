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

  /** Those that a class inherits from the JDK's synchronizer, whatever its name. */
  private static final Set<String> INHERITED =
      Set.of("acquireSharedInterruptibly", "tryAcquireSharedNanos");

  private Parks() {}

  /** {@code others}: a call of the library's own that parks too; empty for none. */
  static boolean parks(String owner, String method, String others) {
    String call = owner + '.' + method;
    return call.equals(others) || CALLS.contains(call) || INHERITED.contains(method);
  }

  /** Whether such a call of the JDK's has no deadline. */
  static boolean forever(String owner, String method, String descriptor) {
    return (owner.startsWith("java/") || INHERITED.contains(method)) && !descriptor.contains("J");
  }
}
