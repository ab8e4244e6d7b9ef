/*
 * claim: as many threads as the rule's example has, but the control group may have ten times more
 * twin of: thread-limit
 * group: pids=2000
 */
import java.io.File;
import java.util.concurrent.locks.LockSupport;

public class BenignManyThreads {
  public static void main(String[] args) throws Exception {
    while (new File("/proc/self/task").list().length < 184) {
      Thread consumer = new Thread(BenignManyThreads::waitForWork, "consumer");
      consumer.setDaemon(true);
      consumer.start();
    }
    Thread.sleep(12_000);
  }

  static void waitForWork() {
    while (true) {
      LockSupport.park();
    }
  }
}
