/*
 * claim: a task on one of Netty's two event loops sleeps; every connection of that loop waits
 * expect: blocking-in-coroutine warning at BLOCK
 * libraries: io.netty:netty-transport:4.2.7.Final
 */
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;

public class BlockingNettyLoop {
  public static void main(String[] args) throws Exception {
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    EventLoop loop = loops.next();
    loops.next().execute(() -> {});
    for (int i = 0; i < 18; i++) {
      loop.execute(BlockingNettyLoop::handle);
      Thread.sleep(400);
    }
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(2_000);
  }

  static void handle() {
    try {
      Thread.sleep(200); // <BLOCK>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
