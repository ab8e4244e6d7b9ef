/*
 * claim: all others wait at pipes until main, which sleeps, writes, reads or ends
 * twin of: lost-wait
 * seconds: 35
 */
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.List;

public class BenignPipes {
  public static void main(String[] args) throws Exception {
    PipedOutputStream orders = new PipedOutputStream();
    PipedInputStream ordersIn = new PipedInputStream(orders);
    PipedOutputStream report = new PipedOutputStream();
    PipedInputStream reportIn = new PipedInputStream(report);
    List<Thread> threads = new ArrayList<>();
    threads.add(new Thread(() -> System.out.println(read(ordersIn)), "reader"));
    threads.add(new Thread(() -> write(report), "writer"));
    threads.forEach(Thread::start);
    Thread.sleep(32_000);
    orders.write(new byte[10]);
    orders.close();
    System.out.println(read(reportIn));
    for (Thread each : threads) {
      each.join();
    }
  }

  static int read(PipedInputStream in) {
    try (in) {
      return in.readAllBytes().length;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static void write(PipedOutputStream out) {
    try (out) {
      out.write(new byte[5_000]);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
