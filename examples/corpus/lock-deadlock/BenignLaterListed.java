/*
 * claim: two threads wait for each other's latch until a third opens one after 27 s that it has in a list, as it has a latch of its own too
 * twin of: lock-deadlock
 * seconds: 40
 */
import java.util.List;
import java.util.concurrent.CountDownLatch;

public class BenignLaterListed {
  static class Gate {
    final CountDownLatch latch = new CountDownLatch(1);
  }

  static final class Closer extends Gate implements Runnable {
    final List<Gate> gates;

    Closer(List<Gate> gates) {
      this.gates = gates;
    }

    @Override
    public void run() {
      sleep(27_000);
      for (Gate gate : gates) {
        gate.latch.countDown();
      }
      latch.countDown();
    }
  }

  public static void main(String[] args) throws Exception {
    Gate gate = new Gate();
    CountDownLatch left = gate.latch;
    CountDownLatch right = new CountDownLatch(1);
    new Thread(new Closer(List.of(gate)), "closer").start();
    new Thread(
            () -> {
              await(left);
              right.countDown();
            },
            "left")
        .start();
    new Thread(
            () -> {
              await(right);
              left.countDown();
            },
            "right")
        .start();
    sleep(35_000);
    System.exit(0);
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
