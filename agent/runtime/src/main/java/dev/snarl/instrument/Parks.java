package dev.snarl.instrument;

import java.util.Set;

/** The calls by which the waits of known libraries park. */
final class Parks {

  private static final Set<String> CALLS =
      Set.of(
          "java/util/concurrent/locks/LockSupport.park",
          "java/util/concurrent/locks/LockSupport.parkNanos",
          "com/google/common/util/concurrent/OverflowAvoidingLockSupport.parkNanos",
          "java/util/concurrent/locks/Condition.await",
          "java/util/concurrent/locks/Condition.awaitNanos",
          "java/util/concurrent/CountDownLatch.await",
          "java/util/concurrent/ArrayBlockingQueue.take",
          "java/util/concurrent/ArrayBlockingQueue.poll",
          "java/lang/Object.wait",
          "reactor/core/publisher/BlockingSingleSubscriber.await",
          "org/apache/kafka/clients/producer/internals/ProduceRequestResult.await");

  private Parks() {}

  static boolean parks(String owner, String method) {
    return CALLS.contains(owner + '.' + method);
  }
}
