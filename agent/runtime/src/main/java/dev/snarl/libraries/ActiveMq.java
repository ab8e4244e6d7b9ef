package dev.snarl.libraries;

/**
 * ActiveMQ Classic's client. Its requests wait for the broker's answer, which the connection's
 * reader gives; a request counts as a submission. The broker's writer of the journal waits for
 * something to write.
 */
final class ActiveMq {

  static final String TEXT =
      """
      library activemq ActiveMQ Classic client
      jar activemq-client 5.15 6.3
      kind broker-request org.apache.activemq.
      peer org.apache.activemq.transport.FutureResponse
      submitted org/apache/activemq/transport/ResponseCorrelator asyncRequest (
      wait org/apache/activemq/transport/FutureResponse getResult ()
      wait org/apache/activemq/transport/FutureResponse getResult (I
      idle org.apache.activemq.store.kahadb.disk.journal.DataFileAppender.processQueue
      """;

  private ActiveMq() {}
}
