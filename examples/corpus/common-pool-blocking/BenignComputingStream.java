/*
 * claim: a parallel stream that computes, and joins what it forked
 * twin of: common-pool-blocking
 * allow: fan-out-wait info
 * flags: -Djava.util.concurrent.ForkJoinPool.common.parallelism=2
 */
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

public class BenignComputingStream {
  static volatile long total;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 30; i++) {
      total +=
          CompletableFuture.supplyAsync(BenignComputingStream::sum)
              .thenCombine(CompletableFuture.supplyAsync(BenignComputingStream::sum), Long::sum)
              .get();
      Thread.sleep(200);
    }
  }

  static long sum() {
    return LongStream.range(0, 2_000_000).parallel().map(n -> n * n % 7).sum();
  }
}
