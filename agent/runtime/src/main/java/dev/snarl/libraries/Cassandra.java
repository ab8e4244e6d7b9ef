package dev.snarl.libraries;

/**
 * Cassandra's stages. Threads are shared among them: each may use as many as its limit says, and
 * what is above that waits in its queue.
 */
final class Cassandra {

  static final String TEXT =
      """
      library cassandra Cassandra
      jar cassandra-all 4.1 5.0
      built org/apache/cassandra/concurrent/SEPExecutor <init> (
      limiter org.apache.cassandra.concurrent.SEPExecutor queue=tasks max=maximumPoolSize
      """;

  private Cassandra() {}
}
