/*
 * claim: the same sleep on an executor group of Netty's, which is there for handlers that block
 * twin of: blocking-in-coroutine
 * libraries: io.netty:netty-transport:4.2.7.Final
 */
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import java.util.concurrent.TimeUnit;

public class BenignNettyExecutorGroup {
  public static void main(String[] args) throws Exception {
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    DefaultEventExecutorGroup workers = new DefaultEventExecutorGroup(2);
    for (int i = 0; i < 18; i++) {
      loops.next().execute(() -> workers.next().execute(BenignNettyExecutorGroup::handle));
      Thread.sleep(400);
    }
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(2_000);
    workers.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(2_000);
  }

  static void handle() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
