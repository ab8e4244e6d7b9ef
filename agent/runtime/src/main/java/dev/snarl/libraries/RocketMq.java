package dev.snarl.libraries;

/**
 * RocketMQ's client. Since 5.2 a request waits in a CompletableFuture that one method makes for all
 * requests.
 */
final class RocketMq {

  static final String TEXT =
      """
      library rocketmq RocketMQ client
      jar rocketmq-remoting 4.9 5.5
      kind broker-request org.apache.rocketmq.
      peer org.apache.rocketmq.remoting.netty.ResponseFuture
      wrapped org/apache/rocketmq/remoting/netty/NettyRemotingAbstract invoke0 ( optional
      requested org/apache/rocketmq/remoting/netty/ResponseFuture <init> (
      wait org/apache/rocketmq/remoting/netty/ResponseFuture waitResponse (J
      """;

  private RocketMq() {}
}
