/*
 * claim: a single-thread pool for each of sixteen shards; the thread that built them hands out all the work, again and again
 * twin of: executor-per-call
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

public class BenignShardsFedByOneDispatcher {
  static final ExecutorService[] shards = new ExecutorService[16];
  static final LongAdder handled = new LongAdder();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < shards.length; i++) {
      shards[i] = Executors.newSingleThreadExecutor();
    }
    for (int event = 0; event < 128; event++) {
      shards[event * 7 % shards.length].execute(handled::increment);
      Thread.sleep(45);
    }
    for (ExecutorService shard : shards) {
      shard.shutdown();
    }
    Thread.sleep(1_500);
  }
}
