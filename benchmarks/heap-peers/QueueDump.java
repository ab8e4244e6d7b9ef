import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Writes the dump of a JVM in which so many tasks wait in one queue: TASKS BYTES FILE. */
public final class QueueDump {
  private QueueDump() {}

  static final class Mailer {
    void send(ThreadPoolExecutor pool, int number, byte[] payload) {
      pool.execute(() -> deliver(number, payload));
    }

    void deliver(int number, byte[] payload) {
      try {
        Thread.sleep(1_000_000L + number + payload.length);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    int tasks = Integer.parseInt(arguments[0]);
    int bytes = Integer.parseInt(arguments[1]);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(8, 8, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    Mailer mailer = new Mailer();
    for (int i = 0; i < tasks; i++) {
      mailer.send(pool, i, new byte[bytes]);
    }
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(arguments[2], true);
    Runtime.getRuntime().halt(0);
  }
}
