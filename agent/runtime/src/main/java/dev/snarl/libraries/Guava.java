package dev.snarl.libraries;

/** Guava's futures. Google's ApiFuture and Firebase's wait in them. */
final class Guava {

  static final String TEXT =
      """
      library guava Guava
      jar guava 20.0 33.8
      kind guava-future com.google.common.util.concurrent.
      frames com.google.common.
      frames com.google.api.
      frames com.google.cloud.
      frames com.google.firebase.
      built com/google/common/util/concurrent/SequentialExecutor <init> (
      limiter com.google.common.util.concurrent.SequentialExecutor queue=queue tasks=repeated
      done-read com.google.
      load com.google.common.cache.LocalCache$LoadingValueReference waits=waitForValue loads=loadFuture at=com.google.common.util.concurrent.SettableFuture
      wait com/google/common/util/concurrent/AbstractFuture get () with com/google/common/util/concurrent/OverflowAvoidingLockSupport.parkNanos
      wait com/google/common/util/concurrent/AbstractFuture get (J with com/google/common/util/concurrent/OverflowAvoidingLockSupport.parkNanos
      wait com/google/common/util/concurrent/AbstractFutureState blockingGet () with com/google/common/util/concurrent/OverflowAvoidingLockSupport.parkNanos
      wait com/google/common/util/concurrent/AbstractFutureState blockingGet (J with com/google/common/util/concurrent/OverflowAvoidingLockSupport.parkNanos
      """;

  private Guava() {}
}
