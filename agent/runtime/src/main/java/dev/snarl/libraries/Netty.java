package dev.snarl.libraries;

/** Netty: its groups of event loops, its futures, and its pool of channels. */
final class Netty {

  static final String TEXT =
      """
      library netty Netty
      jar netty-common 4.1 4.2
      kind netty-future io.netty.
      frames io.netty.
      done-read io.netty.
      peer io.netty.channel.
      socket io.netty.channel.
      worker-in io.netty.util.concurrent.FastThreadLocalRunnable runnable
      handler io.netty.channel.AbstractChannelHandlerContext.invokeChannelRead
      handler io.netty.channel.SimpleChannelInboundHandler.channelRead
      built io/netty/util/concurrent/MultithreadEventExecutorGroup <init> (ILjava/util/concurrent/Executor;Lio/netty/util/concurrent/EventExecutorChooserFactory;
      wait io/netty/util/concurrent/DefaultPromise await ()
      wait io/netty/util/concurrent/DefaultPromise awaitUninterruptibly ()
      wait io/netty/util/concurrent/DefaultPromise await0 (JZ)

      library netty-transport Netty
      jar netty-transport 4.1 4.2
      resource io/netty/channel/pool/FixedChannelPool <init> (Lio/netty/bootstrap/Bootstrap;Lio/netty/channel/pool/ChannelPoolHandler;Lio/netty/channel/pool/ChannelHealthChecker;Lio/netty/channel/pool/FixedChannelPool$AcquireTimeoutAction;JIIZZ)
      """;

  private Netty() {}
}
