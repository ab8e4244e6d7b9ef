/*
 * claim: twenty pools that never ran a task hold no thread
 * twin of: executor-per-call
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignPoolsNeverUsed {
  public static void main(String[] args) throws Exception {
    List<ExecutorService> pools = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      pools.add(Executors.newFixedThreadPool(1));
    }
    Thread.sleep(7_000);
    System.out.println(pools.size());
  }
}
