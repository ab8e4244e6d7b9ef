/*
 * claim: twelve pools; the thread that built them gives each a task every 0.7 s, and nothing else goes on
 * twin of: executor-per-call
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

public class BenignShardsFedInBursts {
  static final ExecutorService[] shards = new ExecutorService[12];
  static final LongAdder handled = new LongAdder();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < shards.length; i++) {
      shards[i] = Executors.newFixedThreadPool(4);
    }
    for (int round = 0; round < 12; round++) {
      for (ExecutorService shard : shards) {
        shard.execute(handled::increment);
      }
      Thread.sleep(700);
    }
    Thread.sleep(2_500);
    for (ExecutorService shard : shards) {
      shard.shutdown();
    }
  }
}
