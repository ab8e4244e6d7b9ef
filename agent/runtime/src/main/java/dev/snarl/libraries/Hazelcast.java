package dev.snarl.libraries;

/** Hazelcast's futures, for which none of its partition threads may wait: they complete them. */
final class Hazelcast {

  static final String TEXT =
      """
      library hazelcast Hazelcast
      jar hazelcast 5.3 5.7
      frames com.hazelcast.
      peer com.hazelcast.client.
      loop com.hazelcast.spi.impl.operationexecutor.impl.PartitionOperationThread in=com.hazelcast.spi.impl.AbstractInvocationFuture.
      wait com/hazelcast/spi/impl/AbstractInvocationFuture join ()Ljava/lang/Object; with com/hazelcast/spi/impl/AbstractInvocationFuture.manageParking
      wait com/hazelcast/spi/impl/AbstractInvocationFuture joinInternal () with com/hazelcast/spi/impl/AbstractInvocationFuture.manageParking
      wait com/hazelcast/spi/impl/AbstractInvocationFuture get () with com/hazelcast/spi/impl/AbstractInvocationFuture.manageParking
      wait com/hazelcast/spi/impl/AbstractInvocationFuture get (J with com/hazelcast/spi/impl/AbstractInvocationFuture.manageParking
      """;

  private Hazelcast() {}
}
