/*
 * claim: a static initializer runs a parallel stream, whose workers need the class
 * expect: lock-deadlock critical at STREAM
 */
import java.util.stream.IntStream;

public class LockDeadlockStreamInInit {
  static class Table {
    static final int SUM;

    static {
      SUM = IntStream.range(0, 40).parallel().map(i -> slowly(i)).sum(); // <STREAM>
    }

    static int slowly(int i) {
      pause(20);
      return i;
    }
  }

  public static void main(String[] args) throws Exception {
    Thread reader = new Thread(() -> System.out.println(Table.SUM), "reader");
    reader.setDaemon(true);
    reader.start();
    Thread.sleep(9_000);
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
