/*
 * claim: of an event loop group of sixteen two loops were used; closing it starts each of the others,
 *   to end it two seconds later
 * twin of: thread-per-task
 * libraries: io.netty:netty-transport:4.1.125.Final
 * flags: -Dio.netty.noUnsafe=true
 * seconds: 8
 */
import io.netty.channel.nio.NioEventLoopGroup;

public class BenignNettyGroupCloses {
  public static void main(String[] args) throws Exception {
    Thread.sleep(2_000);
    NioEventLoopGroup group = new NioEventLoopGroup(16);
    group.next().submit(() -> {}).get();
    group.next().submit(() -> {}).get();
    group.shutdownGracefully();
    group.terminationFuture().await();
    Thread.sleep(3_000);
  }
}
