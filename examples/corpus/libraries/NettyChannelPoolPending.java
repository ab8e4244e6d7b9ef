/*
 * claim: channels of Netty's fixed pool are not given back, and who acquires one waits for ever
 * jdk: 17..24
 * libraries: io.netty:netty-transport:4.1.77.Final
 * expect: connection-pool-exhausted warning at POOL
 * seconds: 16
 */
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.pool.AbstractChannelPoolHandler;
import io.netty.channel.pool.FixedChannelPool;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.logging.Level;
import java.util.logging.Logger;

public class NettyChannelPoolPending {
  public static void main(String[] args) throws Exception {
    Logger.getLogger("").setLevel(Level.OFF);
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Bootstrap bootstrap =
        new Bootstrap()
            .group(new NioEventLoopGroup(1))
            .channel(NioSocketChannel.class)
            .remoteAddress(server.getLocalSocketAddress());
    FixedChannelPool pool = new FixedChannelPool(bootstrap, new Quiet(), 2); // <POOL>
    for (int i = 0; i < 6; i++) {
      pool.acquire();
    }
    Thread.sleep(14_000);
    System.exit(0);
  }

  static class Quiet extends AbstractChannelPoolHandler {
    @Override
    public void channelCreated(Channel channel) {}
  }
}
