/*
 * claim: main waits for the thread that writes before it reads; a sender waits for the reader and has not closed the pipe
 * expect: lost-wait warning at FULL
 * expect: lost-wait warning at OPEN
 * seconds: 25
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.util.stream.Collectors;

public class LostWaitPipes {
  static final PipedOutputStream report = new PipedOutputStream();
  static final PipedWriter orders = new PipedWriter();
  static BufferedReader received;

  public static void main(String[] args) throws Exception {
    Thread end = new Thread(LostWaitPipes::end, "end");
    end.setDaemon(true);
    end.start();
    received = new BufferedReader(new PipedReader(orders));
    new Thread(LostWaitPipes::send, "sender").start();
    PipedInputStream in = new PipedInputStream(report);
    Thread reporter = new Thread(LostWaitPipes::report, "reporter");
    reporter.start();
    reporter.join();
    System.out.println(in.readAllBytes().length);
  }

  static void report() {
    try (report) {
      report.write(new byte[5_000]); // <FULL>
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static void send() {
    Thread receiver = new Thread(LostWaitPipes::receive, "receiver");
    receiver.start();
    try {
      orders.write("one\ntwo\n");
      receiver.join();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void receive() {
    String all = received.lines().collect(Collectors.joining(",")); // <OPEN>
    System.out.println(all);
  }

  static void end() {
    try {
      Thread.sleep(23_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.exit(0);
  }
}
