/*
 * claim: threads that never end fill the control group until hardly another one can start
 * group: pids=200
 * expect: thread-limit warning at process
 */
import java.io.File;
import java.util.concurrent.locks.LockSupport;

public class ThreadsFillTheGroup {
  public static void main(String[] args) throws Exception {
    while (new File("/proc/self/task").list().length < 184) {
      Thread consumer = new Thread(ThreadsFillTheGroup::waitForWork, "consumer");
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
