package dev.snarl.tests.programs;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import java.util.concurrent.Executor;
import reactor.core.scheduler.Schedulers;

/** Blocks a thread of the named library a third of the time, until standard input ends. */
public final class LoopBlocks {
  private static volatile boolean over;

  private LoopBlocks() {}

  public static void main(String[] args) throws Exception {
    executor(args[0]).execute(LoopBlocks::work);
    Hello.awaitEnd();
    over = true;
    System.exit(0);
  }

  private static Executor executor(String name) {
    return switch (name) {
      case "netty" -> {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        loops.next().execute(() -> {}); // the second loop is idle
        yield loops.next();
      }
      case "netty-idle" -> {
        new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()).next().execute(() -> {});
        yield task -> {};
      }
      case "netty-executor" -> new DefaultEventExecutorGroup(1).next();
      case "reactor" -> Schedulers.parallel()::schedule;
      default -> Schedulers.boundedElastic()::schedule;
    };
  }

  private static void work() {
    while (!over) {
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        return;
      }
      long until = System.nanoTime() + 200_000_000L;
      while (System.nanoTime() - until < 0) {
        Thread.onSpinWait();
      }
    }
  }
}
